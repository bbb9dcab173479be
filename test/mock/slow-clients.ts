import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { createBackend, type Backend, type JournalEntry } from '@event-delivery/mock'
import type { RunningServer } from '@event-delivery/mock/node'
import type { ServerLimits } from '../../mock/faces/node/limits'
import { serveWithin } from '../../mock/faces/node/serve'
import type { Until } from '../support/until'

const forever = 2 ** 30

/** The header of a request that may do everything. */
export const authorization = 'Bearer sk_live_mock'

/** Limits that end nothing. A test sets the one that it is about. */
const patient: ServerLimits = {
  connections: 1_000,
  headers: forever,
  request: forever,
  idle: forever,
  answer: forever,
  unread: forever,
  arriving: forever,
  stall: forever,
  sweep: 5,
}

/** Serves a backend within some limits until the end of the test. */
export async function serveTest(
  limits: Partial<ServerLimits>,
  backend: Parameters<typeof serveWithin>[1] = backendOf(),
  tls?: { key: string; cert: string },
): Promise<RunningServer> {
  const server = await serveWithin({ ...patient, headers: limits.request ?? forever, ...limits }, backend, {
    port: 0,
    tls,
  })
  onTestFinished(() => server.close())
  return server
}

/** A backend whose journal's entries are added to a list. */
export function backendOf(entries: JournalEntry[] = [], until: Until = onTestFinished): Backend {
  const backend = createBackend({
    fetch: async () => new Response(),
    onEntry: (entry) => entries.push(entry),
  })
  until(() => backend.close())
  return backend
}

/** A client that writes when it is told to, and reads only what a test asks for. It is gone when the test ends. */
export async function dial({ port }: Pick<RunningServer, 'port'>): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

/** The end of a connection, on both sides. */
export const closed = (socket: Socket) => new Promise((resolve) => socket.on('close', resolve))

/** The end of what the server sends. A client that keeps its side open hears nothing more. */
export const ended = (socket: Socket) => Promise.race([once(socket, 'end'), closed(socket)])

/** A request for a page of events. */
export const get = 'GET /v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer sk_live_mock\r\n\r\n'

/** The beginning of a creation, up to its body of so many bytes. */
export const post = (length: number) =>
  `POST /v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

/** The status that another client gets meanwhile. */
export async function statusForOthers({ baseUrl }: RunningServer): Promise<number> {
  return (await fetch(`${baseUrl}/v1/events`, { headers: { authorization, connection: 'close' } })).status
}

/** Creates so many events of so many bytes. */
export async function fillUp(backend: Backend, bytes: number, count: number): Promise<Backend> {
  for (let made = 0; made < count; made++) {
    const body = JSON.stringify({ type: 'large', data: { text: 'x'.repeat(bytes) } })
    const headers = { authorization, 'content-type': 'application/json' }
    await backend.fetch(new Request('http://localhost/v1/events', { method: 'POST', headers, body }))
  }
  return backend
}
