import type { AnyCatalog, ReceivedEvent } from '../catalog/event'
import { type SchemaIssue, issuePath, schemaFor } from '../catalog/standard-schema'
import { EventDeliveryError } from '../errors/base'
import type { RawBody } from './hmac'
import { WebhookVerificationError } from './verification-error'
import { type Delivery, type Verified, type VerifyOptions, rawBody, verify } from './verify'

/** How a delivery is verified and read. */
export interface UnwrapOptions<Catalog extends object = AnyCatalog> extends VerifyOptions {
  /** Validators of payloads, by event type. */
  catalog?: Catalog
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
}

const fatalDecoder = () => new TextDecoder('utf-8', { fatal: true })

/** Parses the body of a delivery: the event itself, or the envelope that Standard Webhooks suggests. The envelope has no id of its own. */
function parseEvent(body: RawBody, id: string | undefined): { id?: string; type: string; data: unknown } {
  try {
    const text = typeof body === 'string' ? body : fatalDecoder().decode(body)
    const fields = JSON.parse(text) as Record<string, unknown>
    if (typeof fields['type'] !== 'string' || !('data' in fields)) throw new SyntaxError()
    const { timestamp, ...event } = fields
    return { id, created: timestamp, ...event } as unknown as { type: string; data: unknown }
  } catch {
    throw new WebhookVerificationError(
      'invalid-json',
      'The signature is right, but the body is no event in JSON.',
    )
  }
}

/** Verifies a delivery, parses its event and validates the payload. */
export async function unwrapDelivery<Catalog extends object>(
  delivery: Delivery,
  options: UnwrapOptions<Catalog>,
): Promise<Unwrapped<Catalog>> {
  const body = await rawBody(delivery)
  const verified = await verify({ body, headers: delivery.headers }, options)
  const event = parseEvent(body, verified.id)
  const result = await schemaFor(options.catalog, event.type)?.['~standard'].validate(event.data)
  if (result?.issues) throw new EventDataError(event.type, result.issues)
  if (result) event.data = result.value
  return { event: event as ReceivedEvent<Catalog>, verified }
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
  return (await unwrapDelivery(delivery, options)).event
}
