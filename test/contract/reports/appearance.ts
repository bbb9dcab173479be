import { describeMissing } from './missing-flags'
import { isPartial, judgeRules, type JudgedRule } from '../engine/verdict'
import type { Report } from '../engine/report'
import type { RuleState, Status, Verdict } from '../engine/vocabulary'

/** The tones that the page's style knows. */
export type Tone = 'good' | 'bad' | 'warn' | 'info' | 'idle'

/** How each status of a check is written. */
export const statuses: Readonly<Record<Status, { tone: Tone; said: string }>> = {
  passed: { tone: 'good', said: 'passed' },
  failed: { tone: 'bad', said: 'failed' },
  warned: { tone: 'warn', said: 'warning' },
  observed: { tone: 'info', said: 'observed' },
  'not-applicable': { tone: 'idle', said: 'not applicable' },
  'could-not-run': { tone: 'warn', said: 'could not run' },
  errored: { tone: 'bad', said: 'the suite failed' },
}

/** How each state of a rule is written, in the order in which the states are counted. */
export const states: Readonly<Record<RuleState, { tone: Tone; mark: string; said: string }>> = {
  kept: { tone: 'good', mark: '✓', said: 'kept' },
  broken: { tone: 'bad', mark: '✗', said: 'broken' },
  warned: { tone: 'warn', mark: '!', said: 'not followed' },
  'could-not-run': { tone: 'warn', mark: '?', said: 'could not be judged' },
  unsettled: { tone: 'idle', mark: '?', said: 'not settled' },
  'not-applicable': { tone: 'idle', mark: '–', said: 'not judged' },
  unjudgeable: { tone: 'idle', mark: '·', said: 'cannot be judged' },
}

const verdicts: Readonly<Record<Verdict, { tone: Tone; title: string }>> = {
  conformant: { tone: 'good', title: 'Conformant' },
  'non-conformant': { tone: 'bad', title: 'Non-conformant' },
  incomplete: { tone: 'warn', title: 'Incomplete' },
  error: { tone: 'bad', title: 'No verdict' },
}

/** How many of these rules are in each state: a row for each state that one of them is in. */
export function countStates(judged: readonly JudgedRule[]) {
  return (Object.keys(states) as RuleState[])
    .map((state) => ({ ...states[state], number: judged.filter((one) => one.state === state).length }))
    .filter(({ number }) => number > 0)
}

/**
 * The verdict as a heading: its tone, its title, and in words all that a reader has to know who reads nothing else. A run that left rules
 * out shows that nothing is broken, not that the deployment conforms.
 */
export function headlineOf(report: Report): { tone: Tone; title: string; words: string } {
  const { verdict, summary } = report
  if (verdict !== 'conformant' || !isPartial(report)) {
    const { tone, title } = verdicts[verdict]
    return { tone, title, words: title }
  }
  const title = knownFailures(report) ? 'Nothing new broken' : 'Nothing broken'
  const { judged, total } = summary.coverage
  return { tone: 'info', title, words: `${title}, ${judged} of ${count(total, 'rule')} judged` }
}

/** The reason of the verdict in a sentence, and what to do where the run judged nothing or less than it could. */
export function reasonOfVerdict(report: Report): string {
  const { verdict, summary } = report
  const known = knownFailures(report)
  const { failed, warned, couldNotRun } = summary
  if (verdict === 'conformant') {
    const which = known ? `, but for ${count(known.number, 'known failure')} until ${known.until}` : ''
    const rest = known || warned === 0 ? '' : ` ${count(warned, 'check')} warned.`
    return `Every rule that was judged is kept${which}.${rest}${further(report)}`
  }
  if (verdict === 'non-conformant') {
    const broken = judgeRules(report.checks).filter(({ state }) => state === 'broken').length
    const shown = `as ${count(failed, 'check')} ${failed === 1 ? 'shows' : 'show'}`
    if (broken === 0) return `${count(failed, 'check')} failed.`
    return `${count(broken, 'rule')} of the interface ${broken === 1 ? 'is' : 'are'} broken, ${shown}.`
  }
  if (verdict === 'error')
    return 'The run could not be made as it should. What stands below is what it saw until then.'
  if (couldNotRun === 0) {
    const said = `Nothing was judged.${observedBy(report)}${further(report)}`
    // A check that planted something names the flag of the run that judges it.
    return /\s--[a-z]/.test(said) ? said : `${said} Run a check that judges a rule: --list shows them.`
  }
  return `No rule is known to be broken, but ${count(couldNotRun, 'check')} of this run could not be made.`
}

/** The flags that would have more rules judged, as a further sentence. */
function further(report: Report): string {
  const missing = describeMissing(report)
  return missing === undefined ? '' : ` ${missing.charAt(0).toUpperCase()}${missing.slice(1)}.`
}

/** What the first observing check of a run says, as a further sentence, and how many others there were. */
function observedBy({ checks }: Report): string {
  const [first, ...others] = checks.filter(({ status, message }) => status === 'observed' && message !== '')
  if (!first) return ''
  const more = others.length === 0 ? '' : ` ${count(others.length, 'more check')} only observed, too.`
  return ` ${first.id}: ${first.message}${more}`
}

/** A number and its noun, in the plural where it has to be. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

/** A duration for a reader. */
export function seconds(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`
}

/** The number of known failures of a run, and the first day on which an excuse ends. */
export function knownFailures({ checks }: Report): { number: number; until: string } | undefined {
  const days = checks.flatMap(({ knownUntil }) => (knownUntil === undefined ? [] : [knownUntil])).sort()
  return days[0] === undefined ? undefined : { number: days.length, until: days[0] }
}
