import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Running } from '../../support/receiver-probe'

/** The address of a server once it listens, and what ends it. */
export async function running(server: Server): Promise<Running> {
  if (!server.listening) await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}/hook`, close }
}

/** Serves a listener at a free port. */
export const listen = (listener: RequestListener) => running(createServer(listener).listen(0, '127.0.0.1'))
