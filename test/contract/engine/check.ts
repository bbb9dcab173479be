import type { Context } from './context'

/**
 * How much a run may change: `read-only` creates nothing, `non-disruptive` test data only, `full` live data too.
 *
 * @example
 * const mode: Mode = 'non-disruptive'
 */
export type Mode = 'read-only' | 'non-disruptive' | 'full'

/**
 * What a failure means: `must` breaks conformance, `should` is a warning, `observe` only records a choice.
 *
 * @example
 * const must = checks.filter(({ level }) => level === ('must' satisfies Level))
 */
export type Level = 'must' | 'should' | 'observe'

/**
 * What a check cannot do without. `event-key` is any key that may create events in the run's mode,
 * `webhook-key` any that may register webhooks.
 *
 * @example
 * const delivered = checks.filter(({ needs }) => needs.includes('receiver' satisfies Need))
 */
export type Need =
  | 'any-key'
  | 'live-key'
  | 'test-key'
  | 'event-key'
  | 'webhook-key'
  | 'scoped-key'
  | 'expired-key'
  | 'receiver'
  | 'clock'
  | 'plan'

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
  level: Level
  /** The least mode in which it runs. */
  mode: Mode
  needs: readonly Need[]
  /** Milliseconds, time spent on pacing left out. 30,000 unless given. */
  timeLimit?: number
  /** Resolves when all is well, to what was seen; throws a `Violation`, `CouldNotRun` or `NotApplicable` otherwise. */
  run(context: Context): Promise<string | void>
}

/** Whether a check that needs `least` runs in `mode`. */
export function permits(mode: Mode, least: Mode): boolean {
  const order: readonly Mode[] = ['read-only', 'non-disruptive', 'full']
  return order.indexOf(mode) >= order.indexOf(least)
}
