import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createDeliveryFetch } from '@event-delivery/mock/node'
import { eventually } from '../support/eventually'

const post = { method: 'POST', body: '{"a":1}' }
const head = (length: number) => `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n`

/**
 * A receiver that answers byte by byte as `answer` says. `closed` resolves when the first connection has closed, also where a
 * machine under load accepts it only after its client has left.
 */
async function receive(answer: (socket: Socket) => void) {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {})
    sockets.push(socket)
    answer(socket)
  }).listen(0, '127.0.0.1')
  const closed = once(server, 'connection').then(
    ([socket]: Socket[]) => new Promise((resolve) => socket?.on('close', resolve)),
  )
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, sockets, closed }
}

/** Writes a byte every few milliseconds, for ever. */
function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 5)
  socket.on('close', () => clearInterval(timer))
}

test('a receiver whose headers drip loses its connection when the time of the attempt is over', async () => {
  const { url, closed } = await receive((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nX-Drip: ')
    drip(socket, 'x')
  })
  await expect(createDeliveryFetch({ deadline: 60 })(url, post)).rejects.toThrow('no answer within 60 ms')
  await closed
})

test('a receiver that takes the connection and says nothing loses it too', async () => {
  const { url, closed } = await receive((socket) => void socket.resume())
  await expect(createDeliveryFetch({ deadline: 20 })(url, post)).rejects.toThrow('no answer within 20 ms')
  await closed
})

test('a receiver that answers 101 has not answered, and the attempt ends at once', async () => {
  const { url, closed } = await receive((socket) => {
    socket.resume()
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n')
  })
  await expect(createDeliveryFetch()(url, post)).rejects.toThrow('the receiver answered 101')
  await closed
})

test.each(['read', 'cancel'])(
  'a body that drips ends by a time for all of it, whoever reads it (%s)',
  async (act) => {
    const { url, closed } = await receive((socket) => {
      socket.write(head(1_000_000))
      drip(socket, 'x')
    })
    const response = await createDeliveryFetch()(url, post)
    expect(response.status).toBe(200)
    if (act === 'read') expect(await response.text()).toMatch(/^x+$/)
    else await response.body?.cancel()
    await closed
  },
)

test('the beginning of a long body is what can be read of it', async () => {
  const { url } = await receive((socket) => socket.write(head(10_000_000) + 'y'.repeat(10_000_000)))
  const text = await (await createDeliveryFetch()(url, post)).text()
  expect(text).toMatch(/^y+$/)
  expect(text.length).toBeGreaterThanOrEqual(65_536)
  expect(text.length).toBeLessThan(1_000_000)
})

test('short bodies, read or not, leave their connection to the next delivery', async () => {
  const { url, sockets } = await receive((socket) => socket.on('data', () => socket.write(head(5) + 'hello')))
  const deliver = createDeliveryFetch()
  expect(await (await deliver(url, post)).text()).toBe('hello')
  await (await deliver(url, post)).body?.cancel()
  await eventually(async () => {
    const before = sockets.length
    await (await deliver(url, post)).text()
    expect(sockets).toHaveLength(before)
  })
})

test('a reused connection that the receiver closes meanwhile is no failure of the delivery', async () => {
  const heard: string[] = []
  const { url, sockets } = await receive((socket) => {
    let answered = 0
    socket.on('data', (chunk) => {
      heard.push(chunk.toString())
      if (answered++ === 0) socket.write(head(0))
      else socket.resetAndDestroy()
    })
  })
  const deliver = createDeliveryFetch()
  expect((await deliver(url, post)).status).toBe(200)
  await new Promise(setImmediate)
  expect((await deliver(url, post)).status).toBe(200)
  expect(sockets).toHaveLength(2)
  expect(heard.at(-1)).toContain(post.body)
})

test('a fresh connection that the receiver resets is a failure, and is not tried again', async () => {
  const { url, sockets } = await receive((socket) => socket.on('data', () => socket.resetAndDestroy()))
  await expect(createDeliveryFetch()(url, post)).rejects.toThrow(/ECONNRESET|hang up/)
  expect(sockets).toHaveLength(1)
})

test('a delivery is not sent again where a reused connection ends after the answer has begun', async () => {
  const heard: string[] = []
  const { url, sockets } = await receive((socket) => {
    socket.on('data', (chunk) => {
      heard.push(chunk.toString())
      socket.write(head(5) + (heard.length === 2 ? 'he' : 'hello'))
    })
  })
  const deliver = createDeliveryFetch()
  expect(await (await deliver(url, post)).text()).toBe('hello')
  await new Promise(setImmediate)
  const cut = await deliver(url, post)
  expect(sockets).toHaveLength(1)
  sockets[0]?.resetAndDestroy()
  expect(await cut.text()).toBe('he')
  // Whatever the end of the connection caused has been sent before this delivery.
  await deliver(url, post)
  expect(heard).toHaveLength(3)
})

test('a receiver that answers before it has read the body, and resets the connection, does no harm', async () => {
  const uncaught: Error[] = []
  process.setUncaughtExceptionCaptureCallback((error) => uncaught.push(error))
  onTestFinished(() => process.setUncaughtExceptionCaptureCallback(null))
  const { url } = await receive((socket) => {
    socket.once('data', () => {
      socket.pause()
      socket.write(head(5) + 'hello')
      setImmediate(() => socket.resetAndDestroy())
    })
  })
  const deliver = createDeliveryFetch()
  // The body is larger than what the sockets of the system take, so that most of it is unsent when the answer comes.
  const body = 'x'.repeat(32 * 1_048_576)
  for (let count = 0; count < 3; count += 1) {
    expect(await (await deliver(url, { method: 'POST', headers: {}, body })).text()).toBe('hello')
  }
  expect(uncaught).toEqual([])
})
