import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createPostgresStore, type PostgresStoreOptions } from '@event-delivery/mock/postgres'
import { createHarness, type Harness } from '../../support/backend'
import { eventually } from '../../support/eventually'
import { missingPgbouncer, startPgbouncer } from '../../support/pgbouncer'
import { makeDatabase } from '../../support/postgres'
import { openEmpty } from '../../support/stored'

const missing = missingPgbouncer()
const title = (text: string) => (missing ? `${text} (${missing})` : text)

let direct: string
let pooled: string
beforeAll(async () => {
  if (missing) return
  direct = await makeDatabase(afterAll)
  pooled = await startPgbouncer(direct, afterAll)
})

/** Two backends whose stores reach one schema by way of PgBouncer. */
async function pair(options: Partial<PostgresStoreOptions>): Promise<[Harness, Harness]> {
  const store = () => createPostgresStore({ url: pooled, prepare: false, connections: 8, ...options })
  const one = createHarness({ store: store() })
  await one.backend.ready()
  const other = createHarness({ store: store() })
  await other.backend.ready()
  return [one, other]
}

test.skipIf(missing)(title('behind PgBouncer in transaction mode two backends are one service'), async () => {
  const [one, other] = await pair({ schema: 'served', listenUrl: direct })
  await one.createWebhook()
  const sent = Array.from({ length: 60 }, (_, index) =>
    (index % 2 ? one : other).createEvent({ data: { index }, idempotencyKey: `key-${index % 30}` }),
  )
  const answers = await Promise.all(sent)
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  expect(new Set(answers.map(({ json }) => json.id)).size).toBe(30)
  await eventually(() => expect(one.received.length + other.received.length).toBe(30))
  // A change by one of them reaches the other past PgBouncer.
  await one.control('POST /clock/advance', { hours: 25 })
  await eventually(() => expect(other.clock.now()).toBe(one.clock.now()))
  const snapshot = await other.backend.snapshot()
  expect(snapshot.events).toHaveLength(30)
  await other.backend.restore({ ...snapshot, events: snapshot.events.slice(0, 7) })
  const page = await one.call('GET', '/v1/events?limit=100')
  expect(page.json.data).toHaveLength(7)
})

test.skipIf(missing)(
  title('behind PgBouncer alone, which keeps no LISTEN, changes are found by the look of each second'),
  async () => {
    const [one, other] = await pair({ schema: 'unheard' })
    await one.control('POST /clock/advance', { hours: 1 })
    await eventually(() => expect(other.clock.now()).toBe(one.clock.now()))
    const { json: key } = await one.control('POST /keys')
    expect((await other.call('GET', '/v1/events', { key: key.key })).status).toBe(200)
    await one.control(`DELETE /keys/${key.id}`)
    await eventually(async () =>
      expect((await other.call('GET', '/v1/events', { key: key.key })).status).toBe(401),
    )
  },
)

test.skipIf(missing)(
  title('prepared statements behind PgBouncer in transaction mode fail with a word on how to do without'),
  async () => {
    const store = createPostgresStore({ url: pooled, schema: 'prepared', connections: 8 })
    onTestFinished(() => store.close())
    const work = async () => {
      await openEmpty(store)
      for (let round = 0; round < 20; round++) {
        await Promise.all(Array.from({ length: 8 }, async () => store.findKey('sk_live_x')))
        await Promise.all(Array.from({ length: 8 }, () => store.nextDue(0)))
      }
    }
    await expect(work()).rejects.toThrow(/prepare: false .*--no-prepare/)
  },
)
