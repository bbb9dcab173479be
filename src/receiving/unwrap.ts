import type { AnyCatalog, ReceivedEvent } from '../catalog/event'
import { type SchemaIssue, issuePath, schemaFor } from '../catalog/standard-schema'
import { EventDeliveryError } from '../errors/base'
import type { RawBody } from './hmac'
import { fail } from './verification-error'
import { type Delivery, type Verified, type VerifyOptions, rawBody, verify } from './verify'
import { requireWebCrypto } from './web-crypto'

/** How a delivery is verified and read. */
export interface UnwrapOptions<Catalog extends object = AnyCatalog> extends VerifyOptions {
  /** Validators of payloads, by event type. */
  catalog?: Catalog | undefined
}

/**
 * A delivery that is genuine, but whose payload the catalog's validator refuses.
 *
 * @example
 * if (error instanceof EventDataError) console.log(error.eventType, error.issues)
 */
export class EventDataError extends EventDeliveryError {
  override get name(): 'EventDataError' {
    return 'EventDataError'
  }

  constructor(
    /** The type of the event. */
    readonly eventType: string,
    /** The issues that the validator found. */
    readonly issues: readonly SchemaIssue[],
  ) {
    const first = issues[0]
    super(
      `The catalog refuses the payload of ${eventType}: ${first ? `${issuePath(first)}: ${first.message}` : ''}`,
    )
  }
}

/** The event of a delivery, and what its verification found. */
export interface Unwrapped<Catalog> {
  event: ReceivedEvent<Catalog>
  verified: Verified
  body: RawBody
}

const noEvent = (what: string) =>
  fail('invalid-json', `The signature is right, but the body is no event: ${what}.`)

function parseJson(body: RawBody): unknown {
  try {
    return JSON.parse(
      typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body),
    )
  } catch {
    return noEvent('no JSON in UTF-8')
  }
}

/**
 * Parses the body of a delivery: the event itself, or the envelope that Standard Webhooks suggests. The envelope has no id of its own: it
 * gets that of the delivery, or an empty one in a scheme without ids.
 */
function parseEvent(body: RawBody, deliveryId = ''): { id: string; type: string; data: unknown } {
  const fields = Object(parseJson(body)) as Record<string, unknown>
  const { timestamp, id = deliveryId, type, ...others } = fields
  if (typeof id !== 'string') return noEvent('its id is no text')
  if (typeof type !== 'string') return noEvent('it has no type that is text')
  if (!Object.prototype.hasOwnProperty.call(others, 'data')) return noEvent('it has no data')
  // A spread copies a field named `__proto__` as a field: it does not become the prototype of the event.
  const event = { created: timestamp, ...(others as { data: unknown }), id, type }
  return event
}

/** Parses the event of a verified body and validates the payload. */
export async function readEvent<Catalog extends object>(
  body: RawBody,
  deliveryId: string | undefined,
  catalog: Catalog | undefined,
): Promise<ReceivedEvent<Catalog>> {
  const event = parseEvent(body, deliveryId)
  const result = await schemaFor(catalog, event.type)?.['~standard'].validate(event.data)
  if (result?.issues) throw new EventDataError(event.type, result.issues)
  if (result) event.data = result.value
  return event as ReceivedEvent<Catalog>
}

/** Verifies a delivery, parses its event and validates the payload. */
export async function unwrapDelivery<Catalog extends object>(
  delivery: Delivery,
  options: UnwrapOptions<Catalog>,
): Promise<Unwrapped<Catalog>> {
  const body = await rawBody(delivery)
  const verified = await verify({ body, headers: delivery.headers }, options)
  return { event: await readEvent(body, verified.id, options.catalog), verified, body }
}

/**
 * Verifies a delivery and returns its event.
 *
 * @throws WebhookVerificationError with a stable `code`; EventDataError for a payload that the catalog refuses.
 * @example
 * const event = await unwrap(request, { secret: process.env.WEBHOOK_SECRET ?? '' })
 * if (event.type === 'order.paid') console.log(event.data)
 */
export async function unwrap<Catalog extends object = AnyCatalog>(
  delivery: Delivery,
  options: UnwrapOptions<Catalog>,
): Promise<ReceivedEvent<Catalog>> {
  requireWebCrypto()
  return (await unwrapDelivery(delivery, options)).event
}
