import { EventDeliveryError } from '../errors/base'

/**
 * The reason of an `OutboxError`.
 *
 * - `not-migrated`: the tables are missing. `outbox.migrate()` makes them.
 * - `not-found`: there is no row with this id.
 * - `not-parked`: the row is in a state in which it takes no such decision.
 * - `may-double`: the event may exist already, and the service may no longer know its key.
 */
export type OutboxErrorCode = 'not-migrated' | 'not-found' | 'not-parked' | 'may-double'

/**
 * The outbox cannot do what it was asked to. `code` says why.
 *
 * @example
 * if (error instanceof OutboxError && error.code === 'may-double') report(error.message)
 */
export class OutboxError extends EventDeliveryError {
  override get name(): 'OutboxError' {
    return 'OutboxError'
  }

  /** Why, for programs. */
  declare readonly code: OutboxErrorCode

  constructor(code: OutboxErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    Object.assign(this, { code })
  }
}
