import type { Dialect } from '../../../generated/dialect'
import type { Context } from './context'
import { phases, type Beside, type Level, type Mode, type Need, type Phase } from './vocabulary'

// What checks and probes are written with.
export { CouldNotRun, NoAnswer, NotApplicable, Violation } from './outcome'
export { hasScope, modeOf, shareMode, type Key } from './keys'
export type { Answer } from '../wire/client'
export type { Context } from './context'
export type { Call } from './request'

/**
 * How many requests a check sends, and how many of them are no GET.
 *
 * @example
 * const none: RequestCount = { requests: 0, writes: 0 }
 */
export interface RequestCount {
  requests: number
  writes: number
}

/**
 * One case of the suite, as data.
 *
 * @example
 * const listAnswers: Check = {
 *   id: 'list-answers', title: 'the list answers', rules: ['PG-1'], level: 'must', mode: 'read-only',
 *   needs: ['any-key'],
 *   run: async (context) => { await context.call('listEvents', { key: context.anyKey() }) },
 * }
 */
export interface Check {
  /** Stable, in kebab case. */
  id: string
  /** A sentence about behaviour. */
  title: string
  /** Ids of the rules that it judges, or of the open questions that it observes. */
  rules: readonly string[]
  /** A broken rule counts by its own level, whatever this one is. A check that observes ends as `observed` where nothing is broken. */
  level: Level
  /** The least mode in which it runs. */
  mode: Mode
  /** Without one of these the check ends as `could-not-run` or `not-applicable`, and `remedy` names the flag that would help, if any. */
  needs: readonly Need[]
  /** `main` unless given. */
  phase?: Phase
  /** Milliseconds, time spent on pacing left out. 30,000 unless given. */
  timeLimit?: number
  /**
   * The checks beside which it may be made. Unless given: those that state nothing here, and those of `deliveries`. `deliveries`: the same, and its late
   * assertions are made beside those of other checks, too. `lists`: those of `lists`, which read lists and create few events. `choices`: those of
   * `choices`, which record choices, after all others. `alone`: none, because any other may change what it judges or records, as the beginning of a
   * list or the number of webhooks.
   */
  beside?: Beside
  /** Milliseconds that it takes at least, whatever it sends: it waits for a moment that it has set itself. */
  lasts?: number
  /** Whether a quick run makes it: it judges a rule that no other check of a quick run judges, with few requests. */
  quick?: true
  /**
   * Fields of the dialect, and parts of one such as `operations.createKey`, that are seen only in runs that make this check, besides those of
   * the open questions in `rules`. Where a pinned one was not seen, its remedy is what this check needs.
   */
  observes?: readonly (keyof Dialect | `${keyof Dialect}.${string}`)[]
  /**
   * How many requests the check sends, where that depends on the run's settings. `counted` is how many it sent to the
   * reference backend under the usual settings.
   */
  requests?(counted: RequestCount, settings: { plan?: number; samples?: number }): RequestCount
  /** Tells two checks of one id apart in the request counts. One of them stands in for the other in some runs. */
  variant?: string
  /**
   * Resolves when all is well, to a sentence on what was seen. Throws a `Violation`, `CouldNotRun` or `NotApplicable`.
   */
  run(context: Context): Promise<string | void>
}

/** Milliseconds that a check may take unless it says otherwise. */
export const usualTimeLimit = 30_000

/** Sorts checks by phase. The order within a phase stays as it is. */
export function inOrder(checks: readonly Check[]): Check[] {
  const rank = ({ phase = 'main' }: Check) => phases.indexOf(phase)
  return [...checks].sort((a, b) => rank(a) - rank(b))
}
