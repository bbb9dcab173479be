import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { nodeBodyReader } from '../../mock/faces/node/body'
import { serveListener } from '../support/node-server'

/** A request that is held until its client has left, as one is that waits for a database before its body is read. */
async function requestOfOneWhoLeft(body: string, length: number, leave: 'end' | 'resetAndDestroy') {
  const arrived: ((request: IncomingMessage) => void)[] = []
  const request = new Promise<IncomingMessage>((resolve) => arrived.push(resolve))
  const { port } = await serveListener((incoming) => void arrived[0]?.(incoming), { until: onTestFinished })
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(`POST /v1/events HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n${body}`)
  const incoming = await request
  incoming.on('error', () => {})
  const closed = new Promise((resolve) => incoming.once('close', resolve))
  socket[leave]()
  await closed
  return incoming
}

test.each(['end', 'resetAndDestroy'] as const)(
  'a body that was sent whole before its client left (%s) can still be read',
  async (leave) => {
    const incoming = await requestOfOneWhoLeft('{"a":1}', 7, leave)
    // All of it is there, so that nobody has to wait for it.
    const read = nodeBodyReader(incoming)(100) as Uint8Array
    expect(Buffer.from(read).toString()).toBe('{"a":1}')
  },
)

test.each(['end', 'resetAndDestroy'] as const)(
  'of a body whose client left in the middle (%s) is seen what came, and it is broken off',
  async (leave) => {
    const incoming = await requestOfOneWhoLeft('{"a"', 7, leave)
    const seen: Uint8Array[] = []
    const reading = nodeBodyReader(incoming)(100, (chunk) => void seen.push(chunk))
    await expect(reading).rejects.toThrow('The connection was closed.')
    expect(Buffer.concat(seen).toString()).toBe('{"a"')
  },
)

test('a body that is too long, and whose client left, is refused as too long', async () => {
  const incoming = await requestOfOneWhoLeft('{"a":1}', 7, 'resetAndDestroy')
  expect(await nodeBodyReader(incoming)(3)).toBeNull()
})
