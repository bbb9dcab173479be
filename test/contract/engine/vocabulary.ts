/**
 * How much a run may change: `read-only` creates nothing, `non-disruptive` test data only, `full` live data too.
 *
 * @example
 * const mode: Mode = 'non-disruptive'
 */
export type Mode = 'read-only' | 'non-disruptive' | 'full'

/** The modes, from the one that changes least to the one that changes most. */
export const modes: readonly Mode[] = ['read-only', 'non-disruptive', 'full']

/**
 * The meaning of a failure: `must` breaks conformance, `should` is a warning, `observe` only records a choice.
 *
 * @example
 * const must = checks.filter(({ level }) => level === ('must' satisfies Level))
 */
export type Level = 'must' | 'should' | 'observe'

/**
 * How a check ended. `warned`: a `should` is broken, or a failure is known or uncertain. `observed`: a choice was recorded. `not-applicable`: this
 * run was not to judge it. `could-not-run`: this run was to judge it and could not. `errored`: the suite itself failed.
 *
 * @example
 * const withStatus = (status: Status) => report.checks.filter((result) => result.status === status)
 */
export type Status =
  'passed' | 'failed' | 'warned' | 'observed' | 'not-applicable' | 'could-not-run' | 'errored'

/**
 * The state of a rule after a run. `unsettled`: its check ended early, because another rule is broken. `unjudgeable`: no
 * check can judge it from outside.
 *
 * @example
 * const broken = report.rules.filter(({ state }) => state === ('broken' satisfies RuleState))
 */
export type RuleState =
  'broken' | 'warned' | 'kept' | 'could-not-run' | 'unsettled' | 'not-applicable' | 'unjudgeable'

/**
 * The suite's judgement of a run, by the first that holds. `non-conformant`: a check failed. `error`: the run as a whole or the suite
 * itself failed. `incomplete`: something that the run was to judge could not be judged, or it judged nothing. `conformant`: none of these.
 *
 * @example
 * const passes = (verdict: Verdict) => verdict === 'conformant'
 */
export type Verdict = 'conformant' | 'non-conformant' | 'incomplete' | 'error'

/**
 * Something that a check cannot do without. `event-key` is any key that may create events in the run's mode,
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

/** The parts of a run, in the order in which they run: a later one may disturb what an earlier one judges. */
export const phases = ['main', 'late', 'rate-limit', 'payload-size'] as const

/**
 * When in a run a check is made. `late` moves the deployment's clock or needs time to have passed, `rate-limit` spends
 * the rate limit on purpose, `payload-size` sends bodies that may cost the connection.
 *
 * @example
 * const early = checks.filter(({ phase = 'main' }) => phase === ('main' satisfies Phase))
 */
export type Phase = (typeof phases)[number]

/**
 * The checks beside which a check may be made: `lists` beside others of `lists`, `deliveries` beside others of `deliveries` and those that
 * state none of these, `choices` beside others of `choices`, `alone` beside none.
 *
 * @example
 * const beside: Beside = 'lists'
 */
export type Beside = 'lists' | 'deliveries' | 'choices' | 'alone'

/**
 * The place of the idempotency key, for a name that probing does not find.
 *
 * @example
 * const idempotency: IdempotencyPlace = { in: 'header', name: 'X-Request-Key' }
 */
export type IdempotencyPlace = { in: 'header' | 'body'; name: string }
