import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbedded } from '../../mock/store/embedded/start-embedded'

/** A PostgreSQL for tests. */
export type PostgresServer = EmbeddedPostgres

/**
 * Starts a PostgreSQL in a temporary folder. It ends, and the folder goes, with `stop` or with this process, even when this
 * process is killed: a guard between the two sees its standard input end. `settings` of PostgreSQL go beyond those of tests.
 */
export async function startPostgres(settings: Record<string, string> = {}): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'event-delivery-postgres-'))
  // As root, the programs run as a user that has to enter the folder.
  await chmod(folder, 0o755)
  // A machine that loses its power loses the temporary folder as well, so nothing has to reach its disk.
  const server = await startEmbedded(folder, {
    temporary: true,
    settings: { fsync: 'off', max_connections: '200', scram_iterations: '1', ...settings },
  })
  await hashPasswordAnew(server)
  return server
}

/**
 * Sets the password once more, which is then hashed by the `scram_iterations` of the server. The 4,096 rounds of the first hash would cost
 * the processor 1.6 ms in the client of each connection, of which a run of the tests opens hundreds, and further time in the server.
 */
async function hashPasswordAnew({ url }: PostgresServer): Promise<void> {
  // A run whose tests need no PostgreSQL does not load what connects to it.
  const { Client } = await import('pg')
  const client = new Client({ connectionString: url })
  await client.connect()
  // The password consists of letters, digits, hyphens and underscores.
  await client.query(`alter role postgres password '${client.password}'`)
  await client.end()
}
