import {
  bodyHex,
  sign,
  standardWebhooks,
  svix,
  timestampedHex,
  unwrap,
  verify,
} from '@event-delivery/sdk/webhooks'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { expect, test } from 'vitest'
import { rejection } from './client'
import { otherSecret, secret } from './deliveries'
import { sized } from '../support/tier'

const runs = sized({ test: 200, more: 2_000, soak: 100_000 })
const timestamp = 1700000000
const now = () => timestamp * 1000
const body = '{"id":"evt_1","type":"order.paid","created":"2026-11-21T03:00:00Z","data":{"order":1042}}'
const headers = await sign({ body, id: 'msg_1', timestamp }, { secret })

const code = (delivery: Parameters<typeof verify>[0], options: Partial<Parameters<typeof verify>[1]> = {}) =>
  rejection(verify(delivery, { secret, now, ...options })).then((error) => (error as { code: string }).code)

test('a delivery may be a Request, have Headers or Node headers in any letter case, and a body of text or bytes', async () => {
  const bytes = new TextEncoder().encode(body)
  const upper = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
  )
  const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
  const within = new Uint8Array(bytes.length + 8)
  within.set(bytes, 4)
  const ofAnotherRealm = runInNewContext(`new ArrayBuffer(${bytes.length})`) as ArrayBuffer
  new Uint8Array(ofAnotherRealm).set(bytes)
  const deliveries = [
    new Request('https://a.example', { method: 'POST', headers, body }),
    { body, headers: new Headers(headers) },
    { body, headers: upper },
    { body, headers: lists },
    { body: bytes, headers },
    { body: Buffer.from(body), headers },
    { body: bytes.buffer, headers },
    { body: within.subarray(4, -4), headers },
    { body: ofAnotherRealm, headers },
  ]
  for (const delivery of deliveries) {
    expect(await verify(delivery, { secret, now })).toEqual({ id: 'msg_1', timestamp, secretIndex: 0 })
  }
})

test('the result names the secret that matched', async () => {
  const secrets = [otherSecret, secret]
  expect(await verify({ body, headers }, { secret: secrets, now })).toMatchObject({ secretIndex: 1 })
  expect(await code({ body, headers }, { secret: [otherSecret] })).toBe('no-match')
})

test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
  'without %s the code is missing-header',
  async (name) => {
    expect(await code({ body, headers: { ...headers, [name]: undefined } })).toBe('missing-header')
    expect(await code({ body, headers: { ...headers, [name]: '' } })).toBe('missing-header')
  },
)

test('a timestamp that is not all digits is malformed', async () => {
  const junk = '1700000000.9junk,1700000000.0,+1700000000,-1,1.7e9,0x6553f100, 17,９,1111111111111'
  for (const wrong of junk.split(',')) {
    expect(await code({ body, headers: { ...headers, 'webhook-timestamp': wrong } })).toBe('malformed-header')
  }
})

test.each(['abc', 'v2,abc', ',', 'v1', 'v1='])('the signature header %j is malformed', async (wrong) => {
  expect(await code({ body, headers: { ...headers, 'webhook-signature': wrong } })).toBe('malformed-header')
})

test('the tolerance holds both ways, to the second', async () => {
  const at = (seconds: number) => ({ now: () => (timestamp + seconds) * 1000 })
  await verify({ body, headers }, { secret, ...at(300) })
  await verify({ body, headers }, { secret, ...at(-300) })
  expect(await code({ body, headers }, at(301))).toBe('timestamp-too-old')
  expect(await code({ body, headers }, at(-301))).toBe('timestamp-in-future')
  expect(await code({ body, headers }, at(-86_400))).toBe('timestamp-in-future')
  await verify({ body, headers }, { secret, ...at(86_400), tolerance: Infinity })
  expect(await code({ body, headers }, { ...at(1), tolerance: 0 })).toBe('timestamp-too-old')
})

test('a tolerance or a time that is no number refuses', async () => {
  expect(await code({ body, headers }, { tolerance: Number.NaN })).toBe('timestamp-too-old')
  expect(await code({ body, headers }, { now: () => Number.NaN })).toBe('timestamp-too-old')
})

test('a body that was parsed or read before is told so', async () => {
  const parsed = JSON.parse(body) as string
  expect(await code({ body: parsed, headers })).toBe('body-not-raw')
  expect(await code({ body: undefined as unknown as string, headers })).toBe('body-not-raw')
  const request = new Request('https://a.example', { method: 'POST', headers, body })
  await request.text()
  expect(await code(request)).toBe('body-not-raw')
})

test('a Request whose body breaks off, or whose reader somebody holds, is refused by a code', async () => {
  const cause = new Error('read ECONNRESET')
  const stream = new ReadableStream({ pull: (controller) => controller.error(cause) })
  const init: RequestInit & { duplex: string } = { method: 'POST', headers, body: stream, duplex: 'half' }
  const broken = new Request('https://a.example', init)
  expect(await rejection(verify(broken, { secret, now }))).toMatchObject({ code: 'body-cut-off', cause })
  const held = new Request('https://a.example', { method: 'POST', headers, body })
  held.body?.getReader()
  expect(await code(held)).toBe('body-not-raw')
  expect(await rejection(unwrap(held, { secret, now }))).toMatchObject({ code: 'body-not-raw' })
})

test.each([[''], ['whsec_'], ['whsec_%%%'], ['sk_live_abcd'], [[]]])(
  '%j cannot be a secret',
  async (wrong) => {
    expect(await code({ body, headers }, { secret: wrong })).toBe('wrong-secret')
    if (typeof wrong === 'string') {
      const refused = sign({ body, id: 'msg_1', timestamp }, { secret: wrong })
      await expect(refused).rejects.toMatchObject({ code: 'wrong-secret' })
    }
    if (wrong !== 'whsec_' && wrong !== 'whsec_%%%') {
      const ofHub = { body, headers: { 'x-hub-signature-256': 'sha256=ab' } }
      expect(await code(ofHub, { secret: wrong, scheme: bodyHex() })).toBe('wrong-secret')
    }
  },
)

test('bodies that are no text are told apart by their bytes', async () => {
  const signed = await sign({ body: new Uint8Array([0xff]), id: 'msg_1', timestamp }, { secret })
  await verify({ body: new Uint8Array([0xff]), headers: signed }, { secret, now })
  expect(await code({ body: new Uint8Array([0xfe]), headers: signed })).toBe('no-match')
})

test('the code of a right signature over a body that is no event is invalid-json', async () => {
  const texts = ['', 'null', '"text"', '[]', '{}', '{"type":1,"data":{}}', '{"type":"a"}', '{']
  for (const wrong of [...texts, new Uint8Array([0xff])]) {
    const signed = await sign({ body: wrong, id: 'msg_1', timestamp }, { secret })
    const error = await rejection(unwrap({ body: wrong, headers: signed }, { secret, now }))
    expect(error).toMatchObject({ name: 'WebhookVerificationError', code: 'invalid-json' })
  }
})

test('unwrap returns the event', async () => {
  expect(await unwrap({ body, headers }, { secret, now })).toEqual(JSON.parse(body))
})

test('unwrap reads the envelope of Standard Webhooks as an event, by the id of its delivery', async () => {
  const created = '2026-11-21T03:00:00Z'
  const event = { type: 'order.paid', data: { order: 1 } }
  const envelope = JSON.stringify({ ...event, timestamp: created })
  const signed = await sign({ body: envelope, id: 'msg_9', timestamp }, { secret })
  const unwrapped = await unwrap({ body: envelope, headers: signed }, { secret, now })
  expect(unwrapped).toEqual({ id: 'msg_9', created, ...event })
})

const schemes = [standardWebhooks, svix, timestampedHex(), bodyHex()] as const
const anyScheme = fc.constantFrom(...schemes)
const anyId = fc.stringMatching(/^[A-Za-z0-9_-]{1,40}$/)

const anySecret = fc
  .uint8Array({ minLength: 24, maxLength: 64 })
  .map((bytes) => 'whsec_' + Buffer.from(bytes).toString('base64'))

const anyBody = fc.uint8Array({ minLength: 1, maxLength: 200 })

/** Replaces a character by `by`, or by another one where it is `by` already. */
const mutated = (text: string, at: number, by: string) => {
  const index = at % text.length
  return text.slice(0, index) + (text[index] === by ? (by === 'A' ? 'B' : 'A') : by) + text.slice(index + 1)
}

test('no change to a body, a header, a time or a secret is accepted', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({ scheme: anyScheme, body: anyBody, id: anyId, secret: anySecret, wrong: anySecret }),
      fc.record({
        what: fc.constantFrom('body', 'header', 'secret', 'cut', 'grown'),
        at: fc.nat(1000),
        bit: fc.nat(7),
      }),
      async ({ scheme, body, id, secret, wrong }, { what, at, bit }) => {
        const signed = await sign({ body, id, timestamp }, { secret, scheme })
        const options = { secret, scheme, now, tolerance: Infinity }
        await verify({ body, headers: signed }, options)
        const delivery = { body: Uint8Array.from(body), headers: { ...signed } }
        if (what === 'body') delivery.body[at % body.length]! ^= 1 << bit
        if (what === 'cut') delivery.body = body.slice(0, -1)
        if (what === 'grown') delivery.body = Uint8Array.from([...body, at % 256])
        if (what === 'secret') options.secret = wrong
        if (what === 'header') {
          const names = Object.keys(signed)
          const name = names[at % names.length]!
          const digit = scheme === standardWebhooks || scheme === svix ? 'A' : '7'
          const value = signed[name]!
          // The labels before a signature (`v1,`, `sha256=`) and the case of hex are not part of what is signed.
          const from = Math.max(value.lastIndexOf(','), value.lastIndexOf('=', value.length - 3)) + 1
          const tail = name.endsWith('-timestamp')
            ? mutated(value, at, '7')
            : value.slice(0, from) + mutated(value.slice(from), at, digit)
          delivery.headers[name] = tail === value ? value + '1' : tail
        }
        await expect(verify(delivery, options)).rejects.toMatchObject({ name: 'WebhookVerificationError' })
      },
    ),
    { numRuns: runs },
  )
}, 600_000)

test('other implementations of the two schemes and this one accept each other’s signatures', async () => {
  const seconds = Math.floor(Date.now() / 1000)
  await fc.assert(
    fc.asyncProperty(anySecret, anyId, fc.json(), async (secret, id, body) => {
      const date = new Date(seconds * 1000)
      const theirs = new StandardWebhook(secret).sign(id, date, body)
      const ours = await sign({ body, id, timestamp: seconds }, { secret })
      expect(ours['webhook-signature']).toBe(theirs)
      await verify({ body, headers: ours }, { secret })
      new StandardWebhook(secret).verify(body, ours)
      const svixHeaders = {
        'svix-id': id,
        'svix-timestamp': `${seconds}`,
        'svix-signature': new SvixWebhook(secret).sign(id, date, body),
      }
      await verify({ body, headers: svixHeaders }, { secret, scheme: svix })
      new SvixWebhook(secret).verify(
        body,
        await sign({ body, id, timestamp: seconds }, { secret, scheme: svix }),
      )
    }),
    { numRuns: Math.min(runs, 500) },
  )
}, 600_000)
