import { RateLimitError } from '../errors/api-errors'
import type { Attempt, Outcome } from '../errors/request-errors'
import { sleep } from './bounds'
import { monotonic } from './clock'
import { type Exchange, exchangeOnce } from './exchange'
import { connectionFailure } from './failure'
import type { Outgoing, Plan } from './plan'
import { type Report, createReport, warnOfDeprecation } from './report'
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
  const { clock, budget } = transport
  const began = monotonic(clock)
  const deadline = began + plan.limits.deadline
  const remaining = () => deadline - monotonic(clock)
  const report = createReport(transport, plan, outgoing, remaining)
  budget.begin()
  await report('start', {})
  const ending = await attemptUntilEnd(transport, plan, outgoing, report, remaining)
  const { attempts, failure } = ending
  await report('end', { attempts, durationMs: monotonic(clock) - began, error: failure })
  return ending
}

async function attemptUntilEnd<T>(
  transport: Transport,
  plan: Plan<T>,
  outgoing: Outgoing,
  report: Report,
  remaining: () => number,
): Promise<Ending<T>> {
  const { budget, clock, random } = transport
  const { gate, limits } = plan
  const { signal } = outgoing
  const attempts: Attempt[] = []
  let outcome: Outcome = 'not-sent'
  let retries = 0

  try {
    for (;;) {
      await gate?.enter(signal)
      const number = attempts.length + 1
      // A copy: headers that a hook sets are sent with this attempt alone.
      const headers = new Headers(outgoing.headers)
      await report('request', { attempt: number, headers })
      const startedAt = clock.now()
      const began = monotonic(clock)
      const exchange = await exchangeOnce(transport, plan, { ...outgoing, headers }, remaining())
      const { wasSent, requestId, response, failure } = exchange
      const attempt: Attempt = {
        startedAt,
        durationMs: monotonic(clock) - began,
        status: response?.status,
        requestId,
        error: failure?.reason,
      }
      if (wasSent) attempts.push(attempt)
      await report(
        'response',
        { attempt: number, ...attempt, errorName: failure?.name },
        'debug',
        response?.headers,
      )
      warnOfDeprecation(transport, plan, response)
      if (!failure) return { ...exchange, attempts }

      outcome = graver(outcome, failure.outcome)
      const fail = () => {
        Object.assign(failure, { attempts, outcome })
        return { ...exchange, attempts }
      }
      const { reason = failure.message, retryAfter } = failure as RateLimitError
      const isRefused = failure instanceof RateLimitError
      const isSharedLimit = gate && isRefused
      const retry = isSharedLimit ? attempts.length : retries++
      const mostRetries = isSharedLimit ? maxRateLimitRetries : limits.maxRetries
      const isPaced = isRefused && retryAfter !== undefined
      const delayMs = retryDelay({ random, retries: retry, remaining: remaining(), retryAfter, isPaced })
      if (!failure.retryable || !(retry < mostRetries) || delayMs === undefined) return fail()
      if (isSharedLimit) gate.pause(retryAfter ? retryAfter * 1000 : delayMs)
      if (!isRefused && !budget.grant()) {
        await report('retryDenied', { attempt: number, error: reason }, 'warn')
        return fail()
      }
      await report('retry', { attempt: number, delayMs, error: reason }, 'info')
      try {
        await sleep(clock, delayMs, signal)
      } finally {
        if (!isRefused) budget.spend()
      }
    }
  } catch (error) {
    // The caller's signal ended a wait: at the gate, or before a retry.
    const failure = connectionFailure(transport, plan, outgoing, error, outcome === 'unknown')
    return { wasSent: false, failure: Object.assign(failure, { attempts, outcome }), attempts }
  }
}
