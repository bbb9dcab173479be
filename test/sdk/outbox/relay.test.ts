import { createOutbox, type SentRow } from '@event-delivery/sdk/outbox'
import { expect, onTestFinished, test } from 'vitest'
import { like, recordingLogger } from '../client'
import { Pool } from 'pg'
import { eventually } from '../../support/eventually'
import { held } from '../stores/transactional'
import { type Creation, makeSetUp } from './outbox-setup'

const setUp = makeSetUp()

/** A service that answers when it is let. */
function gatedService() {
  const waiting: (() => void)[] = []
  const service = (_: Creation) => new Promise<void>((resolve) => waiting.push(resolve))
  return { service, waiting, open: () => waiting.splice(0).forEach((resolve) => resolve()) }
}

test('each row is sent once by however many relays, and each is told of what it has sent', async () => {
  const { outbox, relay, add, received } = await setUp()
  const sent: SentRow[] = []
  for (let one = 0; one < 4; one++) relay({ onSent: (row) => sent.push(row) })
  const ids: string[] = []
  for (let n = 0; n < 100; n++) ids.push(await add('a', { n }, n % 3 ? {} : { orderKey: `k${n % 5}` }))
  await eventually(() => expect(sent).toHaveLength(100))
  expect(received).toHaveLength(100)
  expect(sent.map(({ id }) => id).sort()).toEqual(ids.sort())
  expect(sent.find(({ id }) => id === ids[0])).toMatchObject({ type: 'a', eventId: like('evt_') })
  expect(await outbox.status()).toMatchObject({ waiting: 0, sending: 0, sent: 100 })
})

test('no more events are under way than the concurrency permits', async () => {
  const { service, waiting, open } = gatedService()
  const { relay, add, received } = await setUp(service)
  for (let n = 0; n < 20; n++) await add('a', { n })
  relay({ concurrency: 3 })
  let most = 0
  await eventually(() => {
    most = Math.max(most, waiting.length)
    if (waiting.length >= Math.min(3, 20 - received.length + waiting.length)) open()
    expect(received).toHaveLength(20)
  })
  expect(most).toBe(3)
})

test('a relay is told of a new row, and does not wait for its next look', async () => {
  const { relay, add, received } = await setUp()
  relay({ pollInterval: 3_600_000 })
  for (let n = 1; n <= 3; n++) {
    await add('a', { n })
    await eventually(() => expect(received).toHaveLength(n))
  }
})

test('without word of new rows, the next look finds them', async () => {
  const { pool, relay, add, received } = await setUp()
  relay({ listen: false, pollInterval: 50 })
  await add('a')
  await eventually(() => expect(received).toHaveLength(1))
  const { rows } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and query like 'listen%'`,
  )
  expect(rows).toEqual([])
})

test('a pool of one connection is enough, and is not taken for listening', async () => {
  const { url, relay, add, received } = await setUp()
  const pool = new Pool({ connectionString: url, max: 1 })
  onTestFinished(() => pool.end())
  const { end } = relay({ of: createOutbox({ pool }), pollInterval: 50 })
  for (let n = 1; n <= 3; n++) {
    await add('a', { n })
    await eventually(() => expect(received).toHaveLength(n))
  }
  await end()
})

test('an aborted relay waits for what is under way, gives back the rest, and leaves no connection behind', async () => {
  const { service, waiting, open } = gatedService()
  const { pool, outbox, relay, add, columns, received, reaches } = await setUp(service)
  for (let n = 0; n < 10; n++) await add('a', { n })
  const { end, ended } = relay({ concurrency: 2 })
  await eventually(() => expect(waiting).toHaveLength(2))
  let isOver = false
  void end().then(() => (isOver = true))
  await reaches({ sending: 2, waiting: 8 })
  expect(isOver).toBe(false)
  open()
  await ended
  expect(received).toHaveLength(2)
  expect(await outbox.status()).toMatchObject({ sending: 0, waiting: 8, sent: 2 })
  const givenBack = (await columns<{ state: number }>('state, unknown_since')).filter(
    ({ state }) => state === 0,
  )
  expect(givenBack).toEqual(Array(8).fill({ state: 0, unknown_since: null }))
  await eventually(() => expect(pool.idleCount).toBe(pool.totalCount))
})

test('rows whose claim is answered after the abort are given back, and not sent', async () => {
  const { pool, outbox, relay, add, received } = await setUp()
  await add('a')
  const [claimed, gate] = [held(), held()]
  const slow = {
    async query(text: string, values?: unknown[]) {
      const answer = await pool.query(text, values)
      if ((await outbox.status()).sending === 0) return answer
      claimed.end()
      await gate.until
      return answer
    },
    connect: () => pool.connect(),
  }
  const { end, ended } = relay({ of: createOutbox({ pool: slow }), listen: false })
  await claimed.until
  void end()
  gate.end()
  await ended
  expect(received).toEqual([])
  expect(await outbox.status()).toMatchObject({ waiting: 1, sending: 0 })
})

test('a relay that is aborted does not wait longer than it may, and gives back what got no answer', async () => {
  const { service, waiting } = gatedService()
  const { outbox, relay, add, columns } = await setUp(service)
  await add('a')
  const { end } = relay({ drain: 0 })
  await eventually(() => expect(waiting).toHaveLength(1))
  await end()
  expect(await columns('state, unknown_since is not null as unknown')).toEqual([{ state: 0, unknown: true }])
  expect(await outbox.status()).toMatchObject({ waiting: 1, sending: 0 })
})

test('sent rows are deleted after their retention, and others never', async () => {
  const { relay, add, change, reaches } = await setUp(({ type }) => (type === 'bad' ? 400 : 201))
  await add('bad')
  await add('old')
  await add('young')
  const first = relay()
  await reaches({ sent: 2, parked: 1 })
  await first.end()
  await change("settled_at = now() - interval '2 hours'", "type <> 'young'")
  relay({ retention: 3_600_000 })
  await reaches({ sent: 1, parked: 1 })
})

test('what a callback throws changes nothing', async () => {
  const { lines, logger } = recordingLogger()
  const { relay, add, reaches } = await setUp(() => undefined, { logger })
  await add('a')
  await add('b')
  relay({
    onSent: () => {
      throw new Error('mine')
    },
  })
  await reaches({ sent: 2 })
  const line = ['error', like(/onSent.*mine/), {}]
  await eventually(() => expect(lines).toEqual([line, line]))
})
