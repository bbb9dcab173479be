import { startBroker } from './broker'
import { startPostgres } from './postgres-server'

/** Lets all workers of a test run share one PostgreSQL, which ends together with the main process of the run, even when that is killed. */
export async function setup(): Promise<() => Promise<void>> {
  const { url, end } = await startBroker(async () => {
    const server = await startPostgres()
    return { address: server.url, end: () => server.stop() }
  })
  // Workers, and the processes that tests start, inherit the environment.
  process.env.TEST_POSTGRES_BROKER ??= url
  return end
}
