import { connect } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, expect, test } from 'vitest'
import { createBackend, createSeededRandom } from '@event-delivery/mock'
import { serve } from '@event-delivery/mock/node'
import { validateError, validateEvent, validateEventPage } from '../../generated/response-validators'
import { sized } from '../support/tier'

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
const paths = '/v1/events /v1/webhooks /v1/keys /v1/%00 /v1//events /v1/events/%E0%A4%A /__mock/reset%20 // *'
const targets = paths.split(' ')
const methods = ['GET', 'POST', 'DELETE', 'PUT', 'HEAD', 'OPTIONS', 'BREW']
const ofLength = ['Content-Length: -1', 'Content-Length: 1e3', 'Transfer-Encoding: chunked, x']
const unusual = ['Expect: 100-continue', 'Upgrade: websocket', 'Prefer: code=999', 'X-Ü: ÿ']
const broken = ['X-A: b\rInjected: c', 'X-A: b\n c', 'Authorization: Bearer sk_live_mock\0']
const headerLines = [...ofLength, ...unusual, ...broken, `Cookie: ${'c'.repeat(9_000)}`]

interface HostileRequest {
  bytes: Buffer
  /** A request that ends in the middle need not be answered. */
  isWhole: boolean
  /** Whether the client resets the connection as soon as it has sent the request. */
  isAborted: boolean
}

function hostileRequest(): HostileRequest {
  const body = pick(bodies)()
  const announced = body.length + (seeded() < 0.1 ? 50 : 0)
  const lines = [
    `${pick(methods)} ${pick(targets)} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    'Authorization: Bearer sk_live_mock',
    'Content-Type: application/json',
    ...(seeded() < 0.5 ? [pick(headerLines)] : []),
    `Content-Length: ${announced}`,
  ]
  const whole = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body])
  const length = seeded() < 0.15 ? Math.floor(seeded() * whole.length) : whole.length
  const isWhole = length === whole.length && announced === body.length
  return { bytes: whole.subarray(0, length), isWhole, isAborted: !isWhole && seeded() < 0.5 }
}

/** Sends a request, ends this side of the connection, and returns everything that the server sends before it closes. */
function exchange({ bytes, isAborted }: HostileRequest): Promise<string> {
  return new Promise((resolve) => {
    let heard = ''
    const socket = connect({ port: server.port, host: '127.0.0.1' })
    socket.on('error', () => {})
    socket.on('data', (chunk) => (heard += chunk.toString('utf8')))
    socket.on('close', () => resolve(heard))
    if (isAborted) socket.write(bytes, () => socket.resetAndDestroy())
    else socket.end(bytes)
  })
}

function problemOf({ bytes, isWhole }: HostileRequest, heard: string): string | undefined {
  const request = JSON.stringify(bytes.toString('latin1').slice(0, 200))
  if (heard === '') return isWhole ? `No answer: ${request}` : undefined
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(heard.replace(/^HTTP\/1\.1 100 [^]*?\r\n\r\n/, ''))?.[1])
  if (!(status >= 200 && status < 500)) return `${status} to ${request}`
  if (status === 204 || bytes.subarray(0, 4).toString() === 'HEAD') return undefined
  const json: unknown = JSON.parse(heard.slice(heard.lastIndexOf('\r\n\r\n') + 4))
  const valid = status >= 400 ? validateError(json) : validateEvent(json) || validateEventPage(json)
  return valid ? undefined : `No valid body: ${status} to ${request}`
}

async function assault(count: number): Promise<string[]> {
  const problems: string[] = []
  let left = count
  await Promise.all(
    Array.from({ length: 32 }, async () => {
      while (left-- > 0) {
        const request = hostileRequest()
        const problem = problemOf(request, await exchange(request))
        if (problem) problems.push(problem)
      }
    }),
  )
  return problems
}

/** Memory in use, in MiB, once all garbage is collected. */
function memoryInUse(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}

const requests = sized({ more: 2_000, soak: 20_000 })

test('hostile requests over bare sockets crash nothing, and each answer is valid', async () => {
  // The control routes are loaded when they are first asked for, which can take longer than a connection is kept.
  await fetch(`${server.baseUrl}/__mock/health`)
  await assault(200)
  const before = memoryInUse()
  expect(await assault(requests)).toEqual([])
  expect(({} as { polluted?: true }).polluted).toBeUndefined()
  expect(memoryInUse() - before).toBeLessThan(64)
  const healthy = await fetch(`${server.baseUrl}/v1/events`, {
    headers: { authorization: 'Bearer sk_live_mock' },
  })
  expect(healthy.status).toBe(200)
})
