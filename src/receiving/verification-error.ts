import { EventDeliveryError } from '../errors/base'

/**
 * Why a delivery was not accepted.
 *
 * - `missing-header`: a header of the scheme is absent.
 * - `malformed-header`: a header is not as the scheme writes it.
 * - `body-not-raw`: the body was parsed or read before, and its bytes are lost.
 * - `wrong-secret`: no secret was given, or one that cannot be a secret of the scheme.
 * - `wrong-option`: an option, which the message names, is of a type that it cannot have.
 * - `timestamp-too-old`, `timestamp-in-future`: signed outside of the tolerance.
 * - `no-match`: none of the signatures fits any of the secrets.
 * - `invalid-json`: the signature is right, but the body is no event in JSON.
 * - `body-too-large`: the body has more bytes than the receiver's `maxBytes`.
 * - `body-too-slow`: the body did not arrive within the receiver's `bodyTimeout`.
 * - `body-cut-off`: the connection ended before the whole body had arrived.
 */
export type WebhookVerificationCode =
  | 'missing-header'
  | 'malformed-header'
  | 'body-not-raw'
  | 'wrong-secret'
  | 'wrong-option'
  | 'timestamp-too-old'
  | 'timestamp-in-future'
  | 'no-match'
  | 'invalid-json'
  | 'body-too-large'
  | 'body-too-slow'
  | 'body-cut-off'

/**
 * A delivery that cannot be trusted. Its `code` is stable, its message is for people.
 *
 * @example
 * try { await verify(request, { secret }) }
 * catch (error) { if (error instanceof WebhookVerificationError) return new Response(error.code, { status: 400 }) }
 */
export class WebhookVerificationError extends EventDeliveryError {
  override get name(): 'WebhookVerificationError' {
    return 'WebhookVerificationError'
  }

  /** Why the delivery was not accepted. */
  declare readonly code: WebhookVerificationCode

  constructor(code: WebhookVerificationCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
  }
}

/** Throws a `WebhookVerificationError`. */
export function fail(code: WebhookVerificationCode, message: string): never {
  throw new WebhookVerificationError(code, message)
}

/** Tells that a body broke off, by the error of its stream. */
export function cutOff(cause: unknown): never {
  const message = 'The connection ended before the whole body had arrived.'
  throw new WebhookVerificationError('body-cut-off', message, cause)
}

/** Refuses an option that has no such method, or is none. `right` says what to give in its place. */
export function needMethod(name: string, value: unknown, method: string, right: string): void {
  if (typeof (value as never)?.[method] !== 'function')
    fail('wrong-option', `${name} is ${typeof value}: give ${right}.`)
}
