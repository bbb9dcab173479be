import { RateLimitError } from '../errors/api-errors'
import type { Attempt, Outcome, RequestError } from '../errors/request-errors'
import { sleep } from './bounds'
import { type Exchange, exchangeOnce } from './exchange'
import { connectionFailure } from './failure'
import type { Outgoing, Plan } from './plan'
import { createReport, warnOfDeprecation } from './report'
import { retryDelay } from './retry-policy'
import type { Transport } from './transport'

/** How a call ended: its last exchange, and all of its attempts. */
export interface Ending<T> extends Exchange<T> {
  attempts: readonly Attempt[]
}

const byGravity: readonly Outcome[] = ['not-sent', 'rejected', 'unknown']
const graver = (a: Outcome, b: Outcome) => (byGravity.indexOf(a) > byGravity.indexOf(b) ? a : b)

// Bulk: 429 retries per request. The calls share the rate limit, so `maxRetries` does not count them.
const maxRateLimitRetries = 50

/** Carries out a call: sends its request, judges the answer, waits and sends again. Never throws. */
export async function carryOut<T>(
  transport: Transport,
  plan: Plan<T>,
  outgoing: Outgoing,
): Promise<Ending<T>> {
  const { clock, random } = transport
  const { gate, limits } = plan
  const { signal } = outgoing
  const deadline = clock.now() + limits.deadline
  const remaining = () => deadline - clock.now()
  const report = createReport(transport, plan, outgoing, remaining)
  const attempts: Attempt[] = []
  let outcome: Outcome = 'not-sent'
  let retries = 0

  /** Milliseconds to wait before the next attempt. `undefined` where there may be none. */
  const delayAfter = (failure: RequestError): number | undefined => {
    const isSharedLimit = gate && failure instanceof RateLimitError
    const retry = isSharedLimit ? attempts.length : retries++
    const mostRetries = isSharedLimit ? maxRateLimitRetries : limits.maxRetries
    if (!failure.retryable || !(retry < mostRetries)) return undefined
    const { retryAfter } = failure as RateLimitError
    const delayMs = retryDelay(random, retry, remaining(), retryAfter)
    if (isSharedLimit && delayMs) gate.pause(delayMs)
    return delayMs
  }

  try {
    for (;;) {
      await gate?.enter(signal)
      const number = attempts.length + 1
      // A copy: headers that a hook sets are sent with this attempt alone.
      const headers = new Headers(outgoing.headers)
      await report('request', { attempt: number, headers })
      const startedAt = clock.now()
      const exchange = await exchangeOnce(transport, plan, { ...outgoing, headers }, remaining())
      const { wasSent, requestId, response, failure } = exchange
      const attempt: Attempt = {
        startedAt,
        durationMs: clock.now() - startedAt,
        status: response?.status,
        requestId,
        error: failure?.reason,
      }
      if (wasSent) attempts.push(attempt)
      await report('response', { attempt: number, ...attempt }, 'debug')
      warnOfDeprecation(transport, plan, response)
      if (!failure) return { ...exchange, attempts }

      outcome = graver(outcome, failure.outcome)
      const delayMs = delayAfter(failure)
      if (delayMs === undefined) {
        Object.assign(failure, { attempts, outcome })
        return { ...exchange, attempts }
      }
      await report('retry', { attempt: number, delayMs, error: failure.reason ?? failure.message }, 'info')
      await sleep(clock, delayMs, signal)
    }
  } catch (error) {
    // The caller's signal ended a wait: at the gate, or before a retry.
    const failure = connectionFailure(transport, plan, outgoing, error, outcome === 'unknown')
    return { wasSent: false, failure: Object.assign(failure, { attempts, outcome }), attempts }
  }
}
