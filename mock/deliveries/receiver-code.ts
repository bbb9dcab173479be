import type { CompleteDialect } from '../../generated/dialect'

const importFrom = (names: string) => `import { ${names} } from '@event-delivery/sdk/webhooks'`
const secret = "secret: process.env.WEBHOOK_SECRET ?? ''"

/** The scheme as an option of the SDK, and the name that has to be imported for it. */
const schemes: Record<
  CompleteDialect['signature']['scheme'],
  ((header: string | undefined) => { name?: string; option?: string }) | undefined
> = {
  'standard-webhooks': () => ({}),
  svix: () => ({ name: 'svix', option: 'scheme: svix' }),
  'timestamped-hex': (header) => ({
    name: 'timestampedHex',
    option: `scheme: timestampedHex(${named(header)})`,
  }),
  'body-hex': (header) => ({ name: 'bodyHex', option: `scheme: bodyHex(${named(header)})` }),
  unknown: undefined,
}

const named = (header: string | undefined) =>
  header === undefined ? '' : `{ header: ${JSON.stringify(header).replaceAll('"', "'")} }`

/**
 * The lines by which a receiver checks the deliveries of a dialect with the SDK. `undefined` where no scheme of the SDK does. A
 * body that is no event in JSON is verified and left to the receiver.
 */
export function receiverCode({
  signature: { scheme, header },
  deliveryBody,
  deliveryEncoding,
}: Pick<CompleteDialect, 'signature' | 'deliveryBody' | 'deliveryEncoding'>): string | undefined {
  const terms = schemes[scheme]?.(header)
  if (!terms) return undefined
  const isEvent = deliveryBody === 'event' && deliveryEncoding === 'json'
  const call = isEvent ? 'unwrap' : 'verify'
  const options = [secret, terms.option].filter(Boolean).join(', ')
  const names = [call, terms.name].filter(Boolean).join(', ')
  const line = isEvent
    ? `const event = await unwrap(request, { ${options} })`
    : `await verify(request.clone(), { ${options} })`
  return `${importFrom(names)}\n\n${line}`
}
