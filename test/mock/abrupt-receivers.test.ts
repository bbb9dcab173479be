import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createDeliveryFetch } from '@event-delivery/mock/node'

/** Starts a receiver that answers each connection's bytes as `answer` does, and says where it listens. */
async function startReceiver(answer: (socket: Socket, bytes: string) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (chunk) => answer(socket, chunk.toString('latin1')))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** Collects the errors that nobody listened for, which would end the process, while a test runs. */
function collectUncaught(): Error[] {
  const uncaught: Error[] = []
  process.setUncaughtExceptionCaptureCallback((error) => uncaught.push(error))
  onTestFinished(() => process.setUncaughtExceptionCaptureCallback(null))
  return uncaught
}

const answerOf = (status: string, body: string, length = body.length) =>
  `HTTP/1.1 ${status}\r\ncontent-length: ${length}\r\n\r\n${body}`

test('a receiver that answers before it has read the body, and resets the connection, does no harm', async () => {
  const uncaught = collectUncaught()
  const url = await startReceiver((socket) => {
    socket.pause()
    socket.write(answerOf('413 Content Too Large', 'no'))
    setImmediate(() => socket.resetAndDestroy())
  })
  const deliver = createDeliveryFetch()
  // The body is larger than what the sockets of the system take, so that most of it is unsent when the answer comes.
  const body = 'x'.repeat(32 * 1024 * 1024)
  for (let count = 0; count < 3; count += 1) {
    const response = await deliver(url, { method: 'POST', headers: {}, body })
    expect(response.status).toBe(413)
    expect(await response.text()).toBe('no')
  }
  expect(uncaught).toEqual([])
})

test('a delivery is not sent again where a kept connection ends after the answer has begun', async () => {
  const requests: string[] = []
  let connection: Socket | undefined
  const url = await startReceiver((socket, bytes) => {
    requests.push(bytes.slice(bytes.indexOf('\r\n\r\n') + 4))
    connection = socket
    socket.write(requests.length === 2 ? answerOf('200 OK', 'o', 2) : answerOf('200 OK', 'ok'))
  })
  const deliver = createDeliveryFetch()
  const send = (body: string) => deliver(url, { method: 'POST', headers: {}, body })
  expect(await (await send('first')).text()).toBe('ok')
  const cut = await send('second')
  connection?.resetAndDestroy()
  expect(await cut.text()).toBe('o')
  await send('third')
  expect(requests).toEqual(['first', 'second', 'third'])
})
