import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Until } from './until'

/** A way to a server that loses in silence what is sent, as a network does whose route is gone. */
export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>

/** Listens on loopback for connections to the server of a URL. */
export async function startTcpProxy(target: string, until: Until) {
  let { hostname, port } = new URL(target)
  const open = new Set<{ isSilent: boolean; sockets: Socket[] }>()
  let fatal: { text: RegExp; done(): void } | undefined
  const server = createServer((client) => {
    const way = { isSilent: false, sockets: [client, connect(Number(port), hostname)] }
    open.add(way)
    const [, upstream] = way.sockets as [Socket, Socket]
    client.on('data', (chunk) => {
      if (way.isSilent) return
      upstream.write(chunk)
      if (!fatal?.text.test(chunk.toString('latin1'))) return
      way.isSilent = true
      fatal.done()
    })
    upstream.on('data', (chunk) => way.isSilent || client.write(chunk))
    for (const [one, other] of [way.sockets, [...way.sockets].reverse()] as [Socket, Socket][])
      one.on('error', () => {}).on('close', () => way.isSilent || other.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => open.forEach(({ sockets }) => sockets.forEach((socket) => socket.destroy()))
  until(async () => {
    server.close()
    cut()
  })
  const url = new URL(target)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    /** The URL of the server by this way. */
    url: url.href,
    /** Loses all that is sent from now on, both ways, over the connections that are open. Later ones work. */
    swallow: () => open.forEach((way) => (way.isSilent = true)),
    /** Loses everything of a connection behind the first message to the server that this text is in. Resolves when that has happened. */
    swallowBehind: (text: RegExp) => new Promise<void>((done) => (fatal = { text, done })),
    /** Ends all connections. */
    cut,
    /** Leads the connections from now on to another server. */
    lead: (to: string) => void ({ hostname, port } = new URL(to)),
  }
}
