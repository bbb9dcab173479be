import { readFileSync, statSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { like } from './client'
import { createReceiver, timestampedHex, verify } from '@event-delivery/sdk/webhooks'
import { unplayedParts } from '../../src/command/receiver'
import { eventually } from '../support/eventually'
import { makeFolder } from '../support/folder'
import { serveListener } from '../support/node-server'
import { file, mockSettings, records, run, settings, start } from './command-line'

/** A mock, a place for the secret, and the flags that every listener of these tests has. */
async function prepare(more?: Record<string, string>) {
  const env = await mockSettings(more)
  const secretFile = join(await makeFolder(onTestFinished), 'kept', 'listen.secret')
  const begin = (url: string, ...flags: string[]) =>
    start(['listen', '--forward-to', url, '--secret-file', secretFile, '--interval', '0.05', ...flags], env)
  /** Begins to listen, and waits until the command does. */
  const listen = async (...given: Parameters<typeof begin>) => {
    const listener = begin(...given)
    await listener.prints(/kept in|needs the secret of|"kind":"ready"/)
    return listener
  }
  const send = async (type: string) =>
    records((await run(['send', type, '--data', '{"order":1}', '--json'], env)).out)[0]!
  const secret = () => readFileSync(secretFile, 'utf8').trim()
  return { secretFile, begin, listen, send, secret }
}

/** A server that answers as `answer` says, and keeps what came. */
async function serveRaw(
  answer: (count: number) => { status: number; headers?: Record<string, string>; body?: string },
) {
  const requests: { headers: IncomingMessage['headers']; body: string }[] = []
  const respond = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const count = requests.push({ headers: incoming.headers, body: await text(incoming) })
    const { status, headers, body } = answer(count)
    outgoing.writeHead(status, headers).end(body)
  }
  const { baseUrl } = await serveListener((...exchange) => void respond(...exchange), {
    until: onTestFinished,
  })
  return { url: `${baseUrl}/hooks`, requests }
}

test('with a test key, new events reach a receiver of the SDK, signed by a secret that is kept', async () => {
  const { listen, send, secret, secretFile } = await prepare()
  await send('before.the.start')
  const handled: unknown[] = []
  const receivers: ReturnType<typeof createReceiver>[] = []
  const receiver = await serveListener((incoming, outgoing) => void receivers[0]?.node(incoming, outgoing), {
    until: onTestFinished,
  })
  const listener = await listen(`${receiver.baseUrl}/hooks`)
  await listener.prints(/Secret for your receiver: whsec_\S+, kept in/)
  expect(statSync(secretFile).mode & 0o777).toBe(0o600)
  receivers.push(createReceiver({ secret: secret(), otherwise: (event) => void handled.push(event) }))
  const event = await send('order.paid')
  await eventually(() => expect(handled).toEqual([event]))
  await listener.prints(/204 +\d+ ms {2}order\.paid {2}evt_/)
  const { status, out, err } = await listener.interrupt()
  expect(out).toMatch(/\n1 event: 1 delivered, 0 failed, 0 unfinished\.\n$/)
  expect({ status, err }).toEqual({ status: 130, err: '' })
})

test('the next start has the same secret, and a file that others can read is told of', async () => {
  const { listen, secret, secretFile } = await prepare()
  const { url } = await serveRaw(() => ({ status: 204 }))
  await (await listen(url)).interrupt()
  const kept = secret()
  await chmod(secretFile, 0o644)
  const second = await listen(url)
  await second.prints(/needs the secret of/)
  const { out, err } = await second.interrupt()
  expect(secret()).toBe(kept)
  expect(out).not.toContain('whsec_')
  expect(err).toContain('chmod 600')
})

test('only the types that were asked for are delivered, and --limit ends the command', async () => {
  const { listen, send } = await prepare()
  const { url, requests } = await serveRaw(() => ({ status: 200, body: '{}' }))
  const listener = await listen(url, '--events', 'a,b', '--limit', '2', '--json')
  for (const type of ['a', 'c', 'b', 'a']) await send(type)
  const { status, out } = await listener.ended
  expect(status).toBe(0)
  expect(requests.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual(['a', 'b'])
  expect(records(out).at(-1)).toEqual({ kind: 'summary', events: 2, delivered: 2, failed: 0, unfinished: 0 })
})

test('a delivery that fails is repeated under the same id, and its second attempt counts', async () => {
  const { listen, send, secret } = await prepare()
  const { url, requests } = await serveRaw((count) =>
    count === 1 ? { status: 500, body: 'no \u001b[2J database' } : { status: 204 },
  )
  const listener = await listen(url, '--limit', '1', '--json')
  const event = await send('order.paid')
  const { status, out } = await listener.ended
  const attempts = records(out).filter(({ kind }) => kind === 'delivery')
  expect(attempts).toMatchObject([
    { attempt: 1, status: 500, error: like('database'), delayMs: 1000 },
    { attempt: 2, status: 204 },
  ])
  expect(out).not.toContain('\u001b')
  expect(status).toBe(0)
  for (const { headers, body } of requests)
    expect(await verify({ body, headers }, { secret: secret() })).toMatchObject({ id: event['id'] })
})

test('410 ends a delivery, and with --limit a failed one ends in status 1', async () => {
  const { listen, send } = await prepare()
  const { url, requests } = await serveRaw(() => ({ status: 410 }))
  const listener = await listen(url, '--limit', '1')
  await send('order.paid')
  expect((await listener.ended).status).toBe(1)
  expect(requests).toHaveLength(1)
})

test('a redirect is not followed: deliveries go to the given URL alone', async () => {
  const { listen, send } = await prepare()
  const elsewhere = await serveRaw(() => ({ status: 204 }))
  const { url } = await serveRaw(() => ({ status: 307, headers: { location: elsewhere.url } }))
  const listener = await listen(url)
  await send('order.paid')
  await listener.prints(/307 .*a redirect to .*not followed/)
  await listener.interrupt()
  expect(elsewhere.requests).toEqual([])
})

test('a receiver that is down is named, and gets the event once it is up', async () => {
  const { listen, send } = await prepare()
  const { port, close } = await serveListener(() => {})
  await close()
  const listener = await listen(`http://127.0.0.1:${port}/hooks`, '--limit', '1')
  const server = createServer((_, response) => response.writeHead(204).end())
  onTestFinished(() => void server.close())
  await send('order.paid')
  await listener.prints(/nothing listens at http:\/\/127\.0\.0\.1:\d+: start your receiver \(again in 1 s\)/)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  expect(await listener.ended).toMatchObject({ status: 0 })
})

test('an answer without an end is left, and its status counts', async () => {
  const { listen, send } = await prepare()
  const { baseUrl } = await serveListener(
    (_, response) => {
      response.writeHead(200)
      const more = () => {
        while (response.write('x'.repeat(65_536)));
      }
      response.on('drain', more)
      more()
    },
    { until: onTestFinished },
  )
  const listener = await listen(baseUrl, '--limit', '1')
  await send('order.paid')
  expect(await listener.ended).toMatchObject({ status: 0 })
})

test.each([
  [200, 0],
  [410, 1],
])('an answer of %i whose body breaks off counts by its status', async (answered, status) => {
  const { listen, send } = await prepare()
  let seen = 0
  const { baseUrl } = await serveListener(
    (_, response) => {
      seen += 1
      response.writeHead(answered, { 'content-length': 100 })
      response.write('x', () => response.destroy())
    },
    { until: onTestFinished },
  )
  const listener = await listen(baseUrl, '--limit', '1')
  await send('order.paid')
  const { out, ...ended } = await listener.ended
  expect({ ...ended, seen }).toMatchObject({ status, seen: 1 })
  expect(out).toMatch(new RegExp(` ${answered} +\\d+ ms`))
})

test('an outage of the service is waited for', async () => {
  let isDown = false
  const events: object[] = []
  const service = await serveListener(
    (_, response) => {
      // The client does not wait for so long: the command has to.
      response.writeHead(isDown ? 503 : 200, { 'content-type': 'application/json', 'retry-after': '61' })
      response.end(JSON.stringify(isDown ? {} : { data: events, hasMore: false, nextCursor: null }))
    },
    { until: onTestFinished },
  )
  const args = ['events', 'tail', '--interval', '0.05', '--limit', '1', '--json']
  const tail = start(args, settings(service.baseUrl))
  await tail.notes(/ready/)
  isDown = true
  await tail.notes(/503/)
  isDown = false
  await tail.notes(/recovered/)
  events.push({ id: 'evt_1', type: 'a', created: '2026-11-21T03:00:00Z', data: {} })
  const { status, out } = await tail.ended
  expect(records(out)).toEqual(events)
  expect(status).toBe(0)
})

test('a dialect decides how deliveries are signed and what is in them', async () => {
  const { listen, send, secret } = await prepare()
  const { url, requests } = await serveRaw(() => ({ status: 204 }))
  const signature = { scheme: 'timestamped-hex', header: 'x-shop-signature' }
  const dialect = JSON.stringify({ deliveryBody: 'standard-webhooks', signature })
  const listener = await listen(url, '--dialect', await file('dialect.json', dialect), '--limit', '1')
  await send('order.paid')
  await listener.ended
  const [{ headers, body }] = requests as [{ headers: Record<string, string>; body: string }]
  const timestamp = expect.any(String) as string
  expect(JSON.parse(body)).toEqual({ type: 'order.paid', data: { order: 1 }, timestamp })
  const scheme = timestampedHex({ header: 'x-shop-signature' })
  await verify({ body, headers }, { secret: secret(), scheme })
})

test('listen says which parts of a dialect its deliveries do not have, and who delivers them', () => {
  const said = unplayedParts('listen', {
    deliveryBody: { hook: '{event.type}', data: '{event}' },
    deliveryEncoding: 'form',
    headers: { delivery: { 'x-hook': { copy: 'type' } } },
  })
  expect(said).toBe(
    'listen does not repeat deliveryBody and deliveryEncoding and headers.delivery of the dialect: your receiver gets the event as JSON. The mock delivers as the dialect says: npx @event-delivery/mock --dialect FILE.',
  )
  expect(unplayedParts('listen', {})).toBeUndefined()
  const played = {
    deliveryBody: 'standard-webhooks',
    deliveryEncoding: 'json',
    headers: { list: {} },
  } as const
  expect(unplayedParts('listen', played)).toBeUndefined()
})

test('where the service refuses the key, listening ends with status 1', async () => {
  const { begin } = await prepare({ EVENT_DELIVERY_API_KEY: 'sk_test_wrong' })
  const { ended } = begin('http://127.0.0.1:9')
  expect(await ended).toMatchObject({ status: 1, err: like('401') })
})
