import { expect, onTestFinished, test } from 'vitest'
import type { BackendOptions, JournalEntry, RequestEntry } from '@event-delivery/mock'
import { serve, type ServeOptions } from '@event-delivery/mock/node'
import { createHarness } from '../support/backend'
import { eventually } from '../support/eventually'
import { createTestBackend } from '../support/test-backend'
import { readAnswer, sendBytes } from '../support/raw-http'

const token = '0123456789abcdef'

interface Refusal {
  status: 401 | 403
  headers?: Record<string, string>
  options?: BackendOptions
  serving?: ServeOptions
  /** The address that the face names as the client's. */
  from?: string
}

const forbidden = (headers: Record<string, string>): Refusal => ({ status: 403, headers })
const unauthorized = (headers = {}): Refusal => ({ status: 401, headers, options: { controlToken: token } })

/** Refusals of a client over a socket, or of one that shares the process with the mock. */
const refusals: Record<string, Refusal> = {
  'a foreign Host': forbidden({ Host: 'evil.example:4010', authorization: `Bearer ${token}` }),
  'a Host that begins like loopback': forbidden({ Host: '127.0.0.1.evil.example' }),
  'a foreign Origin': forbidden({ origin: 'https://evil.example' }),
  'an Origin that begins like this machine': forbidden({ origin: 'http://localhost.evil.example' }),
  'an Origin that hides itself': forbidden({ origin: 'null' }),
  'a page of another site': forbidden({ 'sec-fetch-site': 'cross-site' }),
  'no token': unauthorized(),
  'a wrong token': unauthorized({ authorization: `Bearer ${token}x` }),
  'a token in another scheme': unauthorized({ authorization: `Basic ${btoa(token)}` }),
}

const requests: { method: string; path: string; body?: string; headers?: Record<string, string> }[] = [
  { method: 'GET', path: '/__mock/keys?a=1' },
  { method: 'POST', path: '/__mock/faults', body: '{"kind":"html"}' },
  { method: 'PUT', path: '/__mock/snapshot', body: '{"events":[]}' },
  { method: 'DELETE', path: '/__mock/keys/key_1' },
  { method: 'GET', path: '/__mock/journal', headers: { accept: 'text/event-stream' } },
  { method: 'HEAD', path: '/__mock' },
  { method: 'GET', path: '/__mock/nowhere' },
]

/** One guard stands before all routes, so that each refusal meets one of them, and each of them one refusal or more. */
const onRoutes = (table: Record<string, Refusal>, first: number) =>
  Object.entries(table).map(([name, { headers, ...refusal }], index) => {
    const request = requests[(first + index) % requests.length]!
    const title = `${request.method} ${request.path} with ${name}`
    return { title, ...request, ...refusal, headers: { ...request.headers, ...headers } }
  })

type Sent = ReturnType<typeof onRoutes>[number]

function journaled(options: BackendOptions = {}) {
  const entries: JournalEntry[] = []
  const backend = createTestBackend({ ...options, onEntry: (entry) => entries.push(entry) })
  return { backend, entries }
}

/** Expects one entry, whole, and with nothing of the token. */
async function expectEntry(entries: JournalEntry[], { method, path, status, body }: Sent) {
  await eventually(() => expect(entries).toHaveLength(1))
  const code = status === 401 ? 'unauthorized' : 'forbidden'
  expect(entries[0]).toMatchObject({ kind: 'request', method, path, status, refusal: { code } })
  expect(entries[0]).toHaveProperty('body', body)
  expect(JSON.stringify(entries)).not.toContain(token)
}

const fromAfar: Record<string, Refusal> = {
  'a client from afar': { from: '192.0.2.7', status: 403 },
  'a client whose address nobody knows': { from: '', status: 403 },
}

test.each(onRoutes({ ...refusals, ...fromAfar }, 0))(
  '$title is refused in process, and is an entry of the journal',
  async (sent) => {
    const { method, path, headers, body, options, from, status } = sent
    const { backend, entries } = journaled(options)
    const length = body === undefined ? undefined : { 'content-length': `${body.length}` }
    const init = { method, headers: { ...headers, ...length }, body }
    const peer = from === undefined ? undefined : { address: from || undefined }
    const answer = await backend.answer(new Request(`http://localhost${path}`, init), undefined, peer)
    expect(answer.status).toBe(status)
    await expectEntry(entries, sent)
  },
)

// The face judges Host and Origin before the backend sees the request.
const ofAnother: Refusal = { ...forbidden({ Host: 'mock:1' }), serving: { allowHosts: ['mock:2'] } }

test.each(onRoutes({ ...refusals, 'a name that another mock has': ofAnother }, 3))(
  '$title is refused over a socket, and is an entry of the journal',
  async (sent) => {
    const { method, path, headers, body = '', options, serving, status } = sent
    const { backend, entries } = journaled(options)
    const server = await serve(backend, { port: 0, ...serving })
    onTestFinished(() => server.close())
    const fields = { Host: 'localhost', ...headers, 'Content-Length': `${body.length}`, Connection: 'close' }
    const lines = Object.entries(fields).map((field) => field.join(': '))
    const bytes = `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`
    expect(readAnswer(await sendBytes(bytes, server.port)).status).toBe(status)
    await expectEntry(entries, sent)
    expect(entries[0]).toMatchObject({ address: '127.0.0.1' })
  },
)

test('a refused control request makes no session, drives out none, and changes nothing', async () => {
  const { control, createEvent, list } = createHarness({ limits: { sessions: 1 } })
  const mine = { headers: { 'x-mock-session': 'mine' } }
  await createEvent({}, mine)
  for (const session of ['mine', 'other']) {
    const headers = { origin: 'https://evil.example' }
    expect((await control(`POST /reset?session=${session}`, undefined, { headers })).status).toBe(403)
  }
  expect(await list('/v1/events', mine)).toHaveLength(1)
})

test('the entry of a refused control request holds its headers, and of a long body the beginning', async () => {
  const { backend, entries } = journaled({ controlToken: token })
  const headers = { 'x-mark': 'seen', authorization: `Bearer ${token}x`, 'content-type': 'application/json' }
  const body = `{"events":"${'x'.repeat(20_000)}"}`
  await backend.fetch(new Request('http://localhost/__mock/snapshot', { method: 'PUT', headers, body }))
  await eventually(() => expect(entries).toHaveLength(1))
  const [entry] = entries as RequestEntry[]
  expect(entry?.headers).toMatchObject({ 'x-mark': 'seen', authorization: 'Bearer ...' })
  expect(entry?.body).toBe(`${body.slice(0, 16_384)}…`)
})

test.each([token, `${token}x`, `Bearer${token}`])(
  'credentials without a scheme (%s) are in no entry',
  async (authorization) => {
    const { backend, entries } = journaled({ controlToken: token })
    await backend.fetch(new Request('http://localhost/__mock/keys', { headers: { authorization } }))
    await eventually(() => expect(entries).toHaveLength(1))
    expect(JSON.stringify(entries)).not.toContain(token)
  },
)

test.each(['localhost:4010', '127.0.0.1', '[::1]:4010'])('a page of the host %s may', async (host) => {
  const { control } = createHarness()
  const headers = { host, origin: `http://${host}` }
  expect((await control('POST /reset', undefined, { headers })).status).toBe(204)
})

test('with a token the page of the mock itself may act beyond loopback, and no other page', async () => {
  const { control } = createHarness({ controlToken: token })
  const host = '192.168.1.5:4010'
  const statusOf = async (origin: string, sent: string) => {
    const headers = { host, origin, authorization: `Bearer ${sent}` }
    return (await control('POST /reset', undefined, { headers })).status
  }
  expect(await statusOf(`http://${host}`, token)).toBe(204)
  expect(await statusOf(`http://${host}`, 'other')).toBe(401)
  expect(await statusOf('http://192.168.1.6:4010', token)).toBe(403)
  const preflight = { origin: 'http://localhost:5173', 'access-control-request-method': 'POST' }
  expect((await control('OPTIONS /reset', undefined, { headers: preflight })).status).toBe(204)
  const elsewhere = { host: 'mock.example', authorization: `Bearer ${token}` }
  expect((await control('GET /keys', undefined, { headers: elsewhere })).status).toBe(200)
})
