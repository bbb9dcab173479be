import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createBackend, type Seed } from '@event-delivery/mock'
import { serve } from '@event-delivery/mock/node'
import { createHarness } from '../support/backend'
import { readAnswer } from '../support/raw-http'
import { heardBy } from './slow-clients'

const control = { key: null }
const seedOf = (events: number, type = 'order.paid'): Seed => ({
  events: Array.from({ length: events }, (_item, order) => ({ id: `evt_${order}`, type, data: { order } })),
})

async function serveSmall() {
  const backend = createBackend({ maxMemory: 2 ** 20 })
  const server = await serve(backend, { port: 0 })
  onTestFinished(async () => {
    await server.close()
    await backend.close()
  })
  const socket = connect(server.port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const head = (framing: string) =>
    `PUT /__mock/snapshot HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${framing}\r\n\r\n`
  return { backend, server, socket, head }
}

// Four times the memory, and a mebibyte.
const longest = 5 * 2 ** 20

test('a snapshot that is announced as too long is refused before any of it has come', async () => {
  const { socket, head } = await serveSmall()
  // Not one byte of the body follows, so an answer cannot have waited for any.
  socket.write(head(`Content-Length: ${longest + 1}`))
  let heard = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => (heard += chunk))
  await expect.poll(() => heard).toContain('\r\n\r\n{')
  expect(readAnswer(heard)).toMatchObject({ status: 413, json: { error: { code: 'payload_too_large' } } })
})

test('a snapshot of unknown length is refused as soon as it is too long, though it goes on', async () => {
  const { socket, head } = await serveSmall()
  socket.write(head('Transfer-Encoding: chunked'))
  const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`
  for (let sent = 0; sent <= longest; sent += 65_536) socket.write(chunk)
  let heard = ''
  socket.setEncoding('latin1').on('data', (part: string) => (heard += part))
  await expect.poll(() => heard).toContain('\r\n\r\n{')
  expect(readAnswer(heard)).toMatchObject({ status: 413, json: { error: { code: 'payload_too_large' } } })
})

test('others are served while a snapshot comes, and see the data from before it', async () => {
  const { server, socket, head } = await serveSmall()
  const body = JSON.stringify(seedOf(3))
  socket.write(`${head(`Content-Length: ${body.length}\r\nConnection: close`)}${body.slice(0, 20)}`)
  const list = async () => {
    const headers = { authorization: 'Bearer sk_live_mock' }
    const response = await fetch(`${server.baseUrl}/v1/events`, { headers })
    return ((await response.json()) as { data: unknown[] }).data.length
  }
  expect([await list(), await list()]).toEqual([0, 0])
  socket.write(body.slice(20))
  expect(readAnswer(await heardBy(socket)).status).toBe(204)
  expect(await list()).toBe(3)
})

test('others are served while a snapshot is parsed and checked', async () => {
  const { call } = createHarness()
  await call('GET', '/v1/events')
  let isOver = false
  const text = JSON.stringify(seedOf(20_000))
  const put = call('PUT', '/__mock/snapshot', { ...control, text }).finally(() => (isOver = true))
  const seen: unknown[] = []
  while (!isOver) {
    const { json } = await call('GET', '/v1/events?limit=1')
    seen.push((json.data as unknown[]).length)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect((await put).status).toBe(204)
  // The parts of the snapshot are parsed in some twenty turns, and as many requests are answered meanwhile.
  expect(seen.filter((events) => events === 0).length).toBeGreaterThan(5)
})

test('of two snapshots at once the later one stays, however long the earlier one is', async () => {
  const { call } = createHarness()
  await call('GET', '/v1/events')
  const put = (seed: Seed) => call('PUT', '/__mock/snapshot', { ...control, body: seed })
  const answers = await Promise.all([put(seedOf(5_000, 'earlier')), put(seedOf(1, 'later'))])
  expect(answers.map(({ status }) => status)).toEqual([204, 204])
  expect((await call('GET', '/v1/events')).json.data).toMatchObject([{ type: 'later' }])
})
