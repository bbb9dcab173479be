import { EventDelivery } from '@event-delivery/sdk'
import { createOutbox, type OutboxOptions } from '@event-delivery/sdk/outbox'
import { createFakeClock } from '@event-delivery/sdk/testing'
import { expect, test, onTestFinished } from 'vitest'
import { Pool } from 'pg'
import { eventually } from '../../support/eventually'
import { recordingLogger } from '../client'
import { clientOf, makeSetUp } from './outbox-setup'
import { makeRoad } from '../stores/road'

const setUp = makeSetUp()

test.each([401, 403])(
  '%i pauses the relay, leaves the rows as they are, and says so once',
  async (status) => {
    const { lines, logger } = recordingLogger()
    const clock = createFakeClock()
    let answer = status
    const options = { clock, logger, random: () => 0 }
    const { outbox, relay, add, columns, received, passing } = await setUp(() => answer, options)
    for (let n = 0; n < 20; n++) await add('a', { n })
    const rows = () => columns('id, due_at, attempts, unknown_since, reason')
    const before = await rows()
    const { told } = relay({ concurrency: 4, listen: false })
    await eventually(async () => {
      expect(told.paused).toHaveLength(1)
      expect(await outbox.status()).toMatchObject({ waiting: 20, sending: 0, parked: 0 })
    })
    expect(told.paused[0]).toMatchObject({ reason: 'refused', error: { status } })
    expect(await rows()).toEqual(before)
    // Those that were under way have met the refusal too, and then one row at a time asks again.
    await passing(clock, 50, () => expect(received.length).toBeGreaterThanOrEqual(6))
    expect(received.length).toBeLessThanOrEqual(8)
    answer = 201
    await passing(clock, 50, async () => expect(await outbox.status()).toMatchObject({ sent: 20 }))
    expect(told).toMatchObject({ paused: { length: 1 }, resumed: ['refused'] })
    expect(lines.filter((line) => String(line).includes('pauses'))).toHaveLength(1)
    expect(lines.filter((line) => String(line).includes('goes on: the service'))).toHaveLength(1)
  },
)

test('a pause is twice as long each time the service refuses again', async () => {
  const clock = createFakeClock()
  const times: number[] = []
  const refuse = () => (times.push(clock.monotonic()), 401)
  const { relay, add, passing } = await setUp(refuse, { clock, random: () => 1 })
  await add('a')
  relay({ listen: false })
  await passing(clock, 50, () => expect(times.length).toBeGreaterThanOrEqual(5))
  const waits = times.slice(1).map((time, n) => time - times[n]!)
  // The clock goes on a little while the database answers.
  expect(waits.slice(0, 4).map((wait, n) => wait >= 1000 * 2 ** n)).toEqual([true, true, true, true])
})

test('a relay whose client gets no key pauses as well, and its rows stay', async () => {
  const { outbox, relay, add } = await setUp()
  await add('a')
  const client = new EventDelivery({
    baseUrl: 'https://service.test',
    apiKey: () => {
      throw new Error('The vault is closed.')
    },
  })
  const { told } = relay({}, client)
  await eventually(() => expect(told.paused).toMatchObject([{ reason: 'refused' }]))
  expect(await outbox.status()).toMatchObject({ parked: 0 })
})

test('one bad key holds up its own relay alone', async () => {
  const { outbox, relay, add, received } = await setUp()
  for (let n = 0; n < 10; n++) await add('a', { n })
  const refused = clientOf(() => 401, [])
  relay({}, refused)
  await eventually(async () => expect((await outbox.status()).waiting).toBe(10))
  relay()
  await eventually(() => expect(received).toHaveLength(10))
})

test('when every call fails, one row at a time asks whether the service is back', async () => {
  let isAway = true
  let underWay = 0
  let most = 0
  const service = async () => {
    underWay++
    if (isAway && calls > 4) most = Math.max(most, underWay)
    calls++
    await new Promise((resolve) => setImmediate(resolve))
    underWay--
    return isAway ? 503 : 201
  }
  let calls = 0
  const { relay, add, reaches } = await setUp(service, { random: () => 0 })
  for (let n = 0; n < 30; n++) await add('a', { n })
  relay({ concurrency: 4 })
  await eventually(() => expect(calls).toBeGreaterThan(12))
  expect(most).toBe(1)
  isAway = false
  await reaches({ sent: 30 })
})

/** A road to a PostgreSQL that can be cut, and an outbox at its end. */
async function makeFarOutbox(url: string, options: Partial<OutboxOptions> = {}) {
  const own = new URL(url)
  const road = await makeRoad(Number(own.port || 5432), onTestFinished, own.hostname)
  own.hostname = '127.0.0.1'
  own.port = String(road.port)
  // Without a listener of its own: an idle connection that breaks must not end the process while a relay runs.
  const pool = new Pool({ connectionString: own.href })
  onTestFinished(() => pool.end())
  return { road, pool, far: createOutbox({ pool, ...options }) }
}

test('while the database is away, adding fails with the transaction, and the relay waits, says so once and goes on', async () => {
  const { url, relay, received, add, reaches } = await setUp()
  const { lines, logger } = recordingLogger()
  const { road, pool, far } = await makeFarOutbox(url, { logger })
  const { told } = relay({ of: far })
  await add('a', { n: 1 })
  await eventually(() => expect(received).toHaveLength(1))

  const tx = await pool.connect()
  tx.on('error', () => {})
  await tx.query('begin')
  road.cut()
  await expect(far.add(tx, { type: 'a', data: {} })).rejects.toThrow()
  tx.release(true)
  await eventually(() => expect(told.paused).toMatchObject([{ reason: 'database' }]))
  await add('a', { n: 2 })
  const before = road.attempts()
  await eventually(() => expect(road.attempts()).toBeGreaterThan(before + 2))
  road.mend()
  await eventually(() => expect(received).toHaveLength(2))
  expect(told).toMatchObject({ paused: { length: 1 }, resumed: ['database'] })
  expect(lines.filter((line) => String(line).includes('pauses'))).toHaveLength(1)
  expect(JSON.stringify(lines)).not.toContain(new URL(url).password)
  await reaches({ sent: 2 })
})

test('what was sent while the database was away is marked when it is back, and not sent again', async () => {
  let answer = () => {}
  const service = () => new Promise<void>((resolve) => (answer = resolve))
  const { url, received, add, outbox, relay } = await setUp(service)
  const { road, far } = await makeFarOutbox(url)
  await add('a')
  const { told } = relay({ of: far })
  await eventually(() => expect(received).toHaveLength(1))
  road.cut()
  answer()
  const before = road.attempts()
  await eventually(() => expect(road.attempts()).toBeGreaterThan(before))
  expect(told.sent).toEqual([])
  road.mend()
  await eventually(() => expect(told.sent).toHaveLength(1))
  expect(received).toHaveLength(1)
  expect(await outbox.status()).toMatchObject({ sent: 1 })
})

test('a relay that is ended while the database is away ends', async () => {
  const { url, relay } = await setUp()
  const { road, far } = await makeFarOutbox(url)
  road.cut()
  const { end, told } = relay({ of: far })
  await eventually(() => expect(told.paused).toHaveLength(1))
  await end()
})

test('the waits for the database grow: a relay whose statements all fail does not spin', async () => {
  const { pool, client } = await setUp()
  const waits: number[] = []
  const stop = new AbortController()
  // A clock that fires at once: only the lengths of the waits are looked at.
  const clock = {
    now: () => 0,
    schedule(callback: () => void, ms: number) {
      if (ms >= 15_000) return () => {}
      waits.push(ms)
      if (waits.length > 12) stop.abort()
      const timer = setImmediate(callback)
      return () => clearImmediate(timer)
    },
  }
  const broken = {
    query: async () => Promise.reject(Object.assign(new Error('terminating connection'), { code: '57P01' })),
    connect: () => pool.connect(),
  }
  const outbox = createOutbox({ pool: broken, clock, random: () => 1 })
  await outbox.relay(client, { signal: stop.signal, listen: false, lease: 60_000 })
  expect(waits.slice(0, 9)).toEqual([100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000])
})
