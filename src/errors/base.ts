/**
 * The base of every error that this package throws.
 *
 * @example
 * try { await client.events.retrieve(id) }
 * catch (error) { if (isEventDeliveryError(error)) report(error.name, error.message) }
 */
export class EventDeliveryError extends Error {
  /** Names the class. Stays what it is in minified code. */
  override get name(): string {
    return 'EventDeliveryError'
  }

  /** What `JSON.stringify` writes: the name, the message and the error's own fields, without its cause. */
  toJSON(): Record<string, unknown> {
    return { ...(this as object), name: this.name, message: this.message }
  }

  /** Holds for the errors of every copy of the package, where `instanceof` fails. */
  get isEventDeliveryError(): true {
    return true
  }
}

/**
 * Says whether a value is an error of this package, also of another copy of it.
 *
 * @example
 * if (isEventDeliveryError(error) && error.name === 'RateLimitError') await later()
 */
export function isEventDeliveryError(value: unknown): value is EventDeliveryError {
  return (
    typeof value === 'object' &&
    value !== null &&
    (value as { isEventDeliveryError?: unknown }).isEventDeliveryError === true
  )
}
