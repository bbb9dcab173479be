import { interleave, type Benchmark } from '../benchmark'
import { mockCommand, runScript, script, withServers } from '../children'
import { onPostgres } from './postgres'

const [rounds, perSecond] = [5, 200]
const contender = 'one that answers, two that deliver'

/** The time from a creation's sending to its delivery's arrival, where other processes deliver than take the events. */
export const postgresDelivery: Benchmark = {
  name: 'postgres-delivery',
  title: `From creation to receiver at ${perSecond} events/s over three processes on PostgreSQL, p95`,
  unit: 'ms',
  targets: [{ of: contender, atMost: 20 }],
  run: () =>
    onPostgres((url) => {
      const args = (role: string) => mockCommand('--quiet', '--role', role, '--store', url)
      const servers = { api: args('api'), first: args('worker'), second: args('worker') }
      return withServers(servers, ({ api }) => {
        const measured = script('delivery-latency', api.baseUrl, String(perSecond))
        return interleave({ [contender]: () => runScript<number>(measured) }, rounds)
      })
    }),
}
