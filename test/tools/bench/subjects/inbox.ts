import { startPostgres } from '../../../support/postgres-server'
import { missingRedis, startRedis } from '../../../support/redis'
import { interleave, type Benchmark } from '../benchmark'
import { runScript, script } from '../children'

const rounds = 5

/** The time of a delivery by the store of its receiver. The handler of each writes one row into PostgreSQL. */
export const inbox: Benchmark = {
  name: 'inbox',
  title: 'A delivery whose handler writes one row, by the store of the receiver, 8 at a time',
  unit: 'µs',
  targets: [
    { of: 'transaction', beside: 'memory', atMost: 3 },
    { of: 'PostgreSQL', beside: 'memory', atMost: 4 },
  ],
  async run() {
    // Neither PostgreSQL nor a connection to it keeps a process alive, and a bench has nothing else at times.
    const alive = setInterval(() => {}, 60_000)
    const ends: (() => Promise<void>)[] = []
    const postgres = await startPostgres({ fsync: 'on' })
    try {
      const redis = missingRedis() ? undefined : await startRedis((end) => ends.push(end))
      const measure = (form: string) => () =>
        runScript<number>(script('inbox', form, postgres.url, redis?.url ?? ''))
      const forms = ['memory', 'PostgreSQL', 'transaction', ...(redis ? ['Redis'] : [])]
      return await interleave(Object.fromEntries(forms.map((form) => [form, measure(form)])), rounds)
    } finally {
      for (const end of ends.reverse()) await end()
      await postgres.stop()
      clearInterval(alive)
    }
  },
}
