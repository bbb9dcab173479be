import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { AddressInfo } from 'node:net'
import { deflateSync, gzipSync } from 'node:zlib'
import { requestOf } from '../../support/node-server'
import { brotli } from './brotli'
import { createCore, keysOf } from './service'
import { machineClock } from './clock'
import type { Choices } from './dimensions'
import type { Keys } from '@event-delivery/conformance'

/** The ways in which servers write the same answer. The first of each is the plainest. */
export const transports = {
  connections: ['kept', 'closed-after-each', 'ended-when-idle'],
  length: ['stated', 'chunked', 'in-pieces'],
  encoding: ['identity', 'gzip', 'deflate', 'br'],
  names: ['usual', 'lower-case', 'upper-case'],
} as const

/** A way of each kind. */
export type Transport = { [Kind in keyof typeof transports]: (typeof transports)[Kind][number] }

/** A service of the family on a socket of this machine. */
export interface ListeningService {
  baseUrl: string
  keys: Keys
  webhooks: () => number
  close: () => Promise<void>
}

/** Milliseconds after which an idle connection is ended. */
const idleTime = 50

/** Starts a service of the family on a free port. It lives by the time of this machine. */
export async function listen(choices: Choices, transport: Transport): Promise<ListeningService> {
  const core = createCore(choices, machineClock, deliver)
  const server = createServer((incoming, outgoing) => {
    const answer = async () => {
      const response = await core.front.answer(await requestOf(incoming, 'https://legal.test'))
      await write(response, incoming, outgoing, transport)
    }
    void answer().catch(() => outgoing.destroy())
  })
  if (transport.connections === 'ended-when-idle') {
    // Newer versions of Node add a second to the time unless the buffer is none.
    Object.assign(server, { keepAliveTimeout: idleTime, keepAliveTimeoutBuffer: 0 })
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    keys: keysOf(core),
    webhooks: core.webhooks,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

const encoders = { gzip: gzipSync, deflate: deflateSync, br: brotli } as const

async function write(
  response: Response,
  { headers }: IncomingMessage,
  outgoing: ServerResponse,
  { connections, length, encoding, names }: Transport,
): Promise<void> {
  const plain = Buffer.from(await response.arrayBuffer())
  const isTaken = encoding !== 'identity' && String(headers['accept-encoding']).includes(encoding)
  const body = isTaken && plain.length > 0 ? encoders[encoding](plain) : plain
  const named = (name: string) => {
    if (names === 'usual') return name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())
    return names === 'upper-case' ? name.toUpperCase() : name.toLowerCase()
  }
  for (const [name, value] of response.headers) outgoing.setHeader(named(name), value)
  if (body !== plain) outgoing.setHeader(named('content-encoding'), encoding)
  if (connections === 'closed-after-each') outgoing.setHeader(named('connection'), 'close')
  if (length === 'stated') outgoing.setHeader(named('content-length'), body.length)
  outgoing.writeHead(response.status)
  if (length === 'in-pieces') {
    for (let at = 0; at < body.length; at += 200) {
      outgoing.write(body.subarray(at, at + 200))
      await new Promise((resolve) => setImmediate(resolve))
    }
  } else if (body.length > 0) outgoing.write(body)
  outgoing.end()
}

/** Sends a delivery to a receiver whose certificate is signed by an authority that nobody knows. */
async function deliver(request: Request): Promise<number> {
  const body = Buffer.from(await request.arrayBuffer())
  const headers = { ...Object.fromEntries(request.headers), 'Content-Length': body.length }
  return new Promise((resolve, reject) => {
    const options = { method: request.method, headers, rejectUnauthorized: false }
    const sent = httpsRequest(request.url, options, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
