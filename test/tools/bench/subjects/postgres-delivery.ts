import { interleave, type Benchmark } from '../benchmark'
import { mockCommand, runScript, script, startMeasured } from '../children'
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
    onPostgres(async (url) => {
      const start = (role: string) => startMeasured(mockCommand('--quiet', '--role', role, '--store', url))
      const api = await start('api')
      const workers = [await start('worker'), await start('worker')]
      try {
        const measure = async () =>
          (await runScript<{ p95: number }>(script('delivery-latency', api.baseUrl, String(perSecond)))).p95
        return await interleave({ [contender]: measure }, rounds)
      } finally {
        for (const server of [api, ...workers]) await server.stop()
      }
    }),
}
