import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * The ports that tests choose from. They lie below those that a system gives to outgoing connections (from 32768 on
 * Linux): a server that a test starts again finds its port free, and a client that tries to reach it meanwhile cannot
 * be connected with itself. The bus of a Redis cluster, which is 10,000 above, lies below them too.
 */
const [lowest, count] = [10_000, 12_000]

/** A port of this machine on which nothing listens, and which no connection gets by chance. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * count)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    server.close()
    if (isFree) return port
  }
}
