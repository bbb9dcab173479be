import { expect, onTestFinished, test } from 'vitest'
import type { BackendOptions, JournalEntry } from '@event-delivery/mock'
import { serve, type ServeOptions } from '@event-delivery/mock/node'
import { eventually } from '../support/eventually'
import { createTestBackend } from '../support/test-backend'
import { readAnswer, sendBytes } from '../support/raw-http'

const token = '0123456789abcdef'

interface Refused {
  name: string
  method?: string
  path?: string
  headers?: Record<string, string>
  body?: string
  options?: BackendOptions
  serving?: ServeOptions
  /** The address that the face names as the client's. */
  from?: string
  status: number
  code: string
}

const evil = { Host: 'evil.example' }
const wrong = { authorization: `Bearer ${token}x` }

/** Refusals of a client that shares the process with the mock, or whose face names its address. */
const inProcess: Refused[] = [
  { name: 'a foreign Host', headers: evil, status: 403, code: 'forbidden' },
  { name: 'a foreign Origin', headers: { origin: 'https://evil.example' }, status: 403, code: 'forbidden' },
  { name: 'an Origin that hides itself', headers: { origin: 'null' }, status: 403, code: 'forbidden' },
  {
    name: 'a page of another site',
    headers: { 'sec-fetch-site': 'cross-site' },
    status: 403,
    code: 'forbidden',
  },
  { name: 'no token', options: { controlToken: token }, status: 401, code: 'unauthorized' },
  {
    name: 'a wrong token',
    options: { controlToken: token },
    headers: wrong,
    status: 401,
    code: 'unauthorized',
  },
  {
    name: 'a token in another scheme',
    options: { controlToken: token },
    headers: { authorization: `Basic ${btoa(token)}` },
    status: 401,
    code: 'unauthorized',
  },
  { name: 'a client from afar', from: '192.0.2.7', status: 403, code: 'forbidden' },
  { name: 'a client whose address nobody knows', from: '', status: 403, code: 'forbidden' },
]

/** The same over a socket, where the face judges Host and Origin before the backend sees the request. */
const overSocket: Refused[] = [
  ...inProcess.filter(({ from }) => from === undefined),
  {
    name: 'a name that another mock has',
    headers: { Host: 'mock:1' },
    serving: { allowHosts: ['mock:2'] },
    status: 403,
    code: 'forbidden',
  },
]

const requests = [
  { method: 'GET', path: '/__mock/keys?a=1' },
  { method: 'POST', path: '/__mock/faults', body: '{"kind":"html"}' },
  { method: 'PUT', path: '/__mock/snapshot', body: '{"events":[]}' },
  { method: 'DELETE', path: '/__mock/keys/key_1' },
  { method: 'GET', path: '/__mock/journal', headers: { accept: 'text/event-stream' } },
  { method: 'HEAD', path: '/__mock' },
  { method: 'GET', path: '/__mock/nowhere' },
]

const onRoutes = (table: Refused[]) =>
  table.flatMap((refused) =>
    requests.map((request) => {
      const headers = { ...request.headers, ...refused.headers }
      return {
        ...refused,
        ...request,
        headers,
        title: `${request.method} ${request.path} with ${refused.name}`,
      }
    }),
  )

function journaled(options: BackendOptions = {}) {
  const entries: JournalEntry[] = []
  const backend = createTestBackend({ ...options, onEntry: (entry) => entries.push(entry) })
  return { backend, entries }
}

/** Expects one entry, whole, and with nothing of the token. */
async function expectEntry(entries: JournalEntry[], { method, path, status, code, body }: Refused) {
  await eventually(() => expect(entries).toHaveLength(1))
  expect(entries[0]).toMatchObject({ kind: 'request', method, path, status, refusal: { code } })
  expect(entries[0]).toHaveProperty('body', body)
  expect(JSON.stringify(entries)).not.toContain(token)
}

test.each(onRoutes(inProcess))(
  '$title is refused in process, and is an entry of the journal',
  async (refused) => {
    const { method, path, headers, body, options, from, status } = refused
    const { backend, entries } = journaled(options)
    const length = body === undefined ? undefined : { 'content-length': `${body.length}` }
    const request = new Request(`http://localhost${path}`, {
      method,
      headers: { ...headers, ...length },
      body,
    })
    const peer = from === undefined ? undefined : { address: from || undefined }
    expect((await backend.answer(request, undefined, peer)).status).toBe(status)
    await expectEntry(entries, refused)
  },
)

test.each(onRoutes(overSocket))(
  '$title is refused over a socket, and is an entry of the journal',
  async (refused) => {
    const { method, path, headers, body = '', options, serving, status } = refused
    const { backend, entries } = journaled(options)
    const server = await serve(backend, { port: 0, ...serving })
    onTestFinished(() => server.close())
    const fields = { Host: 'localhost', ...headers, 'Content-Length': `${body.length}`, Connection: 'close' }
    const lines = Object.entries(fields).map((field) => field.join(': '))
    const bytes = `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`
    expect(readAnswer(await sendBytes(bytes, server.port)).status).toBe(status)
    await expectEntry(entries, { ...refused, body: body === '' ? undefined : body })
    expect(entries[0]).toMatchObject({ address: '127.0.0.1' })
  },
)

test('the entry of a refused control request holds its headers, and of a long body the beginning', async () => {
  const { backend, entries } = journaled({ controlToken: token })
  const headers = { 'x-mark': 'seen', authorization: `Bearer ${token}x`, 'content-type': 'application/json' }
  const body = `{"events":"${'x'.repeat(20_000)}"}`
  await backend.fetch(new Request('http://localhost/__mock/snapshot', { method: 'PUT', headers, body }))
  await eventually(() => expect(entries).toHaveLength(1))
  const [entry] = entries as Extract<JournalEntry, { kind: 'request' }>[]
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
