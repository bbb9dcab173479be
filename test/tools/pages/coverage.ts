import { checks, type Check } from '@event-delivery/conformance'
import { chapters, openQuestions, rules } from '../../../generated/rules'
import { markdownTable } from '../../../openapi/generate/markdown'
import { generatedMutants } from '../../mutants/traps/index'
import { modes } from '../../contract/engine/vocabulary'
import { mutants } from '../../mutants/index'
import type { Rule } from '../../../openapi/model'

/** How many checks of a rule its row names. */
const mostNamed = 2

/** docs/coverage.md: how many checks judge each rule, the most direct of them, and how many broken backends show that they do. */
export function coveragePage(): string {
  const judged = rules.filter(({ unjudged }) => unjudged === undefined).length
  const parts = [
    '# Coverage',
    '<!-- Made by `npm run generate`. Do not edit. -->',
    `${checks.length} checks judge ${judged} of ${rules.length} rules and observe what the interface leaves open. ` +
      `${mutants.length + generatedMutants.length} mutants, broken backends, show that a check finds what it is there to find.`,
    'Each row has the number of the checks that judge the rule, those of them that judge little besides, and the least mode in which ' +
      'one runs. Each rule rests on a clause of the interface. What the clause leaves open is observed, and never failed. ' +
      '[coverage.json](coverage.json) has every rule with its clause, what that leaves open, its checks and its mutants.',
    ...Object.entries(chapters).map(([mark, title]) => chapter(mark, title)),
    questions(),
  ]
  return `${parts.join('\n\n')}\n`
}

/** docs/coverage.json: the same in full, as data. */
export function coverageData(): string {
  const data = {
    rules: rules.map(({ id, level, rule, source, leavesOpen, reading, unjudged }) => ({
      ...{ id, level, rule, source, leavesOpen, reading, unjudged },
      checks: idsOf(checksOf(id)),
      mutants: idsOf(mutants.filter((mutant) => mutant.rule === id)),
      generatedMutants: familiesOf(id),
    })),
    questions: openQuestions.map(({ id, question, dialectFields }) => ({
      ...{ id, question, dialectFields },
      checks: idsOf(checksOf(id)),
    })),
    checks: checks.map(({ id, title, level, mode, rules: judged, quick = false }) => ({
      ...{ id, title, level, mode, rules: judged, quick },
    })),
  }
  return JSON.stringify(data)
}

function chapter(mark: string, title: string): string {
  const own = rules.filter(({ id }) => id.startsWith(`${mark}-`))
  const rows = own.map(({ id, level, rule, unjudged }) => {
    const judging = checksOf(id)
    return [
      id,
      level === 'must' ? rule : `${rule} (${level})`,
      unjudged === undefined ? named(judging) : 'none, see below',
      String(mutantsOf(id)),
      modes.find((mode) => judging.some((check) => check.mode === mode)) ?? '',
    ]
  })
  const table = markdownTable(['rule', 'what it says', 'checks', 'mutants', 'mode'], rows)
  return [`## ${title}`, table, ...notes(own)].join('\n\n')
}

/** How the suite reads the rules that leave something to be decided, and why it judges some of them by no check. */
function notes(own: readonly Rule[]): string[] {
  const lines = own.flatMap(({ id, reading, unjudged }) => [
    ...(reading === undefined ? [] : [`- ${id} is read so: ${reading}`]),
    ...(unjudged === undefined ? [] : [`- ${id} has no check: ${unjudged}`]),
  ])
  return lines.length > 0 ? [lines.join('\n')] : []
}

function questions(): string {
  const rows = openQuestions.map(({ id, question, dialectFields }) => [
    id,
    question,
    dialectFields.map((field) => `\`${field}\``).join(', '),
    named(checksOf(id)) || (dialectFields.length > 0 ? 'seen by the way' : 'not observed'),
  ])
  return `## Open questions\n\n${markdownTable(['question', 'what it asks', 'dialect', 'checks'], rows)}`
}

/** The number of checks, and those among them that judge the fewest rules. */
function named(all: readonly Check[]): string {
  const direct = [...all].sort((a, b) => a.rules.length - b.rules.length).slice(0, mostNamed)
  const ids = direct.map(({ id }) => `\`${id}\``)
  if (all.length > direct.length) ids.push('…')
  return all.length > 0 ? `${all.length}: ${ids.join(', ')}` : ''
}

function mutantsOf(rule: string): number {
  return [...mutants, ...generatedMutants].filter((mutant) => mutant.rule === rule).length
}

/** How many mutants of a rule were generated from traps of each family. */
function familiesOf(rule: string): Record<string, number> {
  const families: Record<string, number> = {}
  for (const { family = '', rule: broken } of generatedMutants)
    if (broken === rule) families[family] = (families[family] ?? 0) + 1
  return families
}

function checksOf(rule: string): Check[] {
  return checks.filter((check) => check.rules.includes(rule))
}

function idsOf(all: readonly { id: string }[]): string[] {
  return all.map(({ id }) => id)
}
