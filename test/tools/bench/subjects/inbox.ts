import { missingRedis, startRedis } from '../../../support/redis'
import { interleaveBy, type Benchmark } from '../benchmark'
import { runScript, script } from '../children'
import { onPostgres } from './postgres'

// A process handles deliveries for two seconds and needs another to start: with four forms, three rounds take less than a minute.
const rounds = 3

/** The time of a delivery by the store of its receiver. The handler of each writes one row into PostgreSQL. */
export const inbox: Benchmark = {
  name: 'inbox',
  title: 'A delivery whose handler writes one row, by the store of the receiver, 8 at a time',
  unit: 'µs',
  // With the memory, a delivery is the one statement of its handler, which commits by itself. The transaction has three round trips more,
  // and one flush like it. The leased form has three flushes, two of them for a row with an index more. Redis is measured where it is
  // installed, which is why it has no target: its two scripts wait for no disk.
  targets: [
    { of: 'transaction', beside: 'memory', atMost: 3 },
    { of: 'PostgreSQL', beside: 'memory', atMost: 4 },
  ],
  run: () =>
    onPostgres(async (url) => {
      const ends: (() => Promise<void>)[] = []
      try {
        const redis = missingRedis() ? undefined : await startRedis((end) => ends.push(end))
        const measure = (form: string) => runScript<number>(script('inbox', form, url, redis?.url ?? ''))
        const forms = ['memory', 'PostgreSQL', 'transaction', ...(redis ? ['Redis'] : [])]
        return await interleaveBy(Object.fromEntries(forms.map((form) => [form, form])), rounds, measure)
      } finally {
        for (const end of ends.reverse()) await end()
      }
    }),
}
