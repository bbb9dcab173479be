import type { RequestListener } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { bodyHex, timestampedHex } from '@event-delivery/sdk/webhooks'
import { expect, test } from 'vitest'
import { deliver, otherSecret, receiver, send } from './deliveries'

test('an event goes to the handler of its type, or to otherwise where there is none', async () => {
  const { receive, seen } = receiver({
    on: { 'order.paid': (event) => void seen.push(`paid ${String(event.data['order'])}`) },
  })
  expect((await receive(await deliver())).status).toBe(204)
  expect((await receive(await deliver({ id: 'msg_2', event: { type: 'toString' } }))).status).toBe(204)
  expect(seen).toEqual(['paid 1042', 'toString'])
})

test('a handler learns which secret signed the delivery, and when', async () => {
  let context: unknown
  const timestamp = Math.floor(Date.now() / 1000)
  const { receive } = receiver({ otherwise: (_, told) => (context = told) })
  await receive(await deliver({ timestamp }))
  expect(context).toMatchObject({ id: 'msg_test', timestamp, secretIndex: 0 })
})

test('a delivery that comes again is answered, but not handled again', async () => {
  const { receive, seen } = receiver()
  await receive(await deliver())
  expect((await receive(await deliver())).status).toBe(204)
  expect(seen).toHaveLength(1)
})

test('a delivery whose handler threw is answered 500 and handled when it comes again', async () => {
  let broken = true
  const { receive, errors } = receiver({
    otherwise: () => {
      if (broken) throw new Error('the database is down')
    },
  })
  const failed = await receive(await deliver())
  expect(failed.status).toBe(500)
  expect(await failed.text()).not.toContain('database')
  expect(errors).toMatchObject([{ message: 'the database is down' }])
  broken = false
  expect((await receive(await deliver())).status).toBe(204)
})

test('a delivery that comes while it is being handled is answered 503', async () => {
  let finish = () => {}
  const { receive, seen } = receiver({
    otherwise: () => {
      seen.push('handled')
      return new Promise<void>((resolve) => (finish = resolve))
    },
  })
  const first = receive(await deliver())
  await expect.poll(() => seen).toHaveLength(1)
  const second = await receive(await deliver())
  expect(second.status).toBe(503)
  expect(second.headers.get('retry-after')).toBe('5')
  finish()
  expect((await first).status).toBe(204)
  expect(seen).toHaveLength(1)
})

test.each([timestampedHex(), bodyHex()])(
  'under $name, which has no delivery id, duplicates are recognised by the id of the event',
  async (scheme) => {
    const { receive, seen } = receiver({ scheme })
    await receive(await deliver({ scheme }))
    await receive(await deliver({ scheme, timestamp: Math.floor(Date.now() / 1000) - 9 }))
    await receive(await deliver({ scheme, event: { id: 'evt_2' } }))
    expect(seen).toHaveLength(2)
  },
)

test('without a store every delivery is handled', async () => {
  const { receive, seen } = receiver({ store: false })
  await receive(await deliver())
  await receive(await deliver())
  expect(seen).toHaveLength(2)
})

test.each([
  ['a wrong signature', () => deliver({ secret: otherSecret }), 400, 'no-match'],
  ['an old signature', () => deliver({ timestamp: 1700000000 }), 400, 'timestamp-too-old'],
  [
    'no signature',
    async () => new Request('https://a.example', { method: 'POST', body: '{}' }),
    400,
    'missing-header',
  ],
  ['no JSON', () => deliver({ body: 'text' }), 400, 'invalid-json'],
  ['another method', async () => new Request('https://a.example'), 405, 'method_not_allowed'],
  [
    'a large body',
    () => deliver({ event: { data: { text: 'a'.repeat(1_048_577) } } }),
    413,
    'payload_too_large',
  ],
])('a delivery with %s is refused and not handled', async (_, make, status, code) => {
  const { receive, seen } = receiver()
  const response = await receive(await make())
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ error: { code } })
  expect(seen).toEqual([])
})

test('a request whose body was read before says how to mount the receiver', async () => {
  const request = await deliver()
  await request.json()
  const response = await receiver().receive(request)
  expect(response.status).toBe(500)
  expect(await response.text()).toContain('body-not-raw')
})

test('node:http delivers to receive.node', async () => {
  const { listener, seen } = receiver()
  expect((await send(await deliver(), listener)).status).toBe(204)
  expect(seen).toEqual(['order.paid'])
})

test('node:http is told when a body is too large', async () => {
  const { listener } = receiver({ maxBytes: 10 })
  expect((await send(await deliver(), listener)).status).toBe(413)
})

test('a body that a parser left in req.body as a buffer is used, and one that it parsed is told so', async () => {
  const { receive, seen } = receiver()
  const parsedBy =
    (parse: (bytes: Buffer) => unknown): RequestListener =>
    async (request, answer) => {
      const body = parse(await buffer(request))
      await receive.node(Object.assign(request, { body }), answer)
    }
  const raw = parsedBy((bytes) => bytes)
  expect((await send(await deliver(), raw)).status).toBe(204)
  const json = parsedBy((bytes) => JSON.parse(bytes.toString()) as unknown)
  const refused = await send(await deliver({ id: 'msg_2' }), json)
  expect(refused.status).toBe(500)
  expect(await refused.text()).toContain('express.raw')
  expect(seen).toHaveLength(1)
})

test('Fastify hands over its own request and reply', async () => {
  const { receive, seen } = receiver()
  const response = await send(await deliver(), (raw, answer) => {
    let hijacked = false
    const reply = { raw: answer, statusCode: 200, hijack: () => (hijacked = true) }
    const request = { method: raw.method, headers: raw.headers, raw }
    void receive.node(request, reply).then(() => expect(hijacked).toBe(true))
  })
  expect(response.status).toBe(204)
  expect(seen).toHaveLength(1)
})
