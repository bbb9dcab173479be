import { sourceOf, type Source } from './source'
import type { Delivered } from './delivery-template'
import type { Delivery } from '../../receiver/inbox'
import type { Dialect } from '../../../../generated/dialect'

/** Headers of one hop, of the body's length or of a trace: they are no choice of the service. */
const incidental =
  /^(host|connection|keep-alive|transfer-encoding|content-length|content-encoding|accept.*|date|via|forwarded|x-forwarded-.*|sec-fetch-.*|te|upgrade|expect|traceparent|tracestate|baggage)$/

/** Headers that the signature's scheme states. */
const ofSchemes = /^(webhook|svix)-(id|timestamp|signature)$/

/** The content types that follow from the encoding of the body. */
const usualTypes = ['application/json', 'application/x-www-form-urlencoded']

/** Whether a receiver may go by a header of a delivery. */
export function isTellingDelivery(name: string): boolean {
  return !incidental.test(name)
}

/** The further headers of deliveries, each with the source of its value. */
export function deliveryHeaders(
  arrived: readonly (Delivered & { delivery: Delivery })[],
  signature: Dialect['signature'],
): Record<string, Source> {
  const [first] = arrived
  const found: Record<string, Source> = {}
  for (const [name] of first?.delivery.headers ?? []) {
    if (!isTellingDelivery(name) || ofSchemes.test(name) || name === signature?.header?.toLowerCase())
      continue
    const samples = arrived.flatMap(({ delivery, event, webhook }) => {
      const value = delivery.headers.get(name)
      const beside = { ...event, 'webhook.id': webhook.id }
      return value === null ? [] : [{ value: /^\d+$/.test(value) ? Number(value) : value, beside }]
    })
    if (samples.length < arrived.length) continue
    const source = /attempt/i.test(name) ? { copy: 'attempt' } : sourceOf(samples)
    if (!source || isUsualType(name, source)) continue
    found[name] = source
  }
  return found
}

function isUsualType(name: string, source: Source): boolean {
  return name === 'content-type' && 'constant' in source && usualTypes.includes(String(source.constant))
}
