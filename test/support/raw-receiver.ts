import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import type { Until } from './until'

/**
 * Listens on a free loopback port, keeps the bytes of each connection as they came, as letters of one byte each, and answers them with 204 as
 * soon as `isWhole` says so of them.
 */
export async function receiveBytes(isWhole: (bytes: string) => boolean, until: Until) {
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
