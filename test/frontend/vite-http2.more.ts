import { once } from 'node:events'
import { connect, constants, type ClientHttp2Session } from 'node:http2'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createCertificate } from '@event-delivery/mock/node'
import type { EventDeliveryPluginOptions } from '@event-delivery/mock/vite'
import { frontEnd, startDev } from './dev-server'

let certificate: Awaited<ReturnType<typeof createCertificate>>

beforeAll(async () => {
  certificate = await createCertificate()
})

/** Starts a dev server with a certificate, which speaks HTTP/2, and connects to it. */
async function startSession(options: EventDeliveryPluginOptions = {}) {
  const { ca, cert, key } = certificate
  const { config } = await frontEnd(options)
  const { origin } = await startDev({ ...config, server: { ...config.server, https: { cert, key } } })
  const session = connect(origin, { ca })
  onTestFinished(() => session.destroy())
  await once(session, 'connect')
  expect(session.alpnProtocol).toBe('h2')
  return session
}

interface Sent {
  method?: string
  path?: string
  headers?: Record<string, string>
  body?: string
}

/** Sends a request. Resolves with status and text, or with the code of the stream's end where it was cut. */
async function ask(
  session: ClientHttp2Session,
  { method = 'GET', path = '/v1/events', headers, body }: Sent,
) {
  const stream = session.request({
    ':method': method,
    ':path': path,
    authorization: 'Bearer sk_live_mock',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...headers,
  })
  let status = 0
  let text = ''
  stream.on('response', (answered) => (status = Number(answered[':status'])))
  stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  const failed = new Promise<string>((resolve) => stream.on('error', () => resolve('cut')))
  const closed = once(stream, 'close').then(() =>
    stream.rstCode === constants.NGHTTP2_NO_ERROR ? 'whole' : 'cut',
  )
  stream.end(body)
  return { end: await Promise.race([failed, closed]), status, text }
}

const create = (data: object): Sent => ({
  method: 'POST',
  body: JSON.stringify({ type: 'order.paid', data }),
})

test('over HTTP/2 events are created, listed, refused and found in the journal', async () => {
  const session = await startSession()
  expect(await ask(session, create({ order: 1 }))).toMatchObject({ end: 'whole', status: 201 })
  const listed = await ask(session, {})
  expect(JSON.parse(listed.text)).toMatchObject({ data: [{ data: { order: 1 } }] })
  expect((await ask(session, { method: 'POST', body: '{}' })).status).toBe(400)
  expect(await ask(session, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' })
  const { data } = JSON.parse((await ask(session, { path: '/__mock/journal' })).text) as {
    data: { kind: string; method: string; path: string; status: number }[]
  }
  expect(data.map(({ method, path, status }) => `${method} ${path} ${status}`)).toEqual([
    'POST /v1/events 201',
    'GET /v1/events 200',
    'POST /v1/events 400',
    'HEAD /v1/events 200',
  ])
})

test('over HTTP/2 pages of other sites and foreign names are refused', async () => {
  const session = await startSession()
  const statusWith = async (headers: Record<string, string>) => (await ask(session, { headers })).status
  expect(await statusWith({ origin: 'https://evil.example' })).toBe(403)
  expect(await statusWith({ ':authority': 'evil.example' })).toBe(403)
  expect(await statusWith({ ':authority': 'localhost' })).toBe(200)
})

test('over HTTP/2 many answers at once come whole, however long they are', async () => {
  const session = await startSession()
  for (let order = 0; order < 20; order++) await ask(session, create({ order, text: 'x'.repeat(100_000) }))
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => ask(session, { path: '/v1/events?limit=20' })),
  )
  for (const { end, status, text } of answers) {
    expect([end, status]).toEqual(['whole', 200])
    expect((JSON.parse(text) as { data: unknown[] }).data).toHaveLength(20)
  }
})

test.each([
  ['reset', 0, ''],
  ['reset-after-commit', 0, ''],
  ['truncated', 201, '{"id":"evt_'],
])('over HTTP/2 the fault %s ends its stream, and no other', async (fault, status, beginning) => {
  const session = await startSession()
  const other = ask(session, { headers: { prefer: 'delay=200' } })
  const broken = await ask(session, { ...create({ order: 1 }), headers: { prefer: `fault=${fault}` } })
  expect(broken).toMatchObject({ end: 'cut', status })
  expect(broken.text.startsWith(beginning)).toBe(true)
  expect(await other).toMatchObject({ end: 'whole', status: 200 })
})
