import { gzipSync } from 'node:zlib'
import { createBackend, type BackendOptions } from '@event-delivery/mock'
import { createDeliveryFetch } from '@event-delivery/mock/node'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { mockKeys } from '../support/backend'
import { requestOf, serveListener, writeResponse, type NodeServer } from '../support/node-server'

type Send = (request: Request) => Promise<Response>
/** Answers a request itself, or leaves it to the reference backend by returning nothing. */
type Hostility = (request: Request, outgoing: ServerResponse, send: Send) => Promise<boolean> | boolean

/** A service that wants to harm whoever judges it. */
export interface HostileService {
  name: string
  /** How answers are spoilt. */
  answers?: () => Hostility
  /** How deliveries are spoilt. */
  deliver?: (send: typeof fetch) => typeof fetch
  /** Further flags of the run. */
  flags?: readonly string[]
  /** The verdicts that are true of it. */
  verdicts: readonly string[]
}

const MiB = 1024 * 1024
const json = { 'content-type': 'application/json' }
const never = () => new Promise<boolean>(() => undefined)
const isList = ({ method, url }: Request) => method === 'GET' && new URL(url).pathname === '/v1/events'
const isCreation = ({ method, url }: Request) => method === 'POST' && url.endsWith('/v1/events')
const isRegistration = ({ method, url }: Request) => method === 'POST' && url.endsWith('/v1/webhooks')

/** Adds fields to the JSON object of each answer that `applies` to. */
const adding =
  (applies: (request: Request) => boolean, fields: (status: number) => object): (() => Hostility) =>
  () =>
  async (request, outgoing, send) => {
    if (!applies(request)) return false
    const response = await send(request)
    const body = (await response.json()) as object
    outgoing.writeHead(response.status, json).end(JSON.stringify({ ...body, ...fields(response.status) }))
    return true
  }

/** Writes chunks without an end, as fast as they are taken. */
function endless(outgoing: ServerResponse, chunk: Buffer): void {
  const write = () => {
    while (!outgoing.destroyed && outgoing.write(chunk));
    if (!outgoing.destroyed) outgoing.once('drain', write)
  }
  write()
}

/** Sends each delivery so many times at once, with a body of its own. */
const flooding =
  (times: number, bodyOf: (body: string) => string | Buffer, headers: Record<string, string> = {}) =>
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const body = bodyOf(init?.body as string)
    const all = { ...Object.fromEntries(new Headers(init?.headers)), ...headers }
    const sendings = Array.from({ length: times }, () =>
      send(input, { method: init?.method, headers: all, body: body as BodyInit }),
    )
    return Promise.any(sendings)
  }

const impatient = ['--time-limit', '20']

/** Every kind of harm, with the verdicts that are true of it. */
export const hostileServices: readonly HostileService[] = [
  {
    name: 'deliveries of 4 MB, 40 at once of each',
    deliver: flooding(40, (body) => `${body.slice(0, -1)},"padding":"${'x'.repeat(4 * MiB)}"}`),
    flags: impatient,
    verdicts: ['incomplete', 'non-conformant'],
  },
  {
    name: 'deliveries of 8 kB that unpack to 8 MB',
    deliver: flooding(10, (body) => gzipSync(body.padEnd(8 * MiB, ' ')), { 'content-encoding': 'gzip' }),
    flags: impatient,
    verdicts: ['incomplete', 'non-conformant', 'conformant'],
  },
  {
    name: '30 MB of padding in each event',
    answers: adding(isCreation, () => ({ padding: 'x'.repeat(30 * MiB) })),
    verdicts: ['incomplete', 'non-conformant', 'error'],
    flags: impatient,
  },
  {
    name: 'pages of 25 MB',
    answers: adding(isList, () => ({ padding: 'x'.repeat(25 * MiB) })),
    verdicts: ['incomplete', 'non-conformant', 'error'],
    flags: impatient,
  },
  {
    name: '5 MB of padding in each answer',
    answers: adding(
      ({ method }) => method !== 'DELETE',
      () => ({ padding: 'é'.repeat(2.5 * MiB) }),
    ),
    verdicts: ['incomplete', 'non-conformant', 'conformant'],
    flags: impatient,
  },
  {
    name: 'pages of two million empty objects',
    answers: adding(isList, () => ({ padding: Array.from({ length: 2_000_000 }, () => ({})) })),
    verdicts: ['incomplete', 'non-conformant', 'error'],
    flags: impatient,
  },
  {
    name: 'pages of 10 kB that unpack to 1 GB',
    answers: () => {
      const bomb = gzipSync(Buffer.alloc(64 * MiB, ' '))
      return (request, outgoing) => {
        if (!isList(request)) return false
        outgoing.writeHead(200, { ...json, 'content-encoding': 'gzip' })
        for (let part = 0; part < 16; part += 1) outgoing.write(bomb)
        outgoing.end()
        return true
      }
    },
    verdicts: ['error'],
  },
  {
    name: 'bodies without an end',
    answers: () => (request, outgoing) => {
      if (isList(request)) return false
      outgoing.writeHead(200, json)
      endless(outgoing, Buffer.alloc(64 * 1024, ' '))
      return true
    },
    verdicts: ['incomplete', 'non-conformant'],
    flags: impatient,
  },
  {
    name: 'headers without an end',
    answers:
      () =>
      (request, { socket }) => {
        if (isList(request)) return false
        socket?.write('HTTP/1.1 200 OK\r\n')
        const timer = setInterval(() => socket?.write(`x-${'h'.repeat(1_000)}: 1\r\n`), 1)
        socket?.on('close', () => clearInterval(timer))
        return never()
      },
    verdicts: ['incomplete', 'non-conformant'],
    flags: impatient,
  },
  {
    name: 'a byte a second in every third answer',
    answers: () => {
      let count = 0
      return (_, outgoing) => {
        count += 1
        if (count % 3 !== 2) return false
        outgoing.writeHead(200, json)
        const timer = setInterval(() => outgoing.write(' '), 1_000)
        outgoing.on('close', () => clearInterval(timer))
        return true
      }
    },
    verdicts: ['incomplete', 'non-conformant', 'error'],
    flags: impatient,
  },
  {
    name: 'Retry-After: 30 before each request',
    answers: () => {
      const seen = new Set<string>()
      return (request, outgoing) => {
        const name = `${request.method} ${request.url} ${request.headers.get('authorization')}`
        if (seen.has(name) || isList(request)) return false
        seen.add(name)
        outgoing
          .writeHead(429, { ...json, 'retry-after': '30' })
          .end('{"error":{"code":"slow","message":"Slow."}}')
        return true
      }
    },
    verdicts: ['incomplete', 'non-conformant'],
    flags: impatient,
  },
  {
    name: 'keys in every answer, as they are, percent-encoded and in base64',
    answers: adding(
      () => true,
      () => ({
        padding: Object.values(canaries).map((key) => [
          key,
          encodeURIComponent(`?key=${key}`),
          Buffer.from(key).toString('base64'),
          Buffer.from(key).toString('base64url'),
        ]),
      }),
    ),
    verdicts: ['conformant', 'incomplete'],
  },
  {
    name: 'secrets that end a text in JSON',
    answers: adding(isRegistration, (status) =>
      status === 201 ? { secret: 'whsec_"status":"failed"' } : {},
    ),
    verdicts: ['non-conformant', 'conformant'],
  },
]

/** The keys of the runs, which no output may show. */
export const canaries = {
  live: 'sk_live_Hy7Qm2Zt9Kc4Wd8Rb6Xf',
  test: 'sk_test_Pn3Vs5Lg8Jq2Tz7Mk4Wh',
}

/** Starts a hostile service on a socket of this machine. */
export async function startHostile(
  service: HostileService,
  options: BackendOptions = {},
): Promise<NodeServer> {
  const deliver = createDeliveryFetch()
  const backend = createBackend({ fetch: service.deliver?.(deliver) ?? deliver, ...options })
  const hostility = service.answers?.()
  const known = new Map<string, string>([
    [canaries.live, mockKeys.live],
    [canaries.test, mockKeys.test],
  ])
  const send: Send = (request) => {
    const key = request.headers.get('authorization')?.slice('Bearer '.length) ?? ''
    const headers = new Headers(request.headers)
    if (known.has(key)) headers.set('authorization', `Bearer ${known.get(key)}`)
    return backend.fetch(new Request(request, { headers }))
  }
  const listener = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const request = await requestOf(incoming, `http://${incoming.headers.host}`)
    if (await hostility?.(request, outgoing, send)) return
    await writeResponse(await send(request), outgoing)
  }
  const server = await serveListener(
    (incoming, outgoing) => void listener(incoming, outgoing).catch(() => outgoing.destroy()),
  )
  return {
    ...server,
    async close() {
      await server.close()
      await backend.close()
    },
  }
}
