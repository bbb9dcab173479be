import type { IncomingMessage, RequestListener } from 'node:http'
import { buffer } from 'node:stream/consumers'
import {
  bodyHex,
  type DedupeInput,
  timestampedHex,
  type ReceiverOptions,
  verify,
  WebhookVerificationError,
} from '@event-delivery/sdk/webhooks'
import { expect, test } from 'vitest'
import { deliver, otherSecret, receiver, send, secret } from './deliveries'

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

const orderOf = ({ event }: DedupeInput) => `${event.type} of ${String(event.data.order)}`

test.each<[string, Partial<ReceiverOptions>, number]>([
  ['by delivery, unless asked for something else', {}, 2],
  ['by event', { dedupeBy: 'event' }, 1],
  ['by what a function makes of a delivery', { dedupeBy: orderOf }, 1],
])('a service with a new delivery id for each attempt is deduped %s', async (_, options, count) => {
  const { receive, seen } = receiver(options)
  for (const id of ['msg_1', 'msg_2']) expect((await receive(await deliver({ id }))).status).toBe(204)
  expect(seen).toHaveLength(count)
  const other = { id: 'evt_2', type: 'order.paid', data: { order: 1043 } }
  expect((await receive(await deliver({ id: 'msg_3', event: other }))).status).toBe(204)
  expect(seen).toHaveLength(count + 1)
})

test.each(['', undefined, 7])(
  'a delivery of which dedupeBy makes %j is not handled, and the error says so',
  async (key) => {
    const { receive, seen, errors } = receiver({ dedupeBy: () => key as string })
    expect((await receive(await deliver())).status).toBe(500)
    expect(seen).toEqual([])
    expect(String(errors[0])).toContain('dedupeBy')
    expect(String(errors[0])).toContain('a text that is not empty')
  },
)

test('without a store every delivery is handled', async () => {
  const { receive, seen } = receiver({ store: false })
  await receive(await deliver())
  await receive(await deliver())
  expect(seen).toHaveLength(2)
})

const unsigned = async (init?: RequestInit) => new Request('https://a.example', init)

test.each([
  ['a wrong signature', () => deliver({ secret: otherSecret }), 400, 'no-match'],
  ['an old signature', () => deliver({ timestamp: 1700000000 }), 400, 'timestamp-too-old'],
  ['no signature', () => unsigned({ method: 'POST', body: '{}' }), 400, 'missing-header'],
  ['no JSON', () => deliver({ body: 'text' }), 400, 'invalid-json'],
  ['another method', () => unsigned(), 405, 'method_not_allowed'],
  ['a large body', () => deliver({ body: 'a'.repeat(1_048_577) }), 413, 'payload_too_large'],
])('a delivery with %s is refused and not handled', async (_, make, status, code) => {
  const { receive, seen } = receiver()
  const response = await receive(await make())
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ error: { code } })
  expect(seen).toEqual([])
})

test('a body that a parser left in req.body as a buffer is used', async () => {
  const { receive, seen } = receiver()
  const parse = async (request: IncomingMessage) => Object.assign(request, { body: await buffer(request) })
  const response = await send(await deliver(), (request, answer) => {
    void parse(request).then((parsed) => receive.node(parsed, answer))
  })
  expect(response.status).toBe(204)
  expect(seen).toHaveLength(1)
})

const fails = () => {
  throw new Error('broken')
}

test.each<[string, () => unknown]>([
  ['throws', fails],
  ['rejects', () => Promise.reject(new Error('broken'))],
])('an onError that %s does not change the answer', async (_, onError) => {
  const store = { claim: () => 'token', renew: fails, commit: fails, release: fails }
  const status = async (options: Partial<ReceiverOptions>, delivery = deliver()) =>
    (await receiver({ onError, ...options }).receive(await delivery)).status
  expect(await status({ otherwise: fails })).toBe(500)
  expect(await status({ otherwise: fails, store })).toBe(500)
  expect(await status({ store })).toBe(204)
  expect(await status({}, deliver({ secret: otherSecret }))).toBe(400)
})

test('a handler that verifies something itself and fails asks for the delivery again', async () => {
  const otherwise = () => {
    throw new WebhookVerificationError('no-match', 'Something else.')
  }
  const response = await receiver({ otherwise }).receive(await deliver())
  expect(response.status).toBe(500)
  expect(await response.text()).not.toContain('Something else')
})

test('a stream that is longer than it may be is not kept, and one without an end is left', async () => {
  let pulled = 0
  let cancelled = false
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled++
      controller.enqueue(new Uint8Array(8 * 1_048_576))
    },
    cancel: () => void (cancelled = true),
  })
  const init = { method: 'POST', body: endless, duplex: 'half' } as RequestInit
  const response = await receiver().receive(new Request('https://a.example', init))
  expect(response.status).toBe(413)
  expect(pulled).toBeLessThan(20)
  expect(cancelled).toBe(true)
})

test('a request whose encoding was set is read all the same', async () => {
  const { receive, seen } = receiver()
  const listener: RequestListener = (request, answer) => {
    request.setEncoding('utf8')
    void receive.node(request, answer)
  }
  expect((await send(await deliver({ event: { type: 'größe' } }), listener)).status).toBe(204)
  expect(seen).toEqual(['größe'])
})

test('a receiver adds nothing to an answer that was sent before', async () => {
  const { receive, seen } = receiver()
  let done: Promise<void> | undefined
  const listener: RequestListener = (request, answer) => {
    answer.writeHead(408).end()
    done = receive.node(request, answer)
  }
  expect((await send(await deliver(), listener)).status).toBe(408)
  await done
  expect(seen).toHaveLength(1)
})

test('a signature header that came twice counts as one list', async () => {
  const again: [string, string] = ['webhook-signature', `v1,${'A'.repeat(43)}=`]
  expect((await send(await deliver(), receiver().listener, [again])).status).toBe(204)
})

test.each([
  (right: string) => `v1,AAAA\t${right}`,
  (right: string) => `v1,AAAA,${right}`,
  (right: string) => ` ${right}, v1,AAAA`,
  (right: string) => `v1, , ${right}`,
  (right: string) => ['v1,AAAA', right],
  (right: string) => [right, 'v1,AAAA'],
])('the right signature is found in a list with odd separators: case %#', async (write) => {
  const request = await deliver()
  const list = write(request.headers.get('webhook-signature') ?? '')
  const headers = { ...Object.fromEntries(request.headers), 'webhook-signature': list }
  await verify({ body: await request.arrayBuffer(), headers }, { secret })
})

test.each(['v2', 'V1', 'xv1', 'v1a'])('a signature of the version %s is ignored', async (version) => {
  const request = await deliver()
  const list = (request.headers.get('webhook-signature') ?? '').replace('v1', version)
  const headers = { ...Object.fromEntries(request.headers), 'webhook-signature': list }
  const verified = verify({ body: await request.arrayBuffer(), headers }, { secret })
  await expect(verified).rejects.toMatchObject({ code: 'malformed-header' })
})

test('a delivery without headers, and a list of secrets with one that is not set, have their codes', async () => {
  const request = await deliver()
  const headers = Object.fromEntries(request.headers)
  const body = await request.text()
  const unset = [undefined, secret] as unknown as string[]
  await expect(verify({ body, headers }, { secret: unset })).rejects.toMatchObject({ code: 'wrong-secret' })
  const bare = { body, headers: undefined as never }
  await expect(verify(bare, { secret })).rejects.toMatchObject({ code: 'missing-header' })
})
