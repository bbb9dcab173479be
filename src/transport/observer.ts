import type { Attempt, RequestError } from '../errors/request-errors'
import { runWithin } from './bounds'
import type { CallInfo, Hooks } from './hooks'
import type { Outgoing, Plan } from './plan'
import { redactedCause } from './redaction'
import type { Transport } from './transport'

/** Reports a call to the hooks and to the log. Attempts are counted from 1. */
export interface CallObserver {
  /** Returns the headers to send, with what a hook added to them. */
  beforeRequest(attempt: number, headers: Headers): Promise<Headers>
  afterResponse(attempt: number, result: Attempt, response: Response | undefined): Promise<void>
  beforeRetry(attempt: number, delayMs: number, failure: RequestError): Promise<void>
}

export function observeCall(
  { clock, hooks, log, redact, deprecatedOperations }: Transport,
  { operation, idempotencyKey, limits }: Plan<unknown>,
  { method, url, signal }: Outgoing,
  remaining: () => number,
): CallObserver {
  const call: CallInfo = { operation, method, url, idempotencyKey }

  const runHook = async (name: keyof Hooks, event: object) => {
    if (!hooks[name]) return
    const ms = Math.min(limits.timeout, remaining())
    try {
      // Called as a method: hooks may be an object of a class, and use their `this`.
      await runWithin({ clock, signal, ms, limit: `${ms} ms of the hook` }, async () =>
        hooks[name]?.({ call, ...event } as never),
      )
    } catch (error) {
      log('warn', `${name} hook failed.`, { error: String(redactedCause(error, redact)) })
    }
  }

  return {
    async beforeRequest(attempt, callHeaders) {
      if (!hooks.request) return callHeaders
      // A copy: what a hook sets is sent with this attempt alone.
      const headers = new Headers(callHeaders)
      await runHook('request', { attempt, headers })
      return headers
    },
    async afterResponse(attempt, result, response) {
      const event = { attempt, ...result }
      log('debug', `response ${method} ${url}`, { operation, ...event })
      await runHook('response', event)
      const notice = response?.headers.get('sunset') ?? response?.headers.get('deprecation')
      if (notice && !deprecatedOperations.has(operation)) {
        deprecatedOperations.add(operation)
        log('warn', `${operation} is deprecated: ${notice}`)
      }
    },
    async beforeRetry(attempt, delayMs, { message: error }) {
      const event = { attempt, delayMs, error }
      log('info', `retry ${method} ${url}`, { operation, ...event })
      await runHook('retry', event)
    },
  }
}
