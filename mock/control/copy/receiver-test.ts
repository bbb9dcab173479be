import type { CompleteDialect } from '../../../generated/dialect'
import type { DeliveryEntry } from '../../journal/delivery-entry'
import type { CopiedText } from './as-calls'
import { bodySource, Expression, quoted, sourceOf } from './source'

// 24 bytes, as Standard Webhooks asks for.
const testSecret = 'whsec_Y29waWVkLXNlY3JldC1mb3ItdGVzdHMh'

/** The header that bears the id of a delivery, in the schemes that have one. */
const idHeaders: Readonly<Record<string, string>> = { 'standard-webhooks': 'webhook-id', svix: 'svix-id' }

/**
 * The program that verifies a delivery with the SDK, as it was sent. The program sets the time to that of the sending, so that the
 * signature is not too old.
 */
export function asVerification(
  delivery: DeliveryEntry,
  { signature }: Pick<CompleteDialect, 'signature'>,
): CopiedText {
  const scheme = schemeOf(signature)
  if (!scheme) return { reason: unknownScheme }
  const sent = { body: new Expression(quoted(delivery.body)), headers: delivery.headers }
  const options = {
    secret: new Expression('process.env.EVENT_DELIVERY_WEBHOOK_SECRET'),
    now: new Expression(`() => Date.parse(${quoted(delivery.at)})`),
    scheme: scheme.expression,
  }
  const lines = [
    importOf('unwrap', scheme),
    '',
    `const delivery = ${sourceOf(sent)}`,
    `console.log(await unwrap(delivery, ${sourceOf(options)}))`,
  ]
  return { text: `${lines.join('\n')}\n` }
}

/**
 * A delivery as a test for Vitest: it signs the same body with a secret of the test, hands it to a receiver, and expects the receiver to
 * take it. A handler of the program under test stands in for the one that the test shows.
 */
export function asReceiverTest(
  { body, headers, eventType, url }: DeliveryEntry,
  { signature }: Pick<CompleteDialect, 'signature'>,
): CopiedText {
  const scheme = schemeOf(signature)
  if (!scheme) return { reason: unknownScheme }
  const id = headers[idHeaders[signature.scheme] ?? '']
  const stated = scheme.expression
  const signed = { secret: new Expression('secret'), scheme: stated, url, id, body: bodySource(body, '    ') }
  const handler = `{\n  secret,${stated ? `\n  scheme: ${stated.text},` : ''}\n  on: { ${quoted(eventType)}: (event) => void received.push(event) },\n  otherwise: () => {},\n}`
  const lines = [
    "import { expect, test } from 'vitest'",
    "import { signedRequest } from '@event-delivery/sdk/testing'",
    importOf('createReceiver', scheme),
    '',
    `const secret = ${quoted(testSecret)}`,
    'const received: unknown[] = []',
    '// Your own receiver belongs here.',
    `const receive = createReceiver(${handler})`,
    '',
    `test(${quoted(`a delivery of ${eventType} is received`)}, async () => {`,
    `  const request = await signedRequest(${sourceOf(signed, '  ')})`,
    '  expect((await receive(request)).status).toBe(204)',
    '  expect(received).toHaveLength(1)',
    '})',
  ]
  return { text: `${lines.join('\n')}\n` }
}

const unknownScheme = 'The SDK has no scheme for the signatures of this dialect.'

/**
 * The lines by which a receiver checks the deliveries of a dialect with the SDK. `undefined` where no scheme of the SDK does. A
 * body that is no event in JSON is verified and left to the receiver.
 */
export function receiverCode({
  signature,
  deliveryBody,
  deliveryEncoding,
}: Pick<CompleteDialect, 'signature' | 'deliveryBody' | 'deliveryEncoding'>): string | undefined {
  const scheme = schemeOf(signature)
  if (!scheme) return undefined
  const secret = new Expression("process.env.WEBHOOK_SECRET ?? ''")
  const options = sourceOf({ secret, scheme: scheme.expression })
  return deliveryBody === 'event' && deliveryEncoding === 'json'
    ? `${importOf('unwrap', scheme)}\n\nconst event = await unwrap(request, ${options})`
    : `${importOf('verify', scheme)}\n\nawait verify(request.clone(), ${options})`
}

/** The scheme as an option of the SDK, and the name to import for it. Both are absent for the scheme that the SDK uses unless told. */
interface ShownScheme {
  name?: string
  expression?: Expression
}

/** The line that imports a function of the SDK, and the scheme beside it. */
function importOf(called: string, { name }: ShownScheme): string {
  const names = name === undefined ? called : `${called}, ${name}`
  return `import { ${names} } from '@event-delivery/sdk/webhooks'`
}

function schemeOf({ scheme, header }: CompleteDialect['signature']): ShownScheme | undefined {
  const options = header === undefined ? '' : sourceOf({ header })
  switch (scheme) {
    case 'standard-webhooks':
      return {}
    case 'svix':
      return { name: 'svix', expression: new Expression('svix') }
    case 'timestamped-hex':
      return { name: 'timestampedHex', expression: new Expression(`timestampedHex(${options})`) }
    case 'body-hex':
      return { name: 'bodyHex', expression: new Expression(`bodyHex(${options})`) }
    default:
      return undefined
  }
}
