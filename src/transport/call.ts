import type { Attempt, CallContext, Outcome } from '../errors/request-errors'
import { sleep } from './clock'
import { type Answer, exchange } from './exchange'
import { apiFailure, interruption, requestIdOf } from './failure'
import type { CallInfo, Hooks } from './hooks'
import type { OutgoingRequest } from './outgoing-request'
import { type Repeatable, retryDelay } from './retry-policy'
import type { Gate, Transport } from './transport'

/** How one call is carried out. */
export interface Plan<T, Body = string> {
  operation: string
  repeatable: Repeatable
  /** Milliseconds for each attempt. */
  timeout: number
  /** Milliseconds for the whole call. */
  deadline: number
  maxRetries: number
  signal?: AbortSignal
  idempotencyKey?: string
  gate?: Gate
  readBody(response: Response): Promise<Body>
  /** Takes the value from a success. Nothing when it is not what was promised. */
  read(answer: Answer<Body>): T | undefined
  /** Takes the value from an answer that is final but no success. `before`: the outcome of the attempts before it. */
  settle?(answer: Answer<Body>, before: Outcome): T | undefined
}

/** A call that succeeded. */
export interface Success<T> {
  value: T
  response: Response
  attempts: readonly Attempt[]
}

const gravity: Outcome[] = ['not-sent', 'rejected', 'unknown']
const graver = (a: Outcome, b: Outcome) => (gravity.indexOf(a) < gravity.indexOf(b) ? b : a)
// A bulk call waits out the limit together with all the others, which says nothing about its own request.
const patience = 50

/** Carries out a call: sends, judges, waits and sends again. Throws a `RequestError`. */
export async function perform<T, Body>(
  transport: Transport,
  plan: Plan<T, Body>,
  request: OutgoingRequest,
): Promise<Success<T>> {
  const { clock, hooks, log, redact } = transport
  const { signal, gate, idempotencyKey, operation } = plan
  const { url, method } = request
  const call: CallInfo = { operation, method, url, idempotencyKey }
  const attempts: Attempt[] = []
  const context = (): CallContext => ({ attempts, outcome, idempotencyKey })
  const end = clock.now() + plan.deadline
  let outcome: Outcome = 'not-sent'
  let retries = 0
  let limited = 0

  const hook = async <K extends keyof Hooks>(name: K, event: Parameters<NonNullable<Hooks[K]>>[0]) => {
    try {
      await (hooks[name] as ((event: unknown) => unknown) | undefined)?.(event)
    } catch (error) {
      log('warn', `The ${name} hook failed.`, { error: String(error) })
    }
  }
  const abort = () => interruption('signal', 0, false, signal).error(context())

  for (;;) {
    if (signal?.aborted || (gate && !(await gate.enter(signal)))) throw abort()
    const startedAt = clock.now()
    const remaining = end - startedAt
    if (remaining <= 0) throw interruption('timeout', plan.deadline, true).error(context())

    const attempt = attempts.length + 1
    let { headers } = request
    if (hooks.request) {
      headers = new Headers(headers)
      await hook('request', { call, attempt, headers })
    }
    const limits = { timeout: plan.timeout, deadline: plan.deadline, remaining, signal }
    const result = await exchange(transport, request, headers, (response) => plan.readBody(response), limits)

    const answer = 'response' in result ? result : undefined
    const value = answer?.response.ok ? plan.read(answer) : undefined
    const failure =
      'response' in result
        ? value === undefined
          ? apiFailure(result.response, result.body, plan.repeatable, redact, clock.now())
          : undefined
        : result
    const made: Attempt = {
      startedAt,
      durationMs: clock.now() - startedAt,
      status: answer?.response.status,
      requestId: answer && requestIdOf(answer.response),
      error: failure?.reason,
    }
    attempts.push(made)
    const { durationMs, status, requestId, error } = made
    log('debug', `${method} ${url}`, { operation, attempt, durationMs, status, requestId, error })
    if (hooks.response) await hook('response', { call, attempt, durationMs, status, requestId, error })
    if (answer) warnOfDeprecation(transport, operation, answer.response)
    if (answer && value !== undefined) {
      gate?.answered()
      return { value, response: answer.response, attempts }
    }
    if (!failure) continue

    const before = outcome
    outcome = graver(outcome, failure.outcome)
    const isLimit = !!gate && status === 429
    const delay = retryDelay({
      repeatable: plan.repeatable,
      transient: failure.transient,
      outcome: failure.outcome,
      retries: isLimit ? limited : retries,
      maxRetries: isLimit ? patience : plan.maxRetries,
      retryAfter: failure.retryAfter,
      remaining: end - clock.now(),
      random: transport.random(),
    })
    if (delay === undefined) {
      const settled = answer && plan.settle?.(answer, before)
      if (answer && settled !== undefined) return { value: settled, response: answer.response, attempts }
      throw failure.error(context())
    }
    if (isLimit) {
      limited++
      gate.answered(delay)
    } else retries++
    log('info', `Retrying ${method} ${url}`, { operation, attempt, delayMs: delay, error })
    if (hooks.retry) await hook('retry', { call, attempt, delayMs: delay, error: failure.reason })
    if (!(await sleep(clock, delay, signal))) throw abort()
  }
}

function warnOfDeprecation({ deprecated, log }: Transport, operation: string, { headers }: Response): void {
  const deprecation = headers.get('deprecation')
  const sunset = headers.get('sunset')
  if ((!deprecation && !sunset) || deprecated.has(operation)) return
  deprecated.add(operation)
  log('warn', `The service says that ${operation} is deprecated.`, {
    deprecation: deprecation ?? undefined,
    sunset: sunset ?? undefined,
    link: headers.get('link') ?? undefined,
  })
}
