import { afterAll, expect, onTestFinished, test } from 'vitest'
import { serve, toNodeHandler, type RunningServer, type ServeOptions } from '@event-delivery/mock/node'
import { validateError } from '../../generated/response-validators'
import { createTestBackend } from '../support/test-backend'
import { readAnswer, askBytes } from '../support/raw-http'

const backend = createTestBackend({ fetch: async () => new Response() }, afterAll)
const plain = await serve(backend, { port: 0 })
afterAll(() => plain.close())

/** A server with its own gate for one test. */
async function serveWith(options: ServeOptions): Promise<RunningServer> {
  const server = await serve(backend, { port: 0, ...options })
  onTestFinished(() => server.close())
  return server
}

/** Sends the lines of a request, which no library would send in part. */
async function askLines({ port }: RunningServer, ...lines: string[]) {
  const request = [...lines, 'Authorization: Bearer sk_live_mock', 'Connection: close', '', '']
  return readAnswer(await askBytes(request.join('\r\n'), port))
}

function ask(server: RunningServer, headers: Record<string, string>, path = '/v1/events', method = 'GET') {
  const fields = Object.entries({ Host: 'localhost', ...headers }).map((field) => field.join(': '))
  return askLines(server, `${method} ${path} HTTP/1.1`, ...fields)
}

const paths = ['/v1/events', '/__mock/keys', '/__mock']

test.each(['https://evil.example', 'null', 'http://localhost.evil.example', 'http://a@localhost'])(
  'every path answers 403 to a page of %s, in the envelope, naming the flag',
  async (origin) => {
    for (const path of paths) {
      const { status, json, headers } = await ask(plain, { Origin: origin }, path)
      expect([status, json?.error.code]).toEqual([403, 'forbidden'])
      expect(validateError(json)).toBe(true)
      expect(json?.error.message).toContain(`--allow-origin ${origin}`)
      expect(headers['access-control-allow-origin']).toBeUndefined()
    }
  },
)

test.each(paths)(
  '%s answers 403 to a page that hides its origin, and to no client that is no page',
  async (path) => {
    const from = async (site: string) => (await ask(plain, { 'Sec-Fetch-Site': site }, path)).status
    expect(await from('cross-site')).toBe(403)
    for (const site of ['same-origin', 'same-site', 'none']) expect(await from(site)).toBe(200)
  },
)

test.each(['http://localhost:5173', 'https://127.0.0.1', 'http://[::1]:3000', 'http://shop.localhost'])(
  'a page of %s may read the answer, and no other page may',
  async (origin) => {
    for (const path of paths) {
      const { status, headers } = await ask(plain, { Origin: origin, 'Sec-Fetch-Site': 'cross-site' }, path)
      expect([status, headers['access-control-allow-origin']]).toEqual([200, origin])
      expect(headers['vary']).toContain('Origin')
    }
  },
)

test('pages of other origins may use the mock where an option names them', async () => {
  const server = await serveWith({ allowOrigins: ['https://App.test/', 'chrome-extension://abc', 'null'] })
  for (const origin of ['https://app.test', 'chrome-extension://abc', 'null']) {
    const headers = { Origin: origin, 'Sec-Fetch-Site': 'cross-site' }
    expect((await ask(server, headers)).headers['access-control-allow-origin']).toBe(origin)
  }
  for (const origin of ['http://app.test', 'https://app.test:444', 'https://a.app.test']) {
    expect((await ask(server, { Origin: origin })).status).toBe(403)
  }
})

test('a page of the very host that is addressed is the mock’s own', async () => {
  const server = await serveWith({ allowHosts: ['mock'] })
  const from = (origin: string) => ask(server, { Host: 'mock:4010', Origin: origin })
  expect((await from('http://mock:4010')).status).toBe(200)
  expect((await from('http://mock:4011')).status).toBe(403)
})

test('a preflight is judged as its request, and permits the one origin', async () => {
  const wanted = { Method: 'POST', Headers: 'authorization', 'Private-Network': 'true' }
  const asked = Object.entries(wanted).map(
    ([name, value]) => [`Access-Control-Request-${name}`, value] as const,
  )
  const preflight = (origin: string) =>
    ask(plain, { Origin: origin, ...Object.fromEntries(asked) }, '/v1/events', 'OPTIONS')
  const { status, headers } = await preflight('http://localhost:5173')
  expect(status).toBe(204)
  expect(headers).toMatchObject({
    'access-control-allow-origin': 'http://localhost:5173',
    'access-control-allow-headers': 'authorization',
    'access-control-allow-private-network': 'true',
  })
  expect(headers['vary']?.split(', ')).toEqual(
    expect.arrayContaining(['Origin', 'Access-Control-Request-Headers']),
  )
  const refused = await preflight('https://evil.example')
  expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([403, undefined])
})

test('no answer over a socket is open to all origins', async () => {
  for (const method of ['GET', 'OPTIONS', 'DELETE']) {
    for (const origin of ['http://localhost:1', undefined]) {
      const { headers } = await ask(plain, origin ? { Origin: origin } : {}, '/v1/events', method)
      expect(headers['access-control-allow-origin']).toBe(origin)
    }
  }
})

test.each(
  'evil.example evil.example:4010 localhost.evil.example 127.0.0.1.evil.example evil.example. 10.0.0.1 0.0.0.0 [::2] 2130706433'.split(
    ' ',
  ),
)('the host %s was made to lead here, and gets 403 for every path', async (host) => {
  for (const path of paths) {
    const { status, json } = await ask(plain, { Host: host }, path)
    expect([status, json?.error.code]).toEqual([403, 'forbidden'])
    expect(json?.error.message).toContain(`--allow-host ${host.replace(/(:4010|\.)$/, '')}`)
  }
})

test.each('localhost LocalHost. 127.0.0.1:9 127.9.9.9 [::1]:4010 [0:0::1] mock.localhost'.split(' '))(
  'the host %s is this machine',
  async (host) => {
    expect((await ask(plain, { Host: host })).status).toBe(200)
  },
)

test('further hosts may lead here where an option names them, with any port or with one', async () => {
  const server = await serveWith({
    allowHosts: ['mock', 'Other.test:4010', 'bücher.test', 'fd00::a:1', 'plain.test:80'],
  })
  const statusAt = async (host: string) => (await ask(server, { Host: host })).status
  for (const host of 'mock MOCK:1 mock.:4010 other.test:4010 xn--bcher-kva.test [fd00:0::a:1]:9 plain.test'.split(
    ' ',
  )) {
    expect([host, await statusAt(host)]).toEqual([host, 200])
  }
  for (const host of ['other.test', 'other.test:4011', 'a.mock', 'mocks', 'plain.test:8080']) {
    expect([host, await statusAt(host)]).toEqual([host, 403])
  }
})

const noHosts = ['http://mock/', 'mock/v1', '', '*', '*.test', 'mock another']
const noOrigins = ['*', 'app.test', 'https://app.test/page', '']

test.each([
  ...noHosts.map((entry) => ['allowHosts', entry] as const),
  ...noOrigins.map((entry) => ['allowOrigins', entry] as const),
])('%s refuses %j, and says what it takes', async (option, entry) => {
  const server = serve(backend, { port: 0, [option]: [entry] })
  await expect(server).rejects.toThrow(TypeError)
  await expect(server).rejects.toThrow(new RegExp(`^${option} holds .* such as`))
  expect(() => toNodeHandler(backend, { [option]: [entry] })).toThrow(TypeError)
})

const local = 'Host: localhost'

test.each([
  [['GET /v1/events HTTP/1.1', local, local], 400],
  [['GET /v1/events HTTP/1.1', local, 'hOST: evil.example'], 400],
  [['GET /v1/events HTTP/1.0', local, local], 400],
  [['GET /v1/events HTTP/1.1'], 400],
  [['GET /v1/events HTTP/1.1', 'Host:'], 400],
  [['GET /v1/events HTTP/1.1', 'Host: a b/c@d'], 400],
  [['GET /v1/events HTTP/1.1', 'Host: a@localhost'], 400],
  [['GET /v1/events HTTP/1.1', 'Host: localhost, localhost'], 400],
  [['GET /v1/events HTTP/1.0'], 200],
  [['GET /v1/events HTTP/1.0', 'Host: evil.example'], 403],
  [['GET http://evil.example/v1/events HTTP/1.1', local], 403],
  [['GET http://localhost/v1/events HTTP/1.1', 'Host: evil.example'], 200],
  [['GET http://localhost/v1/events HTTP/1.1'], 400],
  [['GET http://localhost@evil.example/v1/events HTTP/1.1', local], 400],
  [['GET ftp://localhost/v1/events HTTP/1.1', local], 400],
])('%j is answered %i, as RFC 9112 wants', async (lines, status) => {
  const answer = await askLines(plain, ...lines)
  expect(answer.status).toBe(status)
  if (status >= 400) expect(validateError(answer.json)).toBe(true)
})

test('somebody who follows a link to the inspector gets it, and no page gets more that way', async () => {
  const visit = { Accept: 'text/html', 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' }
  const by = (path: string, destination: string, method?: string) =>
    ask(plain, { ...visit, 'Sec-Fetch-Dest': destination }, path, method)
  expect((await by('/__mock', 'document')).headers['content-type']).toMatch(/html/)
  expect((await by('/__mock', 'iframe')).status).toBe(403)
  expect((await by('/__mock/journal', 'document')).status).toBe(403)
  expect((await by('/v1/events', 'document')).status).toBe(403)
  expect((await by('/__mock', 'document', 'POST')).status).toBe(403)
})

test('in one process any host and any origin may use /v1', async () => {
  const headers = {
    authorization: 'Bearer sk_live_mock',
    host: 'api.example',
    origin: 'https://shop.example',
  }
  const response = await backend.fetch(new Request('https://api.example/v1/events', { headers }))
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
})
