import { prefixOf } from './value-kinds'
import { sourceOf, type Source } from './source'
import type { Delivered } from './delivery-template'
import type { Delivery } from '../../receiver/inbox'
import type { Dialect } from '../../../../generated/dialect'

/** Headers of one hop, of the body's length or of a trace: they are no choice of the service. */
const incidental =
  /^(host|connection|keep-alive|transfer-encoding|content-length|content-encoding|accept.*|date|via|forwarded|x-forwarded-.*|sec-fetch-.*|te|upgrade|expect|traceparent|tracestate|baggage)$/

/** Headers that the signature's scheme states. */
const ofSchemes = /^(webhook|svix)-(id|timestamp|signature)$/

/** The content type that follows from the encoding of the body. Any other one is a further header. */
function usualType(encoding: Dialect['deliveryEncoding']): string | undefined {
  if (encoding === 'form') return 'application/x-www-form-urlencoded'
  return encoding === 'json' || encoding === 'json-string' ? 'application/json' : undefined
}

/** Whether a receiver may go by a header of a delivery. */
export function isTellingDelivery(name: string): boolean {
  return !incidental.test(name)
}

/** A delivery with the event and the webhook that it belongs to. */
type Arrived = Delivered & { delivery: Delivery }

/** The source of a value that each delivery has. */
function sourceIn(arrived: readonly Arrived[], read: (one: Arrived) => unknown): Source | undefined {
  const samples = arrived.flatMap((one) => {
    const value = read(one)
    return value === null ? [] : [{ value, beside: { ...one.event, 'webhook.id': one.webhook.id } }]
  })
  return samples.length < arrived.length ? undefined : sourceOf(samples)
}

/** The further headers of deliveries, each with the source of its value. */
export function deliveryHeaders(
  arrived: readonly Arrived[],
  signature: Dialect['signature'],
  encoding: Dialect['deliveryEncoding'],
): Record<string, Source> {
  const [first] = arrived
  const found: Record<string, Source> = {}
  const isWithoutType = arrived.every(({ delivery }) => !delivery.headers.has('content-type'))
  if (isWithoutType && usualType(encoding) !== undefined) found['content-type'] = { constant: null }
  for (const [name] of first?.delivery.headers ?? []) {
    const isOfScheme = signature?.scheme !== 'unknown' && ofSchemes.test(name)
    if (!isTellingDelivery(name) || isOfScheme || name === signature?.header?.toLowerCase()) continue
    const seen = sourceIn(arrived, ({ delivery }) => {
      const value = delivery.headers.get(name)
      return value !== null && /^\d+$/.test(value) ? Number(value) : value
    })
    const source = seen && /attempt/i.test(name) ? { copy: 'attempt' } : seen
    const isUsual = source && 'constant' in source && source.constant === usualType(encoding)
    if (source && !(name === 'content-type' && isUsual)) found[name] = source
  }
  return found
}

/** The parameters that deliveries have in their query beyond those of the webhook's URL, each with the source of its value. */
export function deliveryQuery(arrived: readonly Arrived[]): Record<string, Source> {
  const found: Record<string, Source> = {}
  const [first] = arrived
  if (!first) return found
  for (const name of furtherParameters(first.delivery, first.webhook.url).keys()) {
    const source = sourceIn(arrived, ({ delivery, webhook }) =>
      furtherParameters(delivery, webhook.url).get(name),
    )
    if (source) found[name] = source
  }
  return found
}

/** The parameters of a delivery's query that its webhook's URL does not have. */
export function furtherParameters({ path }: Delivery, url: string): URLSearchParams {
  const parameters = new URLSearchParams(path.split('?')[1] ?? '')
  for (const name of new URL(url).searchParams.keys()) parameters.delete(name)
  return parameters
}

/**
 * The prefix of the ids that deliveries bear under the schemes that sign one; `undefined` where these are the ids of the
 * events.
 */
export function signedIdPrefix(arrived: readonly Arrived[], scheme: string | undefined): string | undefined {
  const name = scheme === 'svix' ? 'svix-id' : scheme === 'standard-webhooks' ? 'webhook-id' : undefined
  if (name === undefined) return undefined
  const ids = arrived.map(({ delivery }) => delivery.headers.get(name) ?? '')
  const isOfEvent = ids.some((id, index) => id === '' || id === arrived[index]?.event.id)
  return isOfEvent ? undefined : prefixOf(ids[0] ?? '')
}
