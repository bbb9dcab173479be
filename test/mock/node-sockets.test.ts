import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { JournalEntry } from '@event-delivery/mock'
import { firstToGiveWay, type Connection } from '../../mock/faces/node/connections'
import { eventually } from '../support/eventually'
import { heardBy, readAnswer } from '../support/raw-http'
import { authorization, backendOf, dial, ended, get, post, serveTest, statusForOthers } from './slow-clients'

test('where there is no room the silent connections give way, oldest first, and others are served', async () => {
  const server = await serveTest({ connections: 20 })
  const silent = await Promise.all(Array.from({ length: 20 }, () => dial(server)))
  const first = ended(silent[0]!.resume())
  expect(await statusForOthers(server)).toBe(200)
  await first
  for (let count = 0; count < 40; count++) expect(await statusForOthers(server)).toBe(200)
  expect(silent.at(-1)!.closed).toBe(false)
})

test('a request on its way gives way to a newcomer only where all others are on their way too', async () => {
  const server = await serveTest({ connections: 4 })
  const drips = await Promise.all(Array.from({ length: 4 }, () => dial(server)))
  for (const drip of drips) drip.write(post(1_000))
  await eventually(async () => expect(await statusForOthers(server)).toBe(200))
})

test('a request that is on its way when the server closes is answered, and learns that its connection ends', async () => {
  const accepted: Socket[] = []
  const note = (message: unknown) => void accepted.push((message as { socket: Socket }).socket)
  subscribe('net.server.socket', note)
  onTestFinished(() => void unsubscribe('net.server.socket', note))
  const server = await serveTest({})
  const client = await dial(server)
  client.write(get)
  await once(client, 'data')
  client.write(get.slice(0, 20))
  // The server has to have seen the beginning: a connection without a request would be closed at once.
  await eventually(() => expect(accepted[0]?.bytesRead).toBe(get.length + 20))
  const closing = server.close()
  client.write(get.slice(20))
  const { status, headers } = readAnswer(await heardBy(client))
  expect([status, headers.connection]).toEqual([200, 'close'])
  await closing
})

test('a connection gives way by what it is worth, then by its age', () => {
  const connection = (turn: number, last?: { writableFinished: boolean; complete: boolean }): Connection => ({
    socket: {} as Socket,
    turn,
    last:
      last &&
      ({ writableFinished: last.writableFinished, req: { complete: last.complete } } as ServerResponse),
  })
  const newcomer = connection(9)
  const silent = [connection(3), connection(4)]
  const idle = [
    connection(1, { writableFinished: true, complete: true }),
    connection(2, { writableFinished: true, complete: true }),
  ]
  const receiving = connection(5, { writableFinished: false, complete: false })
  const answering = connection(0, { writableFinished: false, complete: true })
  const all = [newcomer, answering, receiving, ...[...idle, ...silent].reverse()]
  const order: Connection[] = []
  while (order.at(-1) !== newcomer) {
    order.push(
      firstToGiveWay(
        all.filter((one) => !order.includes(one)),
        newcomer,
      ),
    )
  }
  expect(order).toEqual([...silent, ...idle, receiving, newcomer])
})

test.each([
  ['length after chunks', 'Transfer-Encoding: chunked\r\nContent-Length: 5'],
  ['chunks after length', 'Content-Length: 5\r\nTransfer-Encoding: chunked'],
  ['chunks that are not last', 'Transfer-Encoding: chunked, gzip'],
  ['an unknown coding alone', 'Transfer-Encoding: gzip'],
  ['chunks twice', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked'],
  ['a name with a space', 'Transfer-Encoding : chunked'],
  ['chunks in HTTP/1.0', 'Transfer-Encoding: chunked', '1.0'],
])(
  'a body with %s is 400, and what follows is no second request',
  async (_name, framing, version = '1.1') => {
    const entries: JournalEntry[] = []
    const server = await serveTest({}, backendOf(entries))
    const socket = await dial(server)
    socket.end(
      `POST /v1/events HTTP/${version}\r\nHost: localhost\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\n${framing}\r\n\r\n0\r\n\r\n${get}`,
    )
    const heard = await heardBy(socket)
    expect(heard.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 400'])
    await eventually(() =>
      expect(entries).toMatchObject([{ kind: 'request', method: 'POST', path: '/v1/events', status: 400 }]),
    )
  },
)

test('CONNECT is refused with the envelope', async () => {
  const entries: JournalEntry[] = []
  const server = await serveTest({}, backendOf(entries))
  const socket = await dial(server)
  socket.write('CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n')
  expect(readAnswer(await heardBy(socket))).toMatchObject({
    status: 405,
    json: { error: { code: 'method_not_allowed' } },
  })
  expect(entries).toMatchObject([{ kind: 'request', method: 'CONNECT', status: 405 }])
})
