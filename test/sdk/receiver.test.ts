import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type SignedRequestOptions, signedRequest } from '@event-delivery/sdk/testing'
import {
  bodyHex,
  createMemoryStore,
  createReceiver,
  type DedupeStore,
  type NodeRequest,
  type ReceiverOptions,
  timestampedHex,
} from '@event-delivery/sdk/webhooks'
import { expect, test } from 'vitest'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const paid = { id: 'evt_1', type: 'order.paid', data: { order: 1042 } }
const deliver = (options: Partial<SignedRequestOptions> = {}) =>
  signedRequest({ secret, event: paid, ...options })

function receiver(options: Partial<ReceiverOptions> = {}) {
  const seen: string[] = []
  const errors: unknown[] = []
  const receive = createReceiver({
    secret,
    otherwise: (event) => void seen.push(`otherwise ${event.type}`),
    onError: (error) => void errors.push(error),
    ...options,
  })
  return { receive, seen, errors }
}

test('an event goes to the handler of its type, and any other to otherwise', async () => {
  const { receive, seen } = receiver({
    on: { 'order.paid': (event) => void seen.push(`paid ${String(event.data['order'])}`) },
  })
  expect((await receive(await deliver())).status).toBe(204)
  expect((await receive(await deliver({ id: 'msg_2', event: { type: 'toString' } }))).status).toBe(204)
  expect(seen).toEqual(['paid 1042', 'otherwise toString'])
})

test('a handler is told by which secret and when the delivery was signed', async () => {
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

test('a delivery that comes while it is being handled is put off, not called handled', async () => {
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

test('a store is asked to claim, then to commit after success, or to release after failure', async () => {
  const calls: string[] = []
  const store: DedupeStore = {
    claim: async (id) => (calls.push(`claim ${id}`), 'claimed' as const),
    commit: async (id) => void calls.push(`commit ${id}`),
    release: async (id) => void calls.push(`release ${id}`),
  }
  const { receive } = receiver({ store, otherwise: () => void calls.push('handle') })
  await receive(await deliver())
  expect(calls.splice(0)).toEqual(['claim msg_test', 'handle', 'commit msg_test'])
  const failing = receiver({ store, otherwise: () => Promise.reject(new Error()) })
  await failing.receive(await deliver())
  expect(calls).toEqual(['claim msg_test', 'release msg_test'])
})

test('a store that fails to commit does not undo what was handled, one that fails to claim puts it off', async () => {
  const down = () => {
    throw new Error('the store is down')
  }
  const commit = receiver({ store: { claim: () => 'claimed', commit: down, release: down } })
  expect((await commit.receive(await deliver())).status).toBe(204)
  expect(commit.errors).toHaveLength(1)
  const claim = receiver({ store: { claim: down, commit: down, release: down } })
  expect((await claim.receive(await deliver())).status).toBe(500)
  expect(claim.seen).toHaveLength(0)
})

test('the store in memory forgets the oldest first', () => {
  const store = createMemoryStore({ size: 2 })
  for (const id of ['a', 'b', 'c']) {
    expect(store.claim(id)).toBe('claimed')
    void store.commit(id)
  }
  expect(['a', 'b', 'c'].map((id) => store.claim(id))).toEqual(['claimed', 'done', 'done'])
})

test.each([timestampedHex(), bodyHex()])(
  'under $name, which has no delivery id, the event’s own id tells duplicates',
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
  ['a wrong signature', () => deliver({ secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' }), 400, 'no-match'],
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

async function over(listener: RequestListener, request: Request): Promise<Response> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { port } = server.address() as AddressInfo
    return await fetch(`http://127.0.0.1:${port}/hook`, {
      method: 'POST',
      headers: request.headers,
      body: await request.arrayBuffer(),
    })
  } finally {
    server.close()
  }
}

test('node:http delivers to receive.node', async () => {
  const { receive, seen } = receiver()
  const response = await over((request, answer) => void receive.node(request, answer), await deliver())
  expect(response.status).toBe(204)
  expect(seen).toEqual(['otherwise order.paid'])
})

test('node:http is told when a body is too large', async () => {
  const { receive } = receiver({ maxBytes: 10 })
  const response = await over((request, answer) => void receive.node(request, answer), await deliver())
  expect(response.status).toBe(413)
})

test('a body that a parser left in req.body as a buffer is used, and one that it ate is told so', async () => {
  const { receive, seen } = receiver()
  const parsedBy =
    (parse: (bytes: Buffer) => unknown): RequestListener =>
    async (request, answer) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      await receive.node(Object.assign(request, { body: parse(Buffer.concat(chunks)) }), answer)
    }
  const raw = await over(
    parsedBy((bytes) => bytes),
    await deliver(),
  )
  expect(raw.status).toBe(204)
  const eaten = await over(
    parsedBy((bytes) => JSON.parse(bytes.toString()) as unknown),
    await deliver({ id: 'msg_2' }),
  )
  expect(eaten.status).toBe(500)
  expect(await eaten.text()).toContain('express.raw')
  expect(seen).toHaveLength(1)
})

test('Fastify hands over its own request and reply', async () => {
  const { receive, seen } = receiver()
  const response = await over(
    (raw, answer) => {
      let hijacked = false
      const reply = { raw: answer, statusCode: 200, hijack: () => (hijacked = true) }
      const request: NodeRequest = { method: raw.method, headers: raw.headers, raw }
      void receive.node(request, reply).then(() => expect(hijacked).toBe(true))
    },
    await deliver(),
  )
  expect(response.status).toBe(204)
  expect(seen).toHaveLength(1)
})
