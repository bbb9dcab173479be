import { equal, isRecord } from '../wire/json'
import { CouldNotRun, NotApplicable, Violation } from './outcome'
import type { Dialect } from '../../../generated/dialect'
import { extendsIt, hasParts } from './observed-dialect'
import { flagsOf } from './needs'
import { modes } from './vocabulary'
import { openQuestions } from '../../../generated/rules'
import type { Check } from './check'
import type { CheckResult } from './report'
import type { PacedClient } from './paced-client'
import type { SideFinding } from './side-findings'
import { permits, type Settings } from './options'

/** The parts that checks of the whole run share. */
export const concluding = { level: 'must', mode: 'read-only', needs: [] } as const

/** Server errors pass for accidents where they are no more than `mostAccidents`, or no more than one in `requestsEach` requests. */
const mostAccidents = 3
const requestsEach = 50

/**
 * A check that tells of answers which came right only when the request was sent again. Connections may end at any time
 * (RFC 9112, 9.5), so that only server errors are held against the deployment.
 */
export function steadinessCheck({ flaws, sent, outages }: PacedClient): Check {
  const errors = flaws.filter((flaw) => flaw === 'server-error').length
  const connections = flaws.length - errors
  return {
    id: 'answers-are-steady',
    title: 'no answer comes right only when the request is sent again',
    rules: ['ER-5'],
    ...concluding,
    level: 'should',
    async run() {
      const ended = `${connections} of ${sent} requests were sent again because their connection ended.`
      if (errors === 0) return ended
      const message = `${errors} of ${sent} requests were answered by a server error, and rightly when they were sent again.`
      const accidents = Math.min(errors, outages)
      const isAccident = accidents <= mostAccidents || accidents * requestsEach <= sent
      throw new Violation(isAccident ? [] : ['ER-5'], connections > 0 ? `${message} ${ended}` : message)
    },
  }
}

/** A check that blames the deployment for the findings whose rule no failed check names; none where there are none. */
export function documentChecks(all: readonly SideFinding[], made: readonly MadeCheck[]): Check[] {
  const findings = all.filter(({ rule }) => !made.some(({ result }) => isBlamedBy(result, rule)))
  if (findings.length === 0) return []
  const rules = findings.map(({ rule }) => rule)
  const check: Check = {
    id: 'answers-fit-the-document',
    title: 'every answer fits the OpenAPI document',
    ...concluding,
    rules,
    async run(context) {
      context.evidence.push(...findings.map(({ evidence }) => evidence))
      // The reports name the rules before the message, so that it names them only where they are several.
      const places = findings.map(({ rule, check }) =>
        rules.length > 1 ? `${rule}, seen by ${check}` : `Seen by ${check}`,
      )
      throw new Violation(rules, findings.map(({ message }, n) => `${places[n]}: ${message}`).join(' '))
    },
  }
  return [check]
}

/** Whether a check failed for a rule, or would have if that were not known. */
function isBlamedBy({ status, knownUntil, violates }: CheckResult, rule: string): boolean {
  return (status === 'failed' || knownUntil !== undefined) && (violates ?? []).includes(rule)
}

/** A check of the run, and how it ended. */
export interface MadeCheck {
  check: Check
  result: CheckResult
}

const wasLeftOut = ({ result }: MadeCheck) => result.status === 'not-applicable'

/**
 * A `must` for each field that the pinned dialect states: the deployment has to choose the same. `made` are the run's
 * checks.
 */
export function pinnedChecks(
  pinned: Dialect,
  { mode, plan }: Settings,
  seen: Readonly<Dialect>,
  made: readonly MadeCheck[],
): Check[] {
  const isAskedFor = ({ mode: least, needs }: Check) =>
    permits(mode, least) && (plan !== undefined || !needs.includes('plan'))
  return (Object.keys(pinned) as (keyof Dialect)[]).map((field) => ({
    id: `DIALECT-${field}`,
    title: `${field} is as the pinned dialect has it`,
    rules: openQuestions.filter(({ dialectFields }) => dialectFields.includes(field)).map(({ id }) => id),
    ...concluding,
    async run() {
      const [expected, received]: unknown[] = [pinned[field], seen[field]]
      if (differs(field, expected, received)) {
        throw new Violation(this.rules, `${field} differs from the pinned dialect.`, { expected, received })
      }
      const unseen = unseenParts(expected, received)
      if (unseen.length === 0) return
      // A quick run makes few of the checks that see choices, and was not asked for the others.
      if (made.every(({ check: { quick } }) => quick))
        throw new NotApplicable('A quick run does not look for it.', 'without --quick')
      const observers = unseen.map((part) => observersOf(field, part, made))
      const [needed] = observers
        .flat()
        .filter(({ result }) => result.remedy !== undefined)
        .sort((a, b) => demandOf(b.check) - demandOf(a.check))
      const otherMode = mode === 'full' ? undefined : '--mode full'
      const remedy = needed && (isAskedFor(needed.check) ? needed.result.remedy : flagsOf(needed.check))
      const isLeftOut = observers.every((each) => each.length > 0 && each.every(wasLeftOut))
      if (isLeftOut && needed)
        throw new NotApplicable(`What shows it was left out: ${needed.result.message}`, remedy)
      throw new CouldNotRun('This run did not see what the deployment chose.', remedy ?? otherMode)
    },
  }))
}

/**
 * Whether what was seen differs from what is stated. A field whose parts are seen one by one is compared by the parts that are
 * both stated and seen, any other as a whole, of which a run may have seen less than is stated.
 */
function differs(field: keyof Dialect, stated: unknown, seen: unknown): boolean {
  if (seen === undefined) return false
  return hasParts(field) ? partsDiffer(stated, seen) : !equal(stated, seen) && !extendsIt(stated, seen)
}

function partsDiffer(stated: unknown, seen: unknown): boolean {
  if (!isRecord(stated) || !isRecord(seen)) return !equal(stated, seen)
  // The source of a value is one thing, although it is written as an object. Its sample is another one in each run.
  if (sourceParts.some((part) => part in stated || part in seen))
    return !equal({ ...stated, sample: undefined }, { ...seen, sample: undefined })
  return Object.entries(stated).some(
    ([name, value]) => name !== 'sample' && name in seen && partsDiffer(value, seen[name]),
  )
}

/** The parts by which the source of a further field or header is known. */
const sourceParts = ['constant', 'copy', 'template', 'kind']

/** The parts of a field that are stated and were not seen; the empty name where that is the field as a whole. */
function unseenParts(stated: unknown, seen: unknown): string[] {
  const parts = isRecord(stated) ? Object.keys(stated) : []
  if (seen === undefined) return parts.length > 0 ? parts : ['']
  if (!isRecord(seen)) return []
  // Not every signature scheme has a header to name: one that is stated in vain is not awaited.
  return parts.filter((name) => !(name in seen) && !['header', 'sample'].includes(name))
}

/** The more a check asks of a run, the greater this is. */
function demandOf({ mode, needs }: Check): number {
  return 2 * modes.indexOf(mode) + Number(needs.includes('plan'))
}

/** The checks that see a part of a field, those that say so before those of the field's open question. */
function observersOf(field: keyof Dialect, part: string, made: readonly MadeCheck[]): MadeCheck[] {
  const sees = (name: string) => made.filter(({ check }) => check.observes?.some((one) => one === name))
  const question = openQuestions.find(({ dialectFields }) => dialectFields.includes(field))?.id ?? ''
  const ofQuestion = made.filter(({ check }) => check.rules.includes(question))
  return [sees(`${field}.${part}`), sees(field), ofQuestion].find((checks) => checks.length > 0) ?? []
}
