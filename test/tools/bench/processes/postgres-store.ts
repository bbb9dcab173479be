// Measures the operations of a store on PostgreSQL without HTTP: `pages`, `groups`, or `claims` of one worker among several.
import { createPostgresStore } from '@event-delivery/mock/postgres'
import { timed } from '../benchmark'
import { bulkEvent, openStore } from '../stored-bulk'

const [what = '', url = '', schema = '', count = ''] = process.argv.slice(2)
// An idle connection does not keep the process alive.
const alive = setInterval(() => {}, 60_000)
const store = createPostgresStore({ url, schema, connections: 16 })
await openStore(store)

async function pages(): Promise<number> {
  const places = Number(count)
  const read = async () => {
    const after = 21 + Math.floor(Math.random() * (places - 21))
    return store.events('live', { limit: 20, after, order: 'newest-first' })
  }
  await timed(200, 16, read)
  const times = 2_000
  return ((await timed(times, 16, read)) * 1_000) / times
}

/** Events a second: those that arrive together, or one after the other. */
async function creations(callers: number): Promise<number> {
  const times = callers * 200
  const create = async () => store.ingest(bulkEvent())
  await timed(callers * 20, callers, create)
  return times / ((await timed(times, callers, create)) / 1_000)
}

/** Claims and settles until nothing is left. */
async function claims(): Promise<{ claimed: number; begun: number; ended: number; each: number[] }> {
  const begun = performance.timeOrigin + performance.now()
  const each: number[] = []
  let claimed = 0
  for (let rounds = 0; rounds < Number(count); rounds++) {
    const before = performance.now()
    const claim = { now: Date.now(), limit: 64, perWebhook: 64, held: new Map(), lease: 45_000 }
    const deliveries = await store.claim(claim)
    each.push(performance.now() - before)
    if (deliveries.length === 0) break
    claimed += deliveries.length
    await store.settle(deliveries)
  }
  return { claimed, begun, ended: performance.timeOrigin + performance.now(), each }
}

const subjects: Record<string, () => Promise<unknown>> = {
  pages,
  groups: () => creations(64),
  singles: () => creations(1),
  claims,
}
process.stdout.write(JSON.stringify(await subjects[what]?.()))
await store.close()
clearInterval(alive)
