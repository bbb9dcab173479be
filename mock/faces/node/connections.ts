import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Ends the connections of a server without cutting off requests under way. */
export interface Connections {
  /** Registers that a connection carries a request, with the answer to come. */
  used(outgoing: ServerResponse): void
  /** The answer to the last request of a connection, sent or not. `undefined` where no request came yet. */
  lastAnswer(socket: Socket): ServerResponse | undefined
  /** Stops listening, lets requests under way end for up to `grace` milliseconds, and closes all connections. 2,000 unless given. */
  close(options?: { grace?: number }): Promise<void>
}

const graceToClose = 2_000
const sweepInterval = 20

/**
 * Follows the connections of a server that does not listen yet. Where more than `limit` come, the one that matters least
 * gives way, so that silent clients cannot lock out others.
 */
export function followConnections(server: Server, limit: number): Connections {
  const connections = new Map<string, Connection>()
  const known = new WeakMap<Socket, Connection>()
  let turn = 0
  let isClosing = false

  server.on('connection', (socket: Socket) => {
    // The address is read while the client is there. Node remembers it.
    const name = nameOf(socket)
    const connection: Connection = { socket, turn: ++turn }
    connections.set(name, connection)
    known.set(socket, connection)
    socket.on('close', () => {
      if (connections.get(name) === connection) connections.delete(name)
    })
    if (connections.size > limit) firstToGiveWay(connections.values(), connection).socket.destroy()
  })

  function connectionOf(socket: Socket): Connection | undefined {
    const found = known.get(socket)
    if (found) return found
    // A TLS connection has a socket of its own above the plain one, with the same address.
    const connection = connections.get(nameOf(socket))
    if (connection) known.set(socket, connection)
    return connection
  }

  function closeIdle() {
    // Node takes a connection for busy when it never carried a request or is still in its TLS handshake.
    for (const { socket, last } of connections.values()) if (!last) socket.destroy()
    server.closeIdleConnections()
  }

  return {
    used(outgoing) {
      if (isClosing) outgoing.shouldKeepAlive = false
      const connection = connectionOf(outgoing.req.socket)
      if (!connection) return
      connection.last = outgoing
      connection.turn = ++turn
    },
    lastAnswer: (socket) => connectionOf(socket)?.last,
    async close({ grace = graceToClose } = {}) {
      if (!server.listening) return
      isClosing = true
      // A client that keeps its connection learns from the answer that it has to connect elsewhere.
      for (const { last } of connections.values()) if (last) last.shouldKeepAlive = false
      const closed = once(server, 'close')
      server.close()
      closeIdle()
      // Connections whose last request ends only now would be kept alive, so idle ones are closed again and again.
      const sweep = setInterval(closeIdle, sweepInterval)
      const end = setTimeout(() => server.closeAllConnections(), grace)
      await closed
      clearInterval(sweep)
      clearTimeout(end)
    },
  }
}

function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}

/** A connection of a server, with its last use. */
export interface Connection {
  /** The plain socket, also of a TLS connection. */
  readonly socket: Socket
  /** Grows with each beginning of a connection and each request of any. */
  turn: number
  /** The answer to its last request, sent or not. */
  last?: ServerResponse
}

// More than all but a connection whose request has come and is being answered.
const newcomerWorth = 3

/**
 * The connection that is closed where there is no room for a newcomer: the oldest one without any request, else the one
 * idle for longest, else the one whose request has been coming for longest. The newcomer itself, where all others wait
 * for their answers.
 */
export function firstToGiveWay(connections: Iterable<Connection>, newcomer: Connection): Connection {
  let found = newcomer
  let worth = newcomerWorth
  for (const connection of connections) {
    if (connection === newcomer) continue
    const other = worthOf(connection.last)
    if (other > worth || (other === worth && connection.turn > found.turn)) continue
    found = connection
    worth = other
  }
  return found
}

/**
 * The worth of a connection, which decides who gives way: 0 before its first request, 1 while it is idle, 2 while its request is still
 * coming, and 4 while it waits for the answer.
 */
function worthOf(last: Connection['last']): number {
  if (!last) return 0
  if (last.writableFinished) return 1
  return last.req.complete ? 4 : 2
}
