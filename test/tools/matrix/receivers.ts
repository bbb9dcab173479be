// Servers of several frameworks in front of one receiver. This file is compiled into the folder where they are installed
// and runs there, so it imports nothing of the repository.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signedRequest } from '@event-delivery/sdk/testing'
import { createReceiver } from '@event-delivery/sdk/webhooks'
import type { Tally } from './cases'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
type Receive = ReturnType<typeof createReceiver>

/** The part of the frameworks that is used here. None of them is a dependency of this repository. */
interface App {
  use(handler: unknown): void
  post(path: string, ...handlers: unknown[]): void
  addContentTypeParser(type: string, options: object, parser: unknown): void
  listen(options: object): Promise<string>
  close(): Promise<void>
  server: Server
  fetch(request: Request): Promise<Response>
}

interface Running {
  url: string
  close(): unknown
}

const framework = async (name: string) => (await import(name)) as Record<string, (options?: object) => App>

async function listening(server: Server): Promise<Running> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}/hook`, close }
}

const express = async (receive: Receive, parser?: 'json' | 'raw') => {
  const module = (await framework('express'))['default'] as unknown as (() => App) &
    Record<'json' | 'raw', (options: object) => unknown>
  const app = module()
  if (parser) app.use(module[parser]({ type: '*/*' }))
  app.post('/hook', receive.node)
  return listening(createServer(app as never))
}

const fastify = async (receive: Receive, keepsRaw: boolean) => {
  const app = ((await framework('fastify'))['fastify'] as (options?: object) => App)()
  if (keepsRaw) {
    const keep = (_: unknown, body: unknown, done: (error: null, body: unknown) => void) => done(null, body)
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, keep)
  }
  app.post('/hook', receive.node)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hook`, close: () => app.close() }
}

const hono = async (receive: Receive) => {
  const Hono = (await framework('hono'))['Hono'] as unknown as new () => App
  const app = new Hono()
  app.post('/hook', (context: { req: { raw: Request } }) => receive(context.req.raw))
  // Hono speaks fetch: this server only turns requests of Node into fetch's.
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const headers = incoming.headers as Record<string, string>
      const init = { method: incoming.method, headers, body: Buffer.concat(chunks) }
      void app.fetch(new Request(`http://localhost${incoming.url}`, init)).then(async (answer) => {
        outgoing.writeHead(answer.status).end(await answer.text())
      })
    })
  })
  return listening(server)
}

// The statuses of a delivery, of its repetition and of a forgery: where the receiver gets the raw body, and where a
// parser was faster.
const handled = [204, 204, 400]
const parsedBefore = [500, 500, 500]

/** The ways to mount the receiver, and the statuses expected of each. */
const mounts: Record<string, [start: (receive: Receive) => Promise<Running>, statuses: number[]]> = {
  'node:http': [(receive) => listening(createServer((i, o) => void receive.node(i, o))), handled],
  Express: [(receive) => express(receive), handled],
  'Express with express.raw()': [(receive) => express(receive, 'raw'), handled],
  'Express with express.json()': [(receive) => express(receive, 'json'), parsedBefore],
  'Fastify with its own parser': [(receive) => fastify(receive, false), parsedBefore],
  'Fastify with a raw parser': [(receive) => fastify(receive, true), handled],
  Hono: [(receive) => hono(receive), handled],
}

async function statusesOf(start: (receive: Receive) => Promise<Running>) {
  let count = 0
  const receive = createReceiver({ secret, otherwise: () => void count++ })
  const { url, close } = await start(receive)
  try {
    const statuses: number[] = []
    const forged = await signedRequest({ secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD', id: 'msg_2' })
    for (const delivery of [await signedRequest({ secret }), await signedRequest({ secret }), forged]) {
      const { method, headers } = delivery
      const signal = AbortSignal.timeout(10_000)
      statuses.push((await fetch(url, { method, headers, body: await delivery.text(), signal })).status)
    }
    return { statuses, count }
  } finally {
    await close()
  }
}

/** Delivers to every mount and compares the statuses. */
export async function runReceivers(): Promise<Tally> {
  const failures: string[] = []
  for (const [name, [start, expected]] of Object.entries(mounts)) {
    try {
      const { statuses, count } = await statusesOf(start)
      if (statuses.join() !== expected.join() || count !== (expected === handled ? 1 : 0))
        failures.push(`${name}: answered ${statuses.join(', ')} and handled ${count}`)
    } catch (error) {
      failures.push(`${name}: ${String(error)}`)
    }
  }
  const of = Object.keys(mounts).length
  return { passed: of - failures.length, of, failures }
}
