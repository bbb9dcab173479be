import { runWithin } from './bounds'
import type { CallInfo, Hooks } from './hooks'
import type { LogLevel } from './log'
import type { Outgoing, Plan } from './plan'
import { redactedCause, redactedHeaders, bareUrl } from './redaction'
import type { Transport } from './transport'

/** Reports an event of a call to its hook and, where a level is given, to the log. Hooks alone see the headers of an answer. */
export type Report = (
  hook: keyof Hooks,
  event: () => object,
  level?: LogLevel,
  answerHeaders?: Headers,
) => Promise<void>

/**
 * Makes the report of a call.
 *
 * @param remaining Milliseconds until the deadline of the call.
 */
export function createReport(
  { clock, hooks, log, redact }: Transport,
  { operation, template = '', idempotencyKey, limits }: Plan<unknown>,
  { method, url, signal }: Outgoing,
  remaining: () => number,
): Report {
  // Made for the first hook that is called: most clients have none.
  let call: CallInfo | undefined
  return async (hook, event, level, answerHeaders) => {
    if (level && !log.isOff)
      log(level, `${hook} ${method} ${bareUrl(url)}`, () => ({ operation, ...event() }))
    if (!hooks[hook]) return
    call ??= { operation, method, url: redact(bareUrl(url)), template, idempotencyKey }
    const warn = (error: unknown) =>
      log('warn', `${hook} hook failed.`, { error: String(redactedCause(error, redact)) })
    // Called as a method: hooks may be an object of a class, and use their `this`.
    const headers = answerHeaders && { headers: redactedHeaders(answerHeaders, redact) }
    const running = (async () => hooks[hook]?.({ call, ...event(), ...headers } as never))().catch(warn)
    const ms = Math.min(limits.timeout, remaining())
    // A call that was aborted or is over its deadline is told to the hook, and does not wait for it.
    if (signal?.aborted || ms <= 0) return
    const bounds = { clock, signal, ms, limit: `limit of ${ms} ms for a hook` }
    await runWithin(bounds, () => running).catch((error: unknown) => signal?.aborted || warn(error))
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
