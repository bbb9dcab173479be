import { once } from 'node:events'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import type { BackendOptions, ControllableClock, JournalEntry, NoticeEntry } from '@event-delivery/mock'
import { start } from '../support/backend'
import { eventually } from '../support/eventually'
import { serveMock } from './served-mock'
import { dial } from './slow-clients'

const body = '{"type":"order.paid","data":{"order":1}}'

/** The bytes of a POST. `lines` follow the headers that each of these requests has. */
function post(lines: readonly string[], sent = body, path = '/v1/events'): string {
  return [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'X-Twice: first',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'x-twice: second',
    ...lines,
    '',
    sent,
  ].join('\r\n')
}

/** The bytes of a GET of the list. */
const get = (lines: readonly string[]) =>
  ['GET /v1/events HTTP/1.1', 'Host: 127.0.0.1', ...lines, '', ''].join('\r\n')

const withKey = 'Authorization: Bearer sk_live_mock'
const refused: [status: number, lines: string[], options?: BackendOptions, fault?: object][] = [
  [401, []],
  [403, ['Authorization: Bearer sk_live_readonly_mock']],
  [400, [withKey, 'X-Mock-Session: a b']],
  [413, [withKey], { dialect: { maxPayloadBytes: 10 } }],
  [429, [withKey], { plan: 'enterprise:1' }],
  [503, [withKey], { faults: [{ kind: 'status', status: 503 }] }],
  [500, [withKey, 'Prefer: code=500']],
]

test.each(refused)(
  'a request that is answered %i is kept with all headers and its body',
  async (...given) => {
    const [status, lines, options = {}] = given
    const { port, entries } = await serveMock(options)
    const socket = await dial({ port })
    const sendings = status === 429 ? 2 : 1
    for (let sending = 1; sending <= sendings; sending++) {
      socket.write(post(lines))
      await eventually(() => expect(entries).toHaveLength(sending))
    }
    const entry = entries.at(-1)
    expect(entry).toMatchObject({ status, method: 'POST', path: '/v1/events', body, address: '127.0.0.1' })
    expect(entry?.headers).toMatchObject({ 'x-twice': 'first, second', 'content-type': 'application/json' })
    expect(entry?.rawHeaders?.slice(0, 4)).toEqual(['Host', '127.0.0.1', 'X-Twice', 'first'])
  },
)

test('a body that nobody wanted leaves the connection fit for the next request', async () => {
  const { port, entries } = await serveMock()
  const socket = await dial({ port })
  socket.write(post([]) + post([withKey]))
  await eventually(() => expect(entries.map(({ status }) => status).sort()).toEqual([201, 401]))
})

test('a request whose client sends the body after the answer is complete in the journal', async () => {
  const { port, entries } = await serveMock()
  const socket = await dial({ port })
  socket.write(post([], ''))
  await once(socket, 'data')
  socket.write(body)
  await eventually(() => expect(entries).toMatchObject([{ status: 401, body }]))
})

test('a client that stops in the middle of its body is in the journal as gone', async () => {
  const { port, entries } = await serveMock()
  const socket = await dial({ port })
  socket.write(post([withKey], body.slice(0, 20)))
  socket.end()
  await eventually(() => expect(entries).toMatchObject([{ aborted: true, status: 400 }]))
  expect(entries[0]?.body).toBe(body.slice(0, 20))
})

/** Resolves when the clock is asked to wait for so many milliseconds. */
function untilWaits(clock: ControllableClock, milliseconds: number): Promise<void> {
  const { schedule } = clock
  return new Promise((resolve) => {
    clock.schedule = (work, delay) => {
      if (delay === milliseconds) resolve()
      return schedule(work, delay)
    }
  })
}

async function noticesOf(port: number): Promise<NoticeEntry[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/__mock/journal`)
  const { data } = (await answer.json()) as { data: JournalEntry[] }
  return data.filter((entry): entry is NoticeEntry => entry.kind === 'notice')
}

/** Resets a connection. The server sees the reset when it answers another client. */
async function leave(socket: Socket, port: number): Promise<void> {
  socket.resetAndDestroy()
  await once(socket, 'close')
  await noticesOf(port)
}

test('an event is created after its latency, though its client has left, and the journal says both', async () => {
  const { backend, clock, port, entries } = await serveMock({ faults: [{ kind: 'latency', latency: 5_000 }] })
  const socket = await dial({ port })
  const waits = untilWaits(clock, 5_000)
  socket.write(post([withKey], body, '/v1/events?seen=1'))
  await waits
  expect((await backend.snapshot()).events).toEqual([])
  await leave(socket, port)
  const message =
    'The client of POST /v1/events has left. Its request is carried out when its wait of 5000 ms is over.'
  const left = { code: 'client-left', message }
  await eventually(async () => expect((await noticesOf(port)).at(-1)).toMatchObject(left))
  expect(entries).toEqual([])
  await clock.advance(5_000)
  await eventually(() => expect(entries).toMatchObject([{ aborted: true, status: 201, body }]))
  expect(entries[0]?.fault).toContain('kind=latency;')
  expect((await backend.snapshot()).events).toHaveLength(1)
})

test.each([
  ['a list', () => get([withKey, 'Prefer: delay=5000'])],
  ['an event that is created', () => post([withKey, 'Prefer: fault=latency-after-commit, delay=5000'])],
  ['an event that is refused', () => post([withKey, 'Prefer: code=503, delay=5000'])],
])('the wait of %s ends when its client leaves, and the journal has it at once', async (_, request) => {
  const { clock, port, entries } = await serveMock()
  const socket = await dial({ port })
  const waits = untilWaits(clock, 5_000)
  socket.write(request())
  await waits
  expect(entries).toEqual([])
  await leave(socket, port)
  await eventually(() => expect(entries).toMatchObject([{ aborted: true }]))
  expect(clock.now()).toBe(start)
  expect((await noticesOf(port)).map(({ code }) => code)).not.toContain('client-left')
})
