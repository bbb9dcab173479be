import type { Store } from '../store'
import type { Database, Statement } from './database'
import { createGroup } from './group'
import { writeText } from './text'

// A bucket is one number: the time at which it is full again. Each request that passes moves that time by one interval, and
// passes where it is at most one second away then: a hundredth of a millisecond is left for rounding. A time that is six seconds away was
// written before the clock was moved back, and one that is a little too far by a process whose clock is ahead. $1 key, $2 now, $3 milliseconds a request, $4 how many requests ask at once.
const fullAt =
  'case when b.full_at > $2::float8 + 6000 then $2::float8 else greatest(b.full_at, $2::float8) end'
const passing = (full: string) =>
  `greatest(0, least($4::int, floor((1000.01 - (${full} - $2::float8)) / $3::float8)))::int`
const take: Statement = {
  name: 'take',
  text: `
insert into {schema}.rate as b (key_id, full_at, passed)
values ($1, $2::float8 + ${passing('$2::float8')} * $3::float8, ${passing('$2::float8')})
on conflict (key_id) do update set
  passed = ${passing(fullAt)},
  full_at = ${fullAt} + ${passing(fullAt)} * $3::float8
returning passed, greatest(0.001, full_at + $3::float8 - $2::float8 - 1000) as wait`,
}

interface Request {
  keyId: string
  now: number
  rate: number
}

/** Counts requests against rates. Those of one key that arrive in one turn are counted in one statement. */
export function createRates(database: Database): Store['take'] {
  const groups = new Map<string, (request: Request) => Promise<number>>()

  async function execute(requests: readonly Request[]): Promise<number[]> {
    const { keyId, rate } = requests[0] as Request
    const now = Math.max(...requests.map((request) => request.now))
    const values = [writeText(keyId), now, 1_000 / rate, requests.length]
    const [row] = await database.rows<{ passed: number; wait: number }>(take, values)
    const { passed, wait } = row as { passed: number; wait: number }
    return requests.map((_, index) => (index < passed ? 0 : wait))
  }

  return async (keyId, now, rate) => {
    if (rate === Infinity) return 0
    const name = `${keyId} ${rate}`
    const group =
      groups.get(name) ??
      createGroup<Request, number>({
        execute: async (requests) => {
          groups.delete(name)
          return execute(requests)
        },
        // Requests of one turn have nearly one time, unless the service's clock is advanced between them.
        begin: () => {
          let first: number | undefined
          return (request) => Math.abs(request.now - (first ??= request.now)) < 5
        },
      })
    groups.set(name, group)
    return group({ keyId, now, rate })
  }
}
