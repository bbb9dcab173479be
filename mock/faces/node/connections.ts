import { once } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

/** Ends the connections of a server without cutting off requests under way. */
export interface Connections {
  /** Registers that a connection carries a request. */
  used(incoming: IncomingMessage): void
  /** Stops listening, lets requests under way end for up to two seconds, and closes all connections. */
  close(): Promise<void>
}

const graceToClose = 2_000
const sweepInterval = 20

/** Follows the connections of a server that does not listen yet. */
export function followConnections(server: Server): Connections {
  // Node takes a connection for busy when it never carried a request or is still in its TLS handshake.
  const unused = new Map<number | undefined, Socket>()

  server.on('connection', (socket: Socket) => {
    const { remotePort } = socket
    unused.set(remotePort, socket)
    socket.on('close', () => {
      if (unused.get(remotePort) === socket) unused.delete(remotePort)
    })
  })

  function closeIdle() {
    for (const socket of unused.values()) socket.destroy()
    server.closeIdleConnections()
  }

  return {
    used({ socket }) {
      // A TLS connection has a socket of its own above the plain one, with the same port.
      if (unused.size > 0) unused.delete(socket.remotePort)
    },
    async close() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      closeIdle()
      // Connections whose last request ends only now would be kept alive, so idle ones are closed again and again.
      const sweep = setInterval(closeIdle, sweepInterval)
      const grace = setTimeout(() => server.closeAllConnections(), graceToClose)
      await closed
      clearInterval(sweep)
      clearTimeout(grace)
    },
  }
}
