import { connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { createBackend, createSeededRandom } from '@event-delivery/mock'
import { serve } from '@event-delivery/mock/node'
import { validateError, validateEvent, validateEventPage } from '../../generated/response-validators'

const backend = createBackend({ fetch: async () => new Response() })
const server = await serve(backend, { port: 0 })
const random = createSeededRandom(20_261_121)
const seeded = () => random.fraction()

afterAll(async () => {
  await server.close()
  await backend.close()
})

const pick = <T>(values: readonly T[]): T => values[Math.floor(seeded() * values.length)] as T
const bytes = (count: number) => Buffer.from(Array.from({ length: count }, () => Math.floor(seeded() * 256)))

const bodies: (() => Buffer)[] = [
  () => Buffer.concat([Buffer.from('{"type":"a'), bytes(20), Buffer.from('","data":{}}')]),
  () => Buffer.from(`{"type":"a","data":${'['.repeat(5_000)}${']'.repeat(5_000)}}`),
  () => Buffer.from(`{"type":"a","data":{"n":${'9'.repeat(1 + Math.floor(seeded() * 400))}e${bytes(1)[0]}}}`),
  () => Buffer.from('{"__proto__":{"type":"a","data":{}},"constructor":{"prototype":1}}'),
  () => Buffer.from('{"type":"__proto__","data":{"__proto__":{"polluted":true}}}'),
  () => Buffer.from('{"type":"a","data":{},"idempotencyKey":"__proto__"}'),
  () => bytes(Math.floor(seeded() * 300)),
]
const targets = [
  '/v1/events',
  '/v1/webhooks',
  '/v1/keys',
  '/v1/%00',
  '/v1//events',
  '/v1/events/%E0%A4%A',
  '/__mock/reset%20',
  '//',
  '*',
]
const methods = ['GET', 'POST', 'DELETE', 'PUT', 'HEAD', 'OPTIONS', 'BREW']
const headerLines = [
  'X-A: b\rInjected: c',
  'X-A: b\n c',
  'Content-Length: -1',
  'Content-Length: 1e3',
  'Expect: 100-continue',
  'Upgrade: websocket',
  'Transfer-Encoding: chunked, x',
  `Cookie: ${'c'.repeat(9_000)}`,
  'X-Ü: ÿ',
  'Prefer: code=999',
  'Authorization: Bearer sk_live_mock\0',
]

function hostileRequest(): Buffer {
  const body = pick(bodies)()
  const lines = [
    `${pick(methods)} ${pick(targets)} HTTP/1.1`,
    'Host: a',
    'Connection: close',
    'Authorization: Bearer sk_live_mock',
    'Content-Type: application/json',
    ...(seeded() < 0.5 ? [pick(headerLines)] : []),
    `Content-Length: ${body.length + (seeded() < 0.1 ? 50 : 0)}`,
  ]
  const whole = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body])
  // Some end in the middle, and leave the connection half open.
  return seeded() < 0.15 ? whole.subarray(0, Math.floor(seeded() * whole.length)) : whole
}

/** What is heard within a moment. The connection is then cut from this side. */
function say(request: Buffer): Promise<string> {
  return new Promise((resolve) => {
    let heard = ''
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true })
    socket.setTimeout(150, () => socket.destroy())
    socket.on('error', () => {})
    socket.on('data', (chunk) => (heard += chunk.toString('utf8')))
    socket.on('end', () => socket.destroy())
    socket.on('close', () => resolve(heard))
    socket.write(request)
  })
}

function fault(request: Buffer, heard: string): string | undefined {
  if (heard === '') return undefined
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(heard.replace(/^HTTP\/1\.1 100 [^]*?\r\n\r\n/, ''))?.[1])
  const at = `${status} to ${JSON.stringify(request.toString('latin1').slice(0, 200))}`
  if (!(status >= 200 && status < 500)) return at
  if (status === 204 || request.subarray(0, 4).toString() === 'HEAD') return undefined
  const json: unknown = JSON.parse(heard.slice(heard.lastIndexOf('\r\n\r\n') + 4))
  const valid = status >= 400 ? validateError(json) : validateEvent(json) || validateEventPage(json)
  return valid ? undefined : `No valid body: ${at}`
}

async function assault(count: number): Promise<{ faults: string[]; answered: number }> {
  const faults: string[] = []
  let [answered, left] = [0, count]
  await Promise.all(
    Array.from({ length: 32 }, async () => {
      while (left-- > 0) {
        const request = hostileRequest()
        const heard = await say(request)
        if (heard !== '') answered++
        const found = fault(request, heard)
        if (found) faults.push(found)
      }
    }),
  )
  return { faults, answered }
}

test('2,000 hostile requests over bare sockets crash nothing, and each answer is valid', async () => {
  await assault(200)
  const before = process.memoryUsage().heapUsed
  const { faults, answered } = await assault(2_000)
  expect(faults).toEqual([])
  expect(answered).toBeGreaterThan(1_200)
  expect(({} as { polluted?: true }).polluted).toBeUndefined()
  expect((process.memoryUsage().heapUsed - before) / 1_048_576).toBeLessThan(64)
  const healthy = await fetch(`${server.baseUrl}/v1/events`, {
    headers: { authorization: 'Bearer sk_live_mock' },
  })
  expect(healthy.status).toBe(200)
}, 60_000)
