import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Fetch } from '../support/breakage'

/** A function from request to answer, on a socket of this machine. */
export async function listen(
  answer: Fetch,
  tls?: { key: string; cert: string },
): Promise<{ baseUrl: string; close: () => Promise<void> }> {
  const scheme = tls ? 'https' : 'http'
  const handle = async (incoming: IncomingMessage) => {
    const { method = 'GET', url = '/', headers } = incoming
    const chunks: Buffer[] = []
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = chunks.length > 0 ? new Uint8Array(Buffer.concat(chunks)) : undefined
    const init = { method, headers: headers as Record<string, string>, body }
    return answer(new Request(`${scheme}://${headers.host}${url}`, init))
  }
  const listener: RequestListener = (incoming, outgoing) => {
    void handle(incoming).then(async (response) => {
      outgoing.writeHead(response.status, Object.fromEntries(response.headers))
      outgoing.end(Buffer.from(await response.arrayBuffer()))
    })
  }
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `${scheme}://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
