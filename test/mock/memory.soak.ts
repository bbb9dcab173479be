import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { StartLine } from '../support/mock-command'
import { commands, residentOf, startNode } from '../support/processes'

// Ten minutes at full length.
const seconds = Number(process.env.SOAK_SECONDS ?? 600)
// In MiB.
const heap = Number(process.env.SOAK_HEAP ?? 256)
const memory = Number(process.env.SOAK_MEMORY ?? 96)

/**
 * Starts the built command, as users do, under a small heap. Returns its port, the resident memory that it prints as its bound,
 * and how to read what it takes, both in MiB.
 */
async function startMock() {
  const flags = ['--port', '0', '--json', '--quiet', '--max-memory', `${memory}MiB`, '--allow-private']
  const { child, pid, firstLine, stop } = startNode([`--max-old-space-size=${heap}`, commands.mock, ...flags])
  onTestFinished(async () => void (await stop()))
  const { baseUrl, residentMemory } = JSON.parse(await firstLine()) as StartLine
  return {
    port: Number(new URL(baseUrl).port),
    printed: residentMemory / 2 ** 20,
    resident: () => residentOf(pid),
    ended: () => child.exitCode ?? child.signalCode,
    stop,
  }
}

interface Asked {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: unknown
}

/** Sends requests over a few connections. Resolves with the status, 0 where the connection was cut. */
function createClient(port: number, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  onTestFinished(() => agent.destroy())
  return ({ method = 'POST', path, headers = {}, body }: Asked) =>
    new Promise<number>((resolve) => {
      const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
      const asked = request({
        port,
        agent,
        method,
        path,
        headers: {
          authorization: 'Bearer sk_live_mock',
          ...(payload && { 'content-type': 'application/json', 'content-length': payload.length }),
          ...headers,
        },
      })
      asked.on('error', () => resolve(0))
      asked.on('response', (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0))
        response.on('error', () => resolve(0))
      })
      asked.end(payload)
    })
}

/** Opens a stream of the journal that is never read. */
function stall(port: number) {
  const socket = connect(port, '127.0.0.1', () => {
    socket.write('GET /__mock/journal HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n')
    socket.pause()
  })
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
}

const text = { plain: 'x'.repeat(200_000), beyond: 'ł'.repeat(65_000) }

/**
 * The requests of the load, one after the other: large events of every kind. In the second half of the time most of them have
 * an idempotency key, so that the store fills with what it may not drop.
 */
function loadOf(order: number, isSecondHalf: boolean): Asked {
  const event = (data: object, more: object = {}) => ({
    path: '/v1/events',
    body: { type: 'load', data, ...more },
  })
  if (isSecondHalf && order % 2 === 0)
    return event({ order, text: text.plain }, { idempotencyKey: `k${order}` })
  switch (order % 6) {
    case 0:
      return event({ order, text: text.beyond })
    case 1:
      return { ...event({ order, text: text.plain }), headers: { prefer: 'fault=reset-after-commit' } }
    case 2:
      return order % 500 === 2 ? event({ order }, { idempotencyKey: `k${order}` }) : event({ order })
    case 3:
      return { path: '/v1/events', body: { type: 'refused', text: text.plain } }
    default:
      return event({ order, text: text.plain })
  }
}

/** Floods of one kind each: what anybody on this machine can send without end. */
const floods: Record<string, (order: number) => Asked> = {
  'small events': (order) => ({
    path: '/v1/events',
    body: { type: 'load', data: { order }, idempotencyKey: `k${order}` },
  }),
  'large events': (order) => ({
    path: '/v1/events',
    body: { type: 'load', data: { order, text: text.plain } },
  }),
  'refused bodies': (order) => ({ path: '/v1/events', body: { type: 'refused', text: text.plain, order } }),
  sessions: (order) => ({
    path: '/v1/events',
    headers: { 'x-mock-session': `s${order}` },
    body: { type: 'load', data: { text: text.plain }, idempotencyKey: 'k' },
  }),
  'refused control requests': (order) => ({
    path: '/__mock/faults',
    body: { kind: `none-${order}`, text: text.plain },
  }),
  'control requests': (order) => ({
    path: '/__mock/webhooks',
    body: { url: `https://127.0.0.1:1/${order}`, events: [`type-${order}`] },
  }),
  'unknown keys': (order) => ({
    method: 'GET',
    path: '/v1/events',
    headers: { authorization: `Bearer sk_live_${order}${'x'.repeat(4_000)}` },
  }),
}

test.each(Object.entries(floods))(
  'a flood of %s takes no more memory than the mock says',
  async (name, flood) => {
    const { port, printed, resident, ended } = await startMock()
    const send = createClient(port, 16)
    const end = performance.now() + (seconds * 1_000) / 20
    let order = 0
    let highest = 0
    const worker = async () => {
      while (performance.now() < end && ended() === null) {
        await send(flood(order++))
        if (order % 50 === 0) highest = Math.max(highest, resident())
      }
    }
    await Promise.all(Array.from({ length: 16 }, worker))
    console.log(JSON.stringify({ flood: name, order, highest, memory, printed }))
    expect(ended()).toBeNull()
    expect(highest).toBeLessThan(printed)
  },
)

test('under a small heap, everything at once neither ends the mock nor takes more memory than it may', async () => {
  const { port, printed, resident, ended, stop } = await startMock()
  const send = createClient(port, 16)
  for (let reader = 0; reader < 20; reader++) stall(port)
  const atRest = resident()
  await Promise.all(
    Array.from({ length: 10_000 }, (_item, order) =>
      send({ path: '/v1/webhooks', body: { url: `https://127.0.0.1:1/${order}`, events: ['fan.out'] } }),
    ),
  )
  const statuses = new Map<number, number>()
  const count = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const middle = performance.now() + seconds * 500
  const end = performance.now() + seconds * 1_000
  let order = 0
  let highest = 0
  const watch = setInterval(() => {
    if (ended() === null) highest = Math.max(highest, resident())
  }, 100)
  onTestFinished(() => clearInterval(watch))
  async function worker() {
    while (performance.now() < end && ended() === null) {
      count(await send(loadOf(order++, performance.now() > middle)))
    }
  }
  async function fanOut() {
    while (performance.now() < end && ended() === null) {
      count(await send({ path: '/v1/events', body: { type: 'fan.out', data: {} } }))
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
  await Promise.all([...Array.from({ length: 15 }, worker), fanOut()])
  const figures = { seconds, atRest, highest, printed, order, statuses: Object.fromEntries(statuses) }
  console.log(JSON.stringify(figures))
  expect(ended()).toBeNull()
  expect(await send({ method: 'GET', path: '/v1/events?limit=1' })).toBe(200)
  expect(highest).toBeLessThan(printed)
  // Events under a live key stay, so the store was full, and said so.
  expect(statuses.get(503)).toBeGreaterThan(0)
  expect([...statuses.keys()].filter((status) => ![0, 201, 400, 503].includes(status))).toEqual([])
  expect((await stop()).err).not.toContain('heap out of memory')
})
