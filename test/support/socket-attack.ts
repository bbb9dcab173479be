// A process of its own, so that its work does not delay the clients whose time is measured. Its argument is the port of the mock.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

const port = Number(process.argv[2])
const lines = (...fields: string[]) =>
  `${['Host: localhost', 'Authorization: Bearer sk_live_mock', ...fields].join('\r\n')}\r\n\r\n`
const post = `POST /v1/events HTTP/1.1\r\n${lines('Content-Type: application/json', 'Content-Length: 200000')}`
const get = `GET /v1/events?limit=100 HTTP/1.1\r\n${lines()}`
let begun = 0

/** Keeps a connection open that behaves so. Where the mock ends it, another takes its place. */
function attack(behave: (socket: Socket) => void): void {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  begun++
  socket.on('error', () => {})
  socket.on('connect', () => behave(socket))
  socket.on('end', () => socket.destroy())
  socket.on('close', () => setTimeout(() => attack(behave), 20))
}

const drip = (socket: Socket) => {
  const timer = setInterval(() => socket.write(' '), 500)
  socket.on('close', () => clearInterval(timer))
}

for (let count = 0; count < 1_000; count++) attack((socket) => socket.resume())
for (let count = 0; count < 40; count++) attack((socket) => void socket.pause().write(get))
for (let count = 0; count < 400; count++) {
  attack((socket) => {
    socket.resume().write(post)
    drip(socket)
  })
}

// A receiver whose answers drip.
const receiver = createServer((socket) => {
  socket.on('error', () => {})
  socket.resume().write('HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n')
  drip(socket)
}).listen(0, '127.0.0.1')
await once(receiver, 'listening')
process.stdout.write(`${(receiver.address() as AddressInfo).port}\n`)
process.on('SIGTERM', () => {
  process.stdout.write(`${JSON.stringify({ begun })}\n`)
  process.exit(0)
})
