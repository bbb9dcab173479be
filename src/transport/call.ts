import type { ApiError } from '../errors/api-errors'
import type { Attempt, Outcome, RequestError } from '../errors/request-errors'
import { redactedCause } from '../redaction'
import { attempt, sleep } from './attempt'
import { type Outgoing, exchange } from './exchange'
import { apiFailure } from './failure'
import type { CallInfo, Hooks } from './hooks'
import type { LogLevel } from './log'
import { retryDelay } from './retry-policy'
import type { Gate } from './transport'

/** How one call is carried out. */
export interface Plan<T> extends Outgoing {
  operation: string
  idempotencyKey?: string
  gate?: Gate
  /**
   * Takes the value from a success, or from another answer that is final. Nothing when it is not what was promised. `outcome`: that
   * of all attempts.
   */
  read(text: string, response: Response, outcome: Outcome): T | undefined | false
}

/** A call that succeeded. */
export interface Success<T> {
  data: T
  response: Response
  attempts: readonly Attempt[]
  idempotencyKey?: string
}

// A bulk call waits out the limit together with all the others, which says nothing about its own request.
const patience = 50

/** Carries out a call: sends, judges, waits and sends again. Throws a `RequestError`. */
export async function perform<T>(plan: Plan<T>): Promise<Success<T>> {
  const {
    signal,
    gate,
    operation,
    method,
    url,
    transport: { clock, hooks, log, random, redact },
  } = plan
  const call: CallInfo = { operation, method, url, idempotencyKey: plan.idempotencyKey }
  const attempts: Attempt[] = []
  const deadline = clock.now() + plan.deadline
  const remaining = () => deadline - clock.now()
  let outcome: Outcome = 'not-sent'
  let retries = 0
  let number = 0

  const tell = async (name: keyof Hooks, told: object, level?: LogLevel) => {
    const event = { attempt: number, ...told }
    if (level) log(level, `${name} ${method} ${url}`, { operation, ...event })
    if (!hooks[name]) return
    const hook = async () => hooks[name]?.({ call, ...event } as never)
    try {
      await attempt(hook, clock, Math.min(plan.timeout, remaining()), 'time', signal)
    } catch (error) {
      log('warn', `${name} hook failed.`, { error: String(redactedCause(error, redact)) })
    }
  }

  try {
    for (;;) {
      await gate?.enter(signal)
      number = attempts.length + 1
      let headers = plan.headers
      if (hooks.request) {
        headers = new Headers(headers)
        await tell('request', { headers })
      }
      const startedAt = clock.now()
      const { sent, requestId, response, text, error: lost } = await exchange(plan, headers, remaining())
      const whole = lost ? undefined : response
      const data: T | undefined | false = whole?.ok && plan.read(text, whole, outcome)
      const failure: RequestError | undefined =
        whole && !data ? apiFailure(plan, whole, text, requestId) : lost
      const made: Attempt = {
        startedAt,
        durationMs: clock.now() - startedAt,
        status: response?.status,
        requestId,
        error: failure?.message,
      }
      if (sent) attempts.push(made)
      await tell('response', made, 'debug')
      if (response) warnOfDeprecation(plan, response)
      const end = { response: response as Response, attempts, idempotencyKey: plan.idempotencyKey }
      if (!failure) return { data: data as T, ...end }

      // From not-sent by rejected to unknown, the outcomes go by the alphabet.
      if (failure.outcome > outcome) outcome = failure.outcome
      const { retryable, retryAfter, status } = failure as ApiError
      const isLimit = gate && status === 429
      const [retried, most] = isLimit ? [attempts.length, patience] : [retries++, plan.maxRetries]
      const delayMs = retryable && retried < most && retryDelay(random, retried, remaining(), retryAfter)
      if (!delayMs) {
        const final = whole && !whole.ok && plan.read(text, whole, outcome)
        if (final) return { data: final, ...end }
        throw failure
      }
      if (isLimit) gate.pause(delayMs)
      await tell('retry', { delayMs, error: made.error }, 'info')
      await sleep(clock, delayMs, signal)
    }
  } catch (error) {
    throw Object.assign(error as RequestError, { attempts, outcome })
  }
}

function warnOfDeprecation(
  { transport: { deprecated, log }, operation }: Plan<unknown>,
  { headers }: Response,
): void {
  const notice = headers.get('sunset') ?? headers.get('deprecation')
  if (!notice || deprecated.has(operation)) return
  deprecated.add(operation)
  log('warn', `${operation} is deprecated: ${notice}`)
}
