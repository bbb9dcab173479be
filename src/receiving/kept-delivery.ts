import type { RawBody } from './hmac'
import type { HeadersLike, Verified } from './verify'

/** A verified delivery as a store keeps it, to be handled later. */
export interface KeptDelivery extends Verified {
  /** The text by which a duplicate is recognised. */
  key: string
  /** The type of the event. */
  type: string
  /** The headers, by their names in lower case. Those with credentials are left out. */
  headers: Record<string, string>
  /** The body as it was sent. */
  body: string
}

/** Keeps deliveries, in the transaction in which they are claimed. */
export interface DeliveryKeeper<Tx> {
  /** Keeps a delivery in the transaction `tx`. Where it rejects, the transaction is rolled back. */
  keep: (tx: Tx, delivery: KeptDelivery) => Promise<void>
}

/** Counts the failures of deliveries, and parks those that have failed too often. */
export interface FailureCounter {
  /**
   * Notes that the handler of a delivery has failed. Resolves to whether the delivery is parked now: it counts as handled, for the time of
   * `retention` in milliseconds, and is kept with its reason.
   */
  noteFailure: (scope: string, delivery: KeptDelivery, error: unknown, retention: number) => Promise<boolean>
}

export const keepsDeliveries = <Tx>(store: unknown): store is DeliveryKeeper<Tx> =>
  typeof (store as Partial<DeliveryKeeper<Tx>> | undefined)?.keep === 'function'

// The header `authorization` is also made of a name and a password in the URL.
const credentials = ['authorization', 'cookie', 'proxy-authorization']

function plainHeaders(headers: HeadersLike): Record<string, string> {
  // Headers of another realm are no `Headers` of this one.
  const entries = Symbol.iterator in headers ? [...(headers as Headers)] : Object.entries(headers)
  return Object.fromEntries(
    entries
      .map(([name, value]: [string, unknown]) => [name.toLowerCase(), String(value)])
      .filter(([name = '']) => !credentials.includes(name)),
  ) as Record<string, string>
}

/** A delivery as a store keeps it. */
export const keptDelivery = (
  key: string,
  type: string,
  verified: Verified,
  headers: HeadersLike,
  body: RawBody,
): KeptDelivery => ({
  ...verified,
  key,
  type,
  headers: plainHeaders(headers),
  body: typeof body === 'string' ? body : new TextDecoder().decode(body),
})
