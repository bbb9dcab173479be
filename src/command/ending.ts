import { UsageError } from '../core/commands/usage-error'
import { visible } from '../core/visible'
import { ApiError } from '../errors/api-errors'
import { isEventDeliveryError } from '../errors/base'
import { AbortError, ConnectionError, RequestError, TimeoutError } from '../errors/request-errors'

/** The exit statuses. `docs/command.md` lists them. */
export const exits = { done: 0, refused: 1, usage: 2, noConnection: 3, interrupted: 130 } as const

/** The exit status for whatever ended a command. */
export function exitOf(error: unknown): number {
  if (error instanceof UsageError) return exits.usage
  if (error instanceof AbortError) return exits.interrupted
  if (error instanceof ConnectionError || error instanceof TimeoutError) return exits.noConnection
  // Status 0 says that the client refused the arguments before it sent anything.
  if (error instanceof ApiError && error.status === 0) return exits.usage
  return exits.refused
}

/** The account of an error that ended a command: a line, a remedy, and the same as a record. */
export function explainEnding(error: unknown): { line: string; record: object } {
  const { name, message } = error as Error
  const text = visible(
    isEventDeliveryError(error) || error instanceof UsageError ? message : `${name}: ${message}`,
  )
  const advice = adviceFor(error)
  const { status, code, param, requestId, outcome, idempotencyKey } = error as Partial<ApiError>
  return {
    line: advice === '' ? text : `${text}\n${advice}`,
    record: {
      error: {
        name,
        message,
        advice: advice || undefined,
        status,
        code,
        param,
        requestId,
        outcome,
        idempotencyKey,
      },
    },
  }
}

/** A remedy that the caller of a command has besides the one in the message of the error. */
function adviceFor(error: unknown): string {
  if (!(error instanceof RequestError)) return ''
  const { idempotencyKey, outcome } = error
  if (idempotencyKey !== undefined && outcome === 'unknown')
    return `The event may have been created. Repeat the command with --idempotency-key ${visible(idempotencyKey)}: it creates no second one.`
  return ''
}
