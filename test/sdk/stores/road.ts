import { type AddressInfo, createServer, connect, type Socket } from 'node:net'
import type { Until } from '../../support/until'

/** Makes a road to a port, with a port of its own on this machine. `until` closes it. */
export async function makeRoad(to: number, until: Until, host = '127.0.0.1') {
  const sockets = new Set<Socket>()
  let isOpen = true
  let attempts = 0
  const server = createServer((socket) => {
    attempts++
    if (!isOpen) return socket.destroy()
    const onward = connect(to, host)
    for (const one of [socket, onward]) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        socket.destroy()
        onward.destroy()
      })
    }
    socket.pipe(onward).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const end = () => sockets.forEach((socket) => socket.destroy())
  until(async () => {
    end()
    server.close()
  })
  return {
    port: (server.address() as AddressInfo).port,
    /** How many connections were asked for. */
    attempts: () => attempts,
    /** Ends all connections, and lets no other one through. */
    cut() {
      isOpen = false
      end()
    },
    /** Lets connections through again. */
    mend: () => void (isOpen = true),
    /** Leads the connections that come from now on to another port. */
    leadTo: (port: number) => void (to = port),
  }
}
