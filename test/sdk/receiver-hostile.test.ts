import type { RequestListener } from 'node:http'
import { type ReceiverOptions, verify, WebhookVerificationError } from '@event-delivery/sdk/webhooks'
import { expect, test } from 'vitest'
import { deliver, otherSecret, receiver, secret, send } from './deliveries'

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

test('a sender of too much gets to see the answer, and no reset', async () => {
  const { listener } = receiver()
  for (let turn = 0; turn < 3; turn++) {
    const large = await deliver({ body: 'a'.repeat(3_000_000) })
    expect((await send(large, listener)).status).toBe(413)
  }
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
