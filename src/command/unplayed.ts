import type { Dialect } from '../../generated/dialect'

/**
 * The parts of a dialect's deliveries that `listen` does not repeat, as a sentence; `undefined` where it repeats all of them. It
 * sends the event or the envelope of Standard Webhooks as JSON, and leaves templates to the mock.
 */
export function unplayedParts({
  deliveryBody,
  deliveryEncoding = 'json',
  headers,
}: Dialect): string | undefined {
  const parts = [
    ...(typeof deliveryBody === 'object' ? ['deliveryBody'] : []),
    ...(deliveryEncoding === 'json' ? [] : ['deliveryEncoding']),
    ...(Object.keys(headers?.delivery ?? {}).length > 0 ? ['headers.delivery'] : []),
  ]
  if (parts.length === 0) return undefined
  const sent = deliveryBody === 'standard-webhooks' ? 'the envelope of Standard Webhooks' : 'the event'
  return `listen does not repeat ${parts.join(' and ')} of the dialect: your receiver gets ${sent} as JSON. The mock delivers as the dialect says: npx @event-delivery/mock --dialect FILE.`
}
