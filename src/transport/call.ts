import { RateLimitError } from '../errors/api-errors'
import { type Attempt, type Outcome, RequestError, type RetryDenial } from '../errors/request-errors'
import { runWithin, sleep } from './bounds'
import { monotonic } from './clock'
import { type Exchange, exchangeOnce } from './exchange'
import { connectionFailure, deniedFailure, requestIdOf } from './failure'
import type { Pass } from './bucket'
import type { CallInfo, Hooks } from './hooks'
import type { LogLevel } from './log'
import type { Outgoing, Plan } from './plan'
import { longestBackoffs, pauseAfter, retryDelay } from './retry-policy'
import { bareUrl, redactedCause, redactedHeaders } from './redaction'
import type { Transport } from './transport'

/** How a call ended: its last exchange, and all of its attempts. */
export interface Ending<T> extends Exchange<T> {
  attempts: readonly Attempt[]
  /** When the deadline of the call ends, in monotonic milliseconds. Waits for the pace have moved it. */
  deadlineAt: number
}

// How often a call of a bulk may be refused for the rate. `maxRetries` does not count these refusals: a bulk fills the rate of the plan on
// purpose, so that they say nothing about the one call.
const maxRefusalsInBulk = 50

/** Carries out a call: waits for the pace, sends its request, judges the answer, waits and sends again. Never throws. */
export async function performCall<T>(
  transport: Transport,
  plan: Plan<T>,
  outgoing: Outgoing,
): Promise<Ending<T>> {
  const { budget, clock, hooks, random, redact } = transport
  const { began, limits, pace = transport.pace } = plan
  const { signal } = outgoing
  let deadline = began + limits.deadline
  const remaining = () => deadline - monotonic(clock)
  const report = createReport(transport, plan, outgoing, remaining)
  const attempts: Attempt[] = []
  let outcome: Outcome = 'not-sent'
  let failures = 0
  let refusals = 0
  let giveBack: (() => void) | undefined

  /** Waits for the pace. The wait does not count towards the deadline of the call. */
  const takeTurn = async (turn: Promise<Pass>): Promise<Pass> => {
    const since = monotonic(clock)
    // The signal may end the wait while the hook runs, when nothing else listens to the turn yet: its rejection would end the process.
    turn.catch(() => {})
    await report?.('wait', () => ({ delayMs: pace.expectedWait() }))
    try {
      return await turn
    } finally {
      deadline += monotonic(clock) - since
    }
  }

  /** Tells the pace of a refusal. Returns how long to wait before the next attempt, or `undefined` where there may be none. */
  const delayAfter = (failure: RequestError, pass: Pass): number | undefined => {
    const isRefused = failure instanceof RateLimitError
    const isOfBulk = isRefused && plan.pace !== undefined
    const retries = isOfBulk ? refusals++ : failures++
    const { retryAfter } = failure as RateLimitError
    const delayMs = retryDelay({ random, retries, remaining: remaining(), retryAfter })
    const pauseMs = isRefused ? pauseAfter(retryAfter, delayMs) : undefined
    if (pauseMs !== undefined) pace.refuse(pass, pauseMs)
    const mostRetries = isOfBulk ? maxRefusalsInBulk : limits.maxRetries
    if (!failure.retryable || !(retries < mostRetries)) return undefined
    return isOfBulk || retryAfter !== undefined ? (pauseMs ?? delayMs) : delayMs
  }

  /**
   * Waits for the retry budget. In a bulk the wait takes as long as it must, and does not count towards the deadline of the call. Else it
   * takes no longer than the waits for the retries that are left could take. Returns why the retry was denied, if it was.
   */
  const enterBudget = async (): Promise<RetryDenial | undefined> => {
    const since = monotonic(clock)
    const longest = Math.min(remaining(), longestBackoffs(failures - 1, limits.maxRetries))
    const answer = await budget.enter(signal, plan.pace ? Infinity : longest)
    if (plan.pace) deadline += monotonic(clock) - since
    if (typeof answer !== 'function') return answer
    giveBack = answer
    return undefined
  }

  const attemptUntilEnd = async (): Promise<Exchange<T>> => {
    for (;;) {
      const turn = pace.enter(signal, failures + refusals > 0)
      const pass = turn instanceof Promise ? await takeTurn(turn) : turn
      const number = attempts.length + 1
      // A copy: headers that a hook sets are sent with this attempt alone.
      const headers = hooks?.request || hooks?.send ? new Headers(outgoing.headers) : outgoing.headers
      await report?.('request', () => ({ attempt: number, headers }))
      const startedAt = clock.now()
      const sentAt = monotonic(clock)
      const exchange = await exchangeOnce(transport, plan, { ...outgoing, headers }, remaining())
      const durationMs = monotonic(clock) - sentAt
      const { wasSent, response, failure } = exchange
      const status = response?.status
      const delayMs = failure && delayAfter(failure, pass)
      pace.leave(pass, !!status && status !== 429)
      // A service that answers with a success or with a refusal works, so that the retry no longer counts in the budget.
      if (!failure || failure.outcome === 'rejected') giveBack?.()

      const attempt: Attempt = {
        startedAt,
        durationMs,
        status,
        // Redacted when it is read: most callers never do.
        get requestId() {
          return response && requestIdOf(response, redact)
        },
        error: failure?.reason,
      }
      if (wasSent) attempts.push(attempt)
      await report?.(
        'response',
        () => ({ attempt: number, ...attempt, replayed: exchange.replayed, errorName: failure?.name }),
        'debug',
        response?.headers,
      )
      warnOfDeprecation(transport, plan, response)
      if (!failure) return exchange

      // The outcome of the call is the least certain one of its attempts.
      if (outcome !== 'unknown' && failure.outcome !== 'not-sent') outcome = failure.outcome
      if (delayMs === undefined) return exchange
      const { reason = failure.message } = failure
      await report?.('retry', () => ({ attempt: number, delayMs, error: reason }), 'info')
      const sleptAt = monotonic(clock)
      await sleep(clock, delayMs, signal)
      // After a refusal for the rate the pace bounds the retries, and the retry budget need not.
      if (failure instanceof RateLimitError) {
        // All calls of a bulk wait out a refusal together. It is a wait for the pace, which no deadline counts.
        if (plan.pace) deadline += monotonic(clock) - sleptAt
        continue
      }
      const denial = await enterBudget()
      if (denial) {
        await report?.('retryDenied', () => ({ attempt: number, error: reason }), 'warn')
        return { ...exchange, failure: deniedFailure(failure, denial) }
      }
    }
  }

  budget.begin()
  await report?.('start', () => ({}))
  const exchange = await attemptUntilEnd().catch(
    // The signal ended a wait, for the pace or for a retry. Any other error comes from an option or from an answer, when something may have
    // been sent.
    (error: unknown): Exchange<T> => {
      if (!(error instanceof RequestError)) outcome = 'unknown'
      const failure = connectionFailure(transport, plan, outgoing, error, outcome === 'unknown')
      return { wasSent: false, failure }
    },
  )
  const { failure, replayed } = exchange
  // After a conflict it is certain that no attempt of the call made an event: the key was used before the first one.
  if (failure?.name === 'IdempotencyConflictError') outcome = 'rejected'
  if (failure) Object.assign(failure, { attempts, outcome })
  await report?.('end', () => ({ attempts, durationMs: monotonic(clock) - began, replayed, error: failure }))
  return Object.assign(exchange, { attempts, deadlineAt: deadline })
}

/** Reports an event of a call to its hook and, where a level is given, to the log. Hooks alone see the headers of an answer. */
type Report = (
  hook: keyof Hooks,
  event: () => object,
  level?: LogLevel,
  answerHeaders?: Headers,
) => Promise<void>

/**
 * Makes the report of a call. `undefined` where nobody would get it.
 *
 * @param remaining Milliseconds until the deadline of the call.
 */
function createReport(
  { clock, hooks, log, redact }: Transport,
  { operation, template = '', idempotencyKey, limits }: Plan<unknown>,
  { method, url, signal }: Outgoing,
  remaining: () => number,
): Report | undefined {
  if (log.isOff && !hooks) return undefined
  // Made for the first hook that is called.
  let call: CallInfo | undefined
  return async (hook, event, level, answerHeaders) => {
    if (level && !log.isOff)
      log(level, `${hook} ${method} ${bareUrl(url)}`, () => ({ operation, ...event() }))
    if (!hooks?.[hook]) return
    call ??= { operation, method, url: redact(bareUrl(url)), template, idempotencyKey }
    const warn = (error: unknown) =>
      log('warn', `${hook} hook failed.`, { error: String(redactedCause(error, redact)) })
    // Called as a method: hooks may be an object of a class, and use their `this`.
    const headers = answerHeaders && { headers: redactedHeaders(answerHeaders, redact) }
    const running = (async () => hooks[hook]?.({ call, ...event(), ...headers } as never))().catch(warn)
    const ms = Math.min(limits.timeout, remaining())
    // The hook is told of a call that was aborted or is over its deadline, but the call does not wait for it.
    if (signal?.aborted || ms <= 0) return
    const bounds = { clock, signal, ms, limit: `limit of ${ms} ms for a hook` }
    await runWithin(bounds, () => running).catch((error: unknown) => signal?.aborted || warn(error))
  }
}

/** Warns of a deprecated operation, once for each client. */
function warnOfDeprecation(
  { deprecatedOperations, log }: Transport,
  { operation }: Plan<unknown>,
  response: Response | undefined,
): void {
  const notice = response?.headers.get('sunset') ?? response?.headers.get('deprecation')
  if (!notice || deprecatedOperations.has(operation)) return
  deprecatedOperations.add(operation)
  log('warn', `${operation} is deprecated: ${notice}`)
}
