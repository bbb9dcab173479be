import { checks, quickChecks, type Check } from '@event-delivery/conformance'
import { chapters, openQuestions, rules } from '../../../generated/rules'
import { markdownTable } from '../../../openapi/generate/markdown'
import { generatedMutants } from '../../mutants/traps/index'
import { mutants } from '../../mutants/index'
import type { Rule } from '../../../openapi/model'

/** docs/coverage.md: which checks judge each rule, and which broken backends show that they do. */
export function coveragePage(): string {
  const judged = rules.filter(({ unjudged }) => unjudged === undefined).length
  const parts = [
    '# Coverage',
    '<!-- Made by `npm run generate`. Do not edit. -->',
    `${checks.length} checks judge ${judged} of ${rules.length} rules and observe what the interface leaves open. ` +
      `${mutants.length + generatedMutants.length} mutants, broken backends, show that a check finds what it is there to find. ` +
      `${mutants.length} were written by hand and stand here by their names; ${generatedMutants.length} were made from traps, ` +
      'things that stores, gateways and queues do to values and requests, and are counted by their kinds.',
    'Each check rests on a clause of the interface. What the clause leaves open is observed, and never failed.',
    ...Object.entries(chapters).map(([mark, title]) => chapter(mark, title)),
    questions(),
    glances(),
  ]
  return `${parts.join('\n\n')}\n`
}

function chapter(mark: string, title: string): string {
  const own = rules.filter(({ id }) => id.startsWith(`${mark}-`))
  const rows = own.map(({ id, level, rule, unjudged }) => [
    id,
    level === 'must' ? rule : `${rule} (${level})`,
    unjudged === undefined ? named(checksOf(id)) : `None: ${unjudged}`,
    mutantsOf(id),
  ])
  const table = markdownTable(['rule', 'what it says', 'checks', 'mutants'], rows)
  return [`## ${title}`, table, ...readings(own), ...clauses(mark)].join('\n\n')
}

/** How the suite reads the rules that leave something to be decided. */
function readings(own: readonly Rule[]): string[] {
  const rows = own.flatMap(({ id, reading }) => (reading === undefined ? [] : [[id, reading]]))
  return rows.length > 0 ? [markdownTable(['rule', 'how the suite reads it'], rows)] : []
}

/** The clauses that the checks of a chapter rest on. A check belongs to the chapter of the rule that it names first. */
function clauses(mark: string): string[] {
  const own = checks.filter(({ rules: [first] }) => first?.startsWith(`${mark}-`))
  const together = new Map<string, Check[]>()
  for (const check of own) {
    const { restsOn, leavesOpen } = check
    const clause = JSON.stringify([restsOn, leavesOpen])
    together.set(clause, [...(together.get(clause) ?? []), check])
  }
  const rows = [...together].map(([clause, resting]) => [
    ...(JSON.parse(clause) as [string, string]),
    named(resting),
  ])
  return rows.length > 0 ? [markdownTable(['clause', 'what it leaves open', 'checks'], rows)] : []
}

/** The mutants of a rule: those written by hand by name, the generated ones by their number and their kinds. */
function mutantsOf(rule: string): string {
  const families = new Map<string, number>()
  for (const { family = '', rule: broken } of generatedMutants) {
    if (broken === rule) families.set(family, (families.get(family) ?? 0) + 1)
  }
  const counts = [...families].map(([family, count]) => `${count} × ${family}`)
  return [named(mutants.filter((mutant) => mutant.rule === rule)), ...counts].filter(Boolean).join(', ')
}

function questions(): string {
  const rows = openQuestions.map(({ id, question, dialectFields }) => [
    id,
    question,
    dialectFields.map((field) => `\`${field}\``).join(', '),
    named(checksOf(id)) || (dialectFields.length > 0 ? 'seen by the way' : 'not observed'),
  ])
  const table = markdownTable(['question', 'what it asks', 'dialect', 'checks'], rows)
  return ['## Open questions', table, ...clauses('OQ')].join('\n\n')
}

/** The checks that only a quick run makes, each with the rules that it judges and the clause that it rests on. */
function glances(): string {
  const rows = quickChecks
    .filter(({ quick }) => quick === 'only')
    .map(({ id, rules: judged, restsOn, leavesOpen }) => [
      `\`${id}\``,
      judged.join(', '),
      restsOn,
      leavesOpen,
    ])
  const table = markdownTable(['check', 'rules', 'clause', 'what it leaves open'], rows)
  const text =
    'A quick run judges several rules at a glance, each by a check that a whole run replaces by more thorough ones.'
  return ['## Quick runs', text, table].join('\n\n')
}

function checksOf(rule: string): { id: string }[] {
  return checks.filter((check) => check.rules.includes(rule))
}

function named(all: readonly { id: string }[]): string {
  return all.map(({ id }) => `\`${id}\``).join(', ')
}
