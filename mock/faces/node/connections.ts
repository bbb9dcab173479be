import { once } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

/** The connections of a server, as far as ending them takes care. */
export interface Connections {
  /** Says that a connection carried a request. */
  used(incoming: IncomingMessage): void
  /** Stops listening, lets requests under way end for up to two seconds, and closes all connections. */
  close(): Promise<void>
}

const graceToClose = 2_000
const sweepInterval = 20

/** Follows the connections of a server that does not listen yet. */
export function followConnections(server: Server): Connections {
  // Node counts one that never carried a request, or has not ended its TLS handshake, as busy.
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
      // The socket of a TLS connection is another one, of the same port.
      if (unused.size > 0) unused.delete(socket.remotePort)
    },
    async close() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      closeIdle()
      // Also those whose last request ends only now: they would be kept alive.
      const sweep = setInterval(closeIdle, sweepInterval)
      const grace = setTimeout(() => server.closeAllConnections(), graceToClose)
      await closed
      clearInterval(sweep)
      clearTimeout(grace)
    },
  }
}
