import type { Attempt, Outcome, RequestError } from '../errors/request-errors'
import { sleep } from './clock'
import { type Answer, type ExchangeLimits, exchange } from './exchange'
import { type Failure, aborted, apiFailure, requestIdOf, timedOut } from './failure'
import type { CallInfo, Hooks } from './hooks'
import type { Outgoing } from './outgoing-request'
import { type Repeatable, retryDelay } from './retry-policy'
import type { Gate, Transport } from './transport'

/** How one call is carried out. */
export interface Plan<T> extends ExchangeLimits {
  operation: string
  repeatable: Repeatable
  maxRetries: number
  idempotencyKey?: string
  gate?: Gate
  /** Takes the value from a success. Nothing when it is not what was promised. */
  read(answer: Answer): T | undefined
  /** Takes the value from an answer that is final but no success. `before`: the outcome of the attempts before it. */
  settle?(answer: Answer, before: Outcome): T | undefined
}

/** A call that succeeded. */
export interface Success<T> {
  value: T
  response: Response
  attempts: readonly Attempt[]
}

const gravity: Outcome[] = ['not-sent', 'rejected', 'unknown']
// A bulk call waits out the limit together with all the others, which says nothing about its own request.
const patience = 50

/** Carries out a call: sends, judges, waits and sends again. Throws a `RequestError`. */
export async function perform<T>(
  transport: Transport,
  plan: Plan<T>,
  request: Outgoing,
): Promise<Success<T>> {
  const { clock, hooks, log, redact } = transport
  const { signal, gate, idempotencyKey, operation, deadline, repeatable } = plan
  const { url, init } = request
  const { method = 'GET' } = init
  const call: CallInfo = { operation, method, url, idempotencyKey }
  const attempts: Attempt[] = []
  const end = clock.now() + deadline
  let outcome: Outcome = 'not-sent'
  let retries = 0
  let limited = 0

  const failed = (failure: Failure): RequestError => failure.error({ attempts, outcome, idempotencyKey })
  const hook = async <K extends keyof Hooks>(name: K, event: Parameters<NonNullable<Hooks[K]>>[0]) => {
    try {
      await (hooks[name] as ((event: unknown) => unknown) | undefined)?.(event)
    } catch (error) {
      log('warn', `The ${name} hook failed.`, { error: String(error) })
    }
  }

  for (;;) {
    if (signal?.aborted || (gate && !(await gate.enter(signal)))) throw failed(aborted(signal))
    const startedAt = clock.now()
    if (startedAt >= end) throw failed(timedOut('deadline', deadline))

    const attempt = attempts.length + 1
    let headers = init.headers as Headers
    if (hooks.request) {
      headers = new Headers(headers)
      await hook('request', { call, attempt, headers })
    }
    const result = await exchange(transport, request, headers, plan, end - startedAt)

    const answer = 'response' in result ? result : undefined
    const response = answer?.response
    const value = response?.ok ? plan.read(answer as Answer) : undefined
    const failure = answer
      ? value === undefined && apiFailure(answer.response, answer.text, repeatable, redact, clock.now())
      : (result as Failure)
    const made: Attempt = {
      startedAt,
      durationMs: clock.now() - startedAt,
      status: response?.status,
      requestId: response && requestIdOf(response),
      error: failure ? failure.reason : undefined,
    }
    attempts.push(made)
    log('debug', `${method} ${url}`, { operation, attempt, ...made })
    if (hooks.response) await hook('response', { call, attempt, ...made })
    if (response) warnOfDeprecation(transport, operation, response)
    if (!failure) {
      gate?.answered()
      return { value: value as T, response: response as Response, attempts }
    }

    const before = outcome
    if (gravity.indexOf(failure.outcome) > gravity.indexOf(before)) outcome = failure.outcome
    const isLimit = gate && made.status === 429
    const delayMs = retryDelay({
      ...failure,
      repeatable,
      retries: isLimit ? limited++ : retries++,
      maxRetries: isLimit ? patience : plan.maxRetries,
      remaining: end - clock.now(),
      random: transport.random(),
    })
    if (delayMs === undefined) {
      const settled = answer && plan.settle?.(answer, before)
      if (settled === undefined) throw failed(failure)
      return { value: settled, response: response as Response, attempts }
    }
    if (isLimit) gate.answered(delayMs)
    const retry = { attempt, delayMs, error: failure.reason }
    log('info', `Retrying ${method} ${url}`, { operation, ...retry })
    if (hooks.retry) await hook('retry', { call, ...retry })
    if (!(await sleep(clock, delayMs, signal))) throw failed(aborted(signal))
  }
}

function warnOfDeprecation({ deprecated, log }: Transport, operation: string, { headers }: Response): void {
  const deprecation = headers.get('deprecation') ?? undefined
  const sunset = headers.get('sunset') ?? undefined
  if (!(deprecation ?? sunset) || deprecated.has(operation)) return
  deprecated.add(operation)
  log('warn', `The service says that ${operation} is deprecated.`, { deprecation, sunset })
}
