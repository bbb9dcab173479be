import { request, type IncomingMessage, type RequestListener } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { toNodeHandler } from '@event-delivery/mock/node'
import { serveListener } from '../support/node-server'
import { askBytes, readAnswer } from '../support/raw-http'
import { createTestBackend } from '../support/test-backend'

const authorization = 'Bearer sk_live_mock'
const event = JSON.stringify({ type: 'order.paid', data: { order: 1 } })

function handlerOfTest() {
  const backend = createTestBackend({ fetch: async () => new Response() })
  return toNodeHandler(backend)
}

async function createEvent(listener: RequestListener, path: string) {
  const { baseUrl } = await serveListener(listener, { until: onTestFinished })
  const headers = { authorization, 'content-type': 'application/json' }
  const response = await fetch(baseUrl + path, { method: 'POST', headers, body: event })
  return { status: response.status, json: (await response.json()) as { error: { message: string } } }
}

test('below a path of another application the mock is led by what the mount left, or by the whole target', async () => {
  const handle = handlerOfTest()
  // Express and Connect cut the path of the mount off `url`, and keep the whole target in `originalUrl`.
  const mountedAt = (mount: string): RequestListener =>
    function (incoming, outgoing) {
      const originalUrl = incoming.url ?? ''
      Object.assign(incoming, { originalUrl, url: originalUrl.slice(mount.length) || '/' })
      handle(incoming, outgoing)
    }
  expect((await createEvent(mountedAt('/mock'), '/mock/v1/events')).status).toBe(201)
  expect((await createEvent(mountedAt('/v1'), '/v1/events')).status).toBe(201)
  expect((await createEvent(mountedAt(''), '/v1/events')).status).toBe(201)
})

// The root belongs to the program that the mock is mounted in. Where the mock is alone, it tells where everything is.
test.each([
  ['/', 200],
  ['/v10/events', 404],
  ['/assets/v1/events', 404],
  ['/__mocks/a', 404],
])(
  'a request for %s is left to the next handler, and answered with %d where there is none',
  async (path, status) => {
    const handle = handlerOfTest()
    const before = await serveListener(
      (incoming, outgoing) => handle(incoming, outgoing, () => outgoing.end('the next one')),
      { until: onTestFinished },
    )
    expect(await (await fetch(before.baseUrl + path)).text()).toBe('the next one')
    const alone = await serveListener(handle, { until: onTestFinished })
    expect((await fetch(alone.baseUrl + path)).status).toBe(status)
  },
)

test.each(['/v1', '/v1?limit=1', '/v1/nothing', '/__mock', '/__mock?session=a'])(
  'a request for %s is the mock’s own',
  async (path) => {
    const handle = handlerOfTest()
    let left = 0
    const { baseUrl } = await serveListener(
      (incoming, outgoing) => {
        handle(incoming, outgoing, () => {
          left++
          outgoing.end()
        })
      },
      { until: onTestFinished },
    )
    await fetch(baseUrl + path)
    expect(left).toBe(0)
  },
)

test('a body that something else has read is an error that says where to mount the mock', async () => {
  const handle = handlerOfTest()
  const afterParser: RequestListener = (incoming, outgoing) => {
    void text(incoming).then(() => handle(incoming, outgoing))
  }
  const { status, json } = await createEvent(afterParser, '/v1/events')
  expect(status).toBe(500)
  expect(json.error.message).toMatch(/before all parsers of bodies/)
})

test('two keys in one request are no key, although Node keeps the first of the two headers', async () => {
  const { port } = await serveListener(handlerOfTest(), { until: onTestFinished })
  const ask = (...keys: string[]) => {
    const lines = ['GET /v1/events HTTP/1.1', 'Host: localhost', ...keys, 'Connection: close', '', '']
    return askBytes(lines.join('\r\n'), port)
  }
  const key = `Authorization: ${authorization}`
  expect(readAnswer(await ask(key))).toMatchObject({ status: 200 })
  expect(readAnswer(await ask(key, key))).toMatchObject({ status: 401 })
})

test('a parser that left a request without a body alone does no harm', async () => {
  const handle = handlerOfTest()
  const { port } = await serveListener(
    (incoming, outgoing) => {
      incoming.resume().on('end', () => handle(Object.assign(incoming, { body: {} }), outgoing))
    },
    { until: onTestFinished },
  )
  const outgoing = request({ port, path: '/v1/events', headers: { authorization } }).end()
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  expect(incoming.statusCode).toBe(200)
  incoming.resume()
})
