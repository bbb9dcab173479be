import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type PostgresServer, startPostgres } from './postgres-server'

/**
 * Lets all workers of a test run share one PostgreSQL, which is started when the first test asks for it. The main process
 * of the run owns it, and PostgreSQL ends together with that process, even when that process is killed.
 */
export async function setup(): Promise<() => Promise<void>> {
  let server: Promise<PostgresServer> | undefined
  const broker = createServer((_request, response) => {
    server ??= startPostgres()
    server.then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.message : String(error)),
    )
  })
  await new Promise<void>((resolve) => broker.listen(0, '127.0.0.1', resolve))
  broker.unref()
  // Workers, and the processes that tests start, inherit the environment.
  process.env.TEST_POSTGRES_BROKER ??= `http://127.0.0.1:${(broker.address() as AddressInfo).port}`
  return async () => {
    broker.close()
    await (await server)?.stop()
  }
}
