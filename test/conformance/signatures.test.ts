import { createHash, createHmac } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { breakWebhooks, sentTo, type KnownWebhook } from '../support/breakage-webhooks'
import { runChecks } from '@event-delivery/conformance'
import { createTarget } from '../support/backend'
import { named, outcomes } from '../support/judged'
import { changingCarriers } from '../contract/probes/signature-carriers'
import { inspectSignature, verifies } from '../contract/probes/signatures'
import type { Delivery } from '@event-delivery/conformance'

const key = Buffer.from('a key of 24 bytes or more')
const secret = `whsec_${key.toString('base64')}`
const text = '{"id":"evt_1"}'
const hmac = (secretKey: string | Buffer, signed: string) => createHmac('sha256', secretKey).update(signed)

function delivered(headers: Record<string, string>): Delivery {
  const body = new TextEncoder().encode(text)
  const all = new Headers({ 'content-type': 'application/json', ...headers })
  return { method: 'POST', path: '/', headers: all, body, text, json: JSON.parse(text), receivedAt: 0 }
}

function signedInThreeHeaders(prefix: string, timestamp: string): Record<string, string> {
  return {
    [`${prefix}-id`]: 'msg_1',
    [`${prefix}-timestamp`]: timestamp,
    [`${prefix}-signature`]: `v1a,AAAA v1,${hmac(key, `msg_1.${timestamp}.${text}`).digest('base64')}`,
  }
}

const timestamped = (time: string) => `t=${time},v1=${hmac(secret, `${time}.${text}`).digest('hex')}`

test('a digest of the body that anybody can make is no place of a signature', () => {
  const headers = { 'x-seal': createHash('sha256').update(text).digest('hex'), 'x-shop': timestamped('1') }
  expect(changingCarriers([delivered(headers)])).toEqual(['header x-shop'])
})

for (const [title, headers, expected] of [
  [
    'standard-webhooks',
    signedInThreeHeaders('webhook', '1700000000'),
    { dialect: { scheme: 'standard-webhooks' }, timestamp: 1_700_000_000 },
  ],
  ['svix', signedInThreeHeaders('svix', '1700000000'), { dialect: { scheme: 'svix' } }],
  [
    'timestamped-hex in a header of any name',
    { 'x-shop': timestamped('1700000000') },
    { dialect: { scheme: 'timestamped-hex', header: 'x-shop' }, timestamp: 1_700_000_000 },
  ],
  [
    'body-hex in a header of any name',
    { 'x-shop': `sha256=${hmac(secret, text).digest('hex')}` },
    { dialect: { scheme: 'body-hex', header: 'x-shop' }, timestamp: undefined },
  ],
  [
    'standard-webhooks with milliseconds as an unknown scheme',
    signedInThreeHeaders('webhook', '1700000000000'),
    { dialect: { scheme: 'unknown', header: 'webhook-signature' } },
  ],
  [
    'body-hex with the decoded key as an unknown scheme',
    { 'x-shop': `sha256=${hmac(key, text).digest('hex')}` },
    { dialect: { scheme: 'unknown', header: 'x-shop' } },
  ],
] as const) {
  test(`a delivery is verified under ${title}`, () => {
    const signature = inspectSignature(delivered(headers), secret)
    expect(signature).toMatchObject({ outcome: 'verified', ...expected })
  })
}

for (const [title, headers, expected] of [
  [
    'wrong where it has the form of a known scheme and does not verify',
    { ...signedInThreeHeaders('webhook', '1700000000'), 'webhook-id': 'msg_2' },
    { outcome: 'wrong' },
  ],
  [
    'unrecognised where others write their signatures like this as well',
    { 'x-event-signature': `t=1700000000,v1=${'a'.repeat(64)}` },
    { outcome: 'unrecognised' },
  ],
  [
    'unrecognised where its form is of no known scheme, and what was seen is told',
    { 'x-seal': 'a'.repeat(64), traceparent: 'b'.repeat(55) },
    {
      outcome: 'unrecognised',
      dialect: { scheme: 'unknown', header: 'x-seal' },
      seen: `x-seal: ${'a'.repeat(64)}`,
    },
  ],
  ['missing where no header is long enough to be one', { 'x-seal': 'short' }, { outcome: 'missing' }],
] as const) {
  test(`a signature is ${title}`, () => {
    expect(inspectSignature(delivered(headers), secret)).toMatchObject(expected)
  })
}

test('the digest that is signed in the place of a body may be that of the body before it was compressed', () => {
  const digest = createHash('sha256').update(text).digest('hex')
  const signed = hmac(secret, `1700000000.${digest}`).digest('hex')
  const headers = { 'content-encoding': 'gzip', 'x-event-signature': `t=1700000000,v1=${signed}` }
  const delivery = { ...delivered(headers), body: gzipSync(text) }
  expect(inspectSignature(delivery, secret)).toMatchObject({ outcome: 'verified' })
})

test('a registration that returned no secret verifies no delivery', () => {
  const webhook = { secret: undefined as unknown as string }
  const registered = { webhook, input: { url: 'https://shop.example/' } } as Parameters<typeof verifies>[0]
  const headers = { 'x-event-signature': timestamped('1700000000') }
  expect(verifies(registered, delivered(headers))).toBe(false)
})

test('what five deliveries were searched for in vain is searched for no more, and the form of a known scheme is wrong all the same', () => {
  const searched = { recipes: [], inVain: 5 }
  const own = { 'x-time': '1700000000', 'x-seal': hmac(secret, `1700000000:${text}`).digest('hex') }
  const [first, sixth] = [undefined, searched].map((known) =>
    inspectSignature(delivered(own), secret, undefined, known),
  )
  expect(first).toMatchObject({ outcome: 'verified', recipe: { order: 'time', separator: ':' } })
  expect(sixth).toMatchObject({ outcome: 'unrecognised' })
  expect(
    inspectSignature(delivered(own), secret, undefined, { ...searched, recipes: [first!.recipe!] }),
  ).toMatchObject({ outcome: 'verified' })
  const altered = { ...signedInThreeHeaders('webhook', '1700000000'), 'webhook-id': 'msg_2' }
  expect(inspectSignature(delivered(altered), secret, undefined, searched)).toMatchObject({
    outcome: 'wrong',
  })
})

/** Signs deliveries over the time and the body, in a form that many services have, with the secret that is chosen. */
const signedWith = (choose: (own: KnownWebhook, all: readonly KnownWebhook[]) => string) =>
  breakWebhooks((all) => ({
    deliver: async (request, webhook, send) => {
      const time = Math.floor(Date.now() / 60_000) * 60
      const content = `${time}.${await request.clone().text()}`
      const delivery = await sentTo(request, request.url)
      for (const name of ['id', 'timestamp', 'signature']) delivery.headers.delete(`webhook-${name}`)
      const signed = hmac(choose(webhook, all), content).digest('hex')
      delivery.headers.set('x-event-signature', `t=${time},v1=${signed}`)
      return send(delivery)
    },
  }))

for (const [title, choose] of [
  ['of another webhook', ({ id }, all) => all.filter((one) => one.id !== id).at(-1)?.secret ?? ''],
  ['that all webhooks share', () => 'whsec_shared'],
] as readonly [string, Parameters<typeof signedWith>[0]][]) {
  test(`deliveries that are signed with a secret ${title} are blamed in whatever form`, async () => {
    const only = named('delivery-is-signed')
    const report = await runChecks(createTarget({}, signedWith(choose)), only, { mode: 'full' })
    expect(outcomes(report)).toEqual([['failed', ['DL-5']]])
  })
}
