import { runWithin } from './bounds'
import type { CallInfo, Hooks } from './hooks'
import type { LogLevel } from './log'
import type { Outgoing, Plan } from './plan'
import { redactedCause } from './redaction'
import type { Transport } from './transport'

/** Reports an event of a call to its hook and, where a level is given, to the log. */
export type Report = (hook: keyof Hooks, event: object, level?: LogLevel) => Promise<void>

/**
 * Makes the report of a call.
 *
 * @param remaining Milliseconds until the deadline of the call.
 */
export function createReport(
  { clock, hooks, log, redact }: Transport,
  { operation, idempotencyKey, limits }: Plan<unknown>,
  { method, url, signal }: Outgoing,
  remaining: () => number,
): Report {
  const call: CallInfo = { operation, method, url, idempotencyKey }
  return async (hook, event, level) => {
    if (level) log(level, `${hook} ${method} ${url}`, { operation, ...event })
    if (!hooks[hook]) return
    const ms = Math.min(limits.timeout, remaining())
    try {
      // Called as a method: hooks may be an object of a class, and use their `this`.
      await runWithin({ clock, signal, ms, limit: `limit of ${ms} ms for a hook` }, async () =>
        hooks[hook]?.({ call, ...event } as never),
      )
    } catch (error) {
      log('warn', `${hook} hook failed.`, { error: String(redactedCause(error, redact)) })
    }
  }
}

/** Warns of a deprecated operation, once for each client. */
export function warnOfDeprecation(
  { deprecatedOperations, log }: Transport,
  { operation }: Plan<unknown>,
  response: Response | undefined,
): void {
  const notice = response?.headers.get('sunset') ?? response?.headers.get('deprecation')
  if (!notice || deprecatedOperations.has(operation)) return
  deprecatedOperations.add(operation)
  log('warn', `${operation} is deprecated: ${notice}`)
}
