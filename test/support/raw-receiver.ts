import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import type { Until } from './until'

/** A server that keeps the bytes of each connection as they came, and answers them with 204. */
export interface RawReceiver {
  port: number
  /** The bytes of each connection, as letters of one byte each. */
  received: string[]
}

/** Listens on a free loopback port. An answer comes as soon as `isWhole` says so of the bytes. */
export async function receiveBytes(isWhole: (bytes: string) => boolean, until: Until): Promise<RawReceiver> {
  const received: string[] = []
  const server = createServer((socket) => {
    const index = received.push('') - 1
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      received[index] += chunk.toString('latin1')
      if (isWhole(received[index] ?? '')) socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  until(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { port: (server.address() as AddressInfo).port, received }
}
