import {
  bodyHex,
  sign,
  type SignatureScheme,
  standardWebhooks,
  svix,
  timestampedHex,
  unwrap,
  verify,
} from '@event-delivery/sdk/webhooks'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sized } from '../support/tier'
import { rejection, like } from './client'
import { secret } from './deliveries'

const runs = sized({ test: 1000, more: 5_000, soak: 100_000 })

const timestamp = 1700000000
const now = () => timestamp * 1000
const body = '{"id":"evt_1","type":"order.paid","created":"2026-11-21T03:00:00Z","data":{}}'
const codeOf = async (promise: Promise<unknown>) => ((await rejection(promise)) as { code: string }).code

test('an old signature under a fresh timestamp is refused, although the signed bytes are the same', async () => {
  // Signed a day ago, as the id `msg_1`, the old timestamp and this body. All of it but the last part stands in the id now.
  const old = timestamp - 86_400
  const rest = `${timestamp}.${body}`
  const signed = await sign({ body: rest, id: 'msg_1', timestamp: old }, { secret })
  const moved = { ...signed, 'webhook-id': `msg_1.${old}`, 'webhook-timestamp': `${timestamp}` }
  expect(await codeOf(verify({ body, headers: moved }, { secret, now }))).toBe('malformed-header')
})

test.each([standardWebhooks, svix])('$name signs no id with a dot', async (scheme) => {
  for (const id of ['.', 'msg.1', 'msg_1.', '.msg_1']) {
    expect(await codeOf(sign({ body, id, timestamp }, { secret, scheme }))).toBe('malformed-header')
  }
})

/** The text in front of the body, or `undefined` where the scheme refuses the id. */
function prefixOf(scheme: SignatureScheme, id: string, time: string): string | undefined {
  try {
    return scheme.prefix(id, time)
  } catch {
    return undefined
  }
}

// Few characters, so that the parts are often cut at other places of the same text.
const anyPart = fc.stringMatching(/^[1.,a]{0,6}$/)
const anyTime = fc.stringMatching(/^1{1,4}$/)

test.each([
  ['standard-webhooks', standardWebhooks],
  ['svix', svix],
  ['timestamped-hex', timestampedHex()],
  ['timestamped-hex with a comma', timestampedHex({ separator: ',' })],
])('under %s, the same signed text is never cut into other parts', (_, scheme) => {
  const signsIds = prefixOf(scheme, 'a', '1') !== prefixOf(scheme, 'b', '1')
  fc.assert(
    fc.property(anyPart, anyTime, anyPart, fc.nat(30), fc.nat(30), (id, time, rest, first, second) => {
      const head = prefixOf(scheme, id, time)
      fc.pre(head !== undefined)
      const text = head + rest
      // Every other cut of the same text: an id, a time between two separators, and a body.
      const otherId = signsIds ? text.slice(0, first % (text.length + 1)) : id
      const at = signsIds ? otherId.length + 1 : 0
      const otherTime = text.slice(at, at + 1 + (second % 6))
      fc.pre(/^\d+$/.test(otherTime))
      const otherHead = prefixOf(scheme, otherId, otherTime)
      if (otherHead === undefined || !text.startsWith(otherHead)) return
      expect([signsIds ? otherId : '', otherTime]).toEqual([signsIds ? id : '', time])
    }),
    { numRuns: runs },
  )
})

test('a secret of fewer than 16 bytes is refused, and told how many it has', async () => {
  const of = (size: number) => `whsec_${Buffer.alloc(size, 7).toString('base64')}`
  for (const size of [1, 2, 15]) {
    for (const scheme of [standardWebhooks, svix]) {
      const refused = await rejection(sign({ body, id: 'msg_1', timestamp }, { secret: of(size), scheme }))
      expect(refused).toMatchObject({ code: 'wrong-secret', message: like(`${size} bytes`) })
    }
  }
  const headers = await sign({ body, id: 'msg_1', timestamp }, { secret: of(16) })
  await verify({ body, headers }, { secret: of(16), now })
  for (const scheme of [timestampedHex(), bodyHex()]) {
    const input = { body, id: 'msg_1', timestamp }
    expect(await codeOf(sign(input, { secret: 'whsec_123456789', scheme }))).toBe('wrong-secret')
    await sign(input, { secret: 'whsec_1234567890', scheme })
  }
})

test('under svix, headers of Standard Webhooks stand in for those that are absent', async () => {
  const headers = await sign({ body, id: 'msg_1', timestamp }, { secret })
  const verified = { id: 'msg_1', timestamp, secretIndex: 0 }
  expect(await verify({ body, headers }, { secret, now, scheme: svix })).toEqual(verified)
  const own = await sign({ body, id: 'msg_1', timestamp }, { secret, scheme: svix })
  const both = { ...headers, 'webhook-id': 'msg_other', ...own }
  expect(await verify({ body, headers: both }, { secret, now, scheme: svix })).toEqual(verified)
})

test.each<[string, SignatureScheme, SignatureScheme]>([
  ['svix-signature', svix, standardWebhooks],
  ['webhook-signature', standardWebhooks, timestampedHex()],
  ['x-shop-signature', bodyHex({ header: 'X-Shop-Signature' }), svix],
])('where a header is missing and %s came, the message says so', async (name, theirs, ours) => {
  const headers = await sign({ body, id: 'msg_1', timestamp }, { secret, scheme: theirs })
  for (const given of [headers, new Headers(headers)]) {
    const error = await rejection(verify({ body, headers: given }, { secret, now, scheme: ours }))
    expect(error).toMatchObject({ code: 'missing-header', message: like(name) })
    expect((error as Error).message).toContain('svix')
  }
})

test('a delivery without id and time in schemes that sign none has an empty id, and no undefined one', async () => {
  const envelope = '{"type":"order.paid","timestamp":"2026-11-21T03:00:00Z","data":{}}'
  const scheme = bodyHex()
  const headers = await sign({ body: envelope, id: 'ignored', timestamp }, { secret, scheme })
  expect(await unwrap({ body: envelope, headers }, { secret, scheme })).toMatchObject({ id: '' })
})

test('__proto__ in a body sets no prototype', async () => {
  const hostile =
    '{"__proto__":{"type":"a","data":{"isAdmin":true}},"id":"evt_1","type":"b","data":{"__proto__":{"x":1}}}'
  const headers = await sign({ body: hostile, id: 'msg_1', timestamp }, { secret })
  const event = await unwrap({ body: hostile, headers }, { secret, now })
  expect(Object.getPrototypeOf(event)).toBe(Object.prototype)
  expect(Object.getPrototypeOf(event.data)).toBe(Object.prototype)
  expect([event.type, 'isAdmin' in event.data, 'x' in event.data]).toEqual(['b', false, false])
  const inherited = '{"__proto__":{"type":"a","data":{}}}'
  const signed = await sign({ body: inherited, id: 'msg_1', timestamp }, { secret })
  expect(await codeOf(unwrap({ body: inherited, headers: signed }, { secret, now }))).toBe('invalid-json')
})

const small = { body: '{}', id: 'msg_1', timestamp }

test('the timestamped hex scheme signs t.body with the whole secret as key', async () => {
  const scheme = timestampedHex({ header: 'X-Shop-Signature' })
  const headers = await sign(small, { secret: 'whsec_a_key_of_24_bytes_', scheme })
  // printf '1700000000.{}' | openssl dgst -sha256 -hmac whsec_a_key_of_24_bytes_
  expect(headers).toEqual({
    'x-shop-signature': 't=1700000000,v1=62fd4192aac84a76ee3ac8d44ecda8949c3f3341a0d08a4e25f4270186d2a908',
  })
})

test('the body hex scheme signs the body alone with the whole secret as key', async () => {
  const headers = await sign(small, { secret: 'whsec_a_key_of_24_bytes_', scheme: bodyHex() })
  // printf '{}' | openssl dgst -sha256 -hmac whsec_a_key_of_24_bytes_
  expect(headers).toEqual({
    'x-hub-signature-256': 'sha256=294156859309b374dd188030eb6e58cd719cec8f65ac8d3093607181c7db5d9d',
  })
})

test('a custom scheme makes its own key of a secret that another scheme has used', async () => {
  const own = { ...standardWebhooks, key: (text: string) => new TextEncoder().encode(text) }
  const first = await sign(small, { secret })
  expect(await sign(small, { secret, scheme: own })).not.toEqual(first)
  expect(await sign(small, { secret })).toEqual(first)
})
