/**
 * The base of every error that this package throws.
 *
 * @example
 * try { await client.events.retrieve(id) }
 * catch (error) { if (isEventDeliveryError(error)) report(error.name, error.message) }
 */
export class EventDeliveryError extends Error {
  /** The name of the class. A literal, so that minified code keeps it. */
  override get name(): string {
    return 'EventDeliveryError'
  }

  /** For `JSON.stringify`: the name, the message and the error's own fields, without its cause. */
  toJSON(): Record<string, unknown> {
    return { ...(this as object), name: this.name, message: this.message }
  }

  /** Marks the errors of every copy of the package, where `instanceof` fails. */
  get isEventDeliveryError(): true {
    return true
  }
}

/**
 * Whether a value is an error of this package or of another copy of it.
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
