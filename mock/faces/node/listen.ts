import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The port is in use. The message names a free one.
 *
 * @example
 * const server = await serve(backend).catch((error: unknown) => {
 *   if (error instanceof PortTakenError) return serve(backend, { port: 0 })
 *   throw error
 * })
 */
export class PortTakenError extends Error {
  override readonly name = 'PortTakenError'
}

/** Listens on a free port of a host. Rejects with a `PortTakenError` when the port is in use. */
export async function listen(server: Server, port: number, host: string): Promise<void> {
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new PortTakenError(`Port ${port} is taken. Port ${await freePort(host)} is free.`)
  }
}

async function freePort(host: string): Promise<number> {
  const probe = createServer().listen(0, host)
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}
