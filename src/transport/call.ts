import type { Attempt, Outcome, RequestError } from '../errors/request-errors'
import { abortError, sleep, timeoutError } from './attempt'
import { type ExchangeLimits, type Outgoing, exchange } from './exchange'
import { apiFailure, requestIdOf } from './failure'
import type { CallInfo, Hooks } from './hooks'
import type { LogLevel } from './log'
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
  read(text: string, response: Response): T | undefined
  /** Takes the value from an answer that is final but no success. `before`: the outcome of the attempts before it. */
  settle?(text: string, response: Response, before: Outcome): T | undefined
}

/** A call that succeeded. */
export interface Success<T> {
  data: T
  response: Response
  attempts: readonly Attempt[]
}

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
  const { url, method } = request
  const call: CallInfo = { operation, method, url, idempotencyKey }
  const attempts: Attempt[] = []
  const end = clock.now() + deadline
  let outcome: Outcome = 'not-sent'
  let retries = 0

  const failed = (error: RequestError) => Object.assign(error, { attempts, outcome, idempotencyKey })
  const tell = async (name: keyof Hooks, event: object, level?: LogLevel) => {
    if (level) log(level, `${name} ${method} ${url}`, { operation, ...event })
    const hook = hooks[name] as ((event: unknown) => unknown) | undefined
    try {
      if (hook) await hook({ call, ...event })
    } catch (error) {
      log('warn', `The ${name} hook failed.`, { error: String(error) })
    }
  }

  for (;;) {
    if (signal?.aborted || (gate && !(await gate.enter(signal)))) throw failed(abortError(signal))
    const startedAt = clock.now()
    if (startedAt >= end) throw failed(timeoutError('deadline', deadline))

    const attempt = attempts.length + 1
    let sent = request
    if (hooks.request) {
      sent = { ...request, headers: new Headers(request.headers) }
      await tell('request', { attempt, headers: sent.headers })
    }
    const result = await exchange(transport, sent, plan, end - startedAt)
    const { response } = result
    const data = response?.ok ? plan.read(result.text, response) : undefined
    const failure =
      response && data === undefined
        ? apiFailure(response, result.text, repeatable, redact, clock.now())
        : result.failure
    const made: Attempt = {
      startedAt,
      durationMs: clock.now() - startedAt,
      status: response?.status,
      requestId: response && requestIdOf(response),
      error: failure?.error.message,
    }
    attempts.push(made)
    await tell('response', { attempt, ...made }, 'debug')
    if (response) warnOfDeprecation(transport, operation, response)
    if (!failure) return { data: data as T, response: response as Response, attempts }

    const before = outcome
    // From not-sent by rejected to unknown, the outcomes go by the alphabet.
    if (failure.outcome > before) outcome = failure.outcome
    const isLimit = gate && made.status === 429
    const delayMs = retryDelay({
      ...failure,
      repeatable,
      retries: isLimit ? attempts.length : retries++,
      maxRetries: isLimit ? patience : plan.maxRetries,
      remaining: end - clock.now(),
      random: transport.random(),
    })
    if (delayMs === undefined) {
      const settled = response && !response.ok && plan.settle?.(result.text, response, before)
      if (settled) return { data: settled, response, attempts }
      throw failed(failure.error)
    }
    if (isLimit) gate.pause(delayMs)
    await tell('retry', { attempt, delayMs, error: made.error }, 'info')
    if (!(await sleep(clock, delayMs, signal))) throw failed(abortError(signal))
  }
}

function warnOfDeprecation({ deprecated, log }: Transport, operation: string, { headers }: Response): void {
  const deprecation = headers.get('deprecation')
  const sunset = headers.get('sunset')
  if (!(deprecation ?? sunset) || deprecated.has(operation)) return
  deprecated.add(operation)
  log('warn', `${operation} is deprecated.`, { deprecation, sunset })
}
