import { EventDelivery } from '@event-delivery/sdk'
import type { RelayPause } from '@event-delivery/sdk/outbox'
import { createFakeClock } from '@event-delivery/sdk/testing'
import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { clientOf, setUp } from './outbox-setup'

test.each([401, 403])(
  '%i pauses the relay, leaves the rows as they are, and says so once',
  async (status) => {
    const lines: string[] = []
    const log = (message: string) => lines.push(message)
    const logger = { debug: log, info: log, warn: log, error: log }
    let answer = status
    const { pool, outbox, relay, add, received } = await setUp(() => answer, { random: () => 0, logger })
    for (let n = 0; n < 20; n++) await add('a', { n })
    const rows = async (): Promise<unknown[]> => {
      const columns = 'id, due_at, attempts, unknown_since, reason'
      return (await pool.query<object>(`select ${columns} from event_delivery_outbox.event order by id`)).rows
    }
    const before = await rows()
    const paused: RelayPause[] = []
    const resumed: string[] = []
    relay({
      concurrency: 4,
      onPaused: (pause) => paused.push(pause),
      onResumed: ({ reason }) => resumed.push(reason),
    })
    await eventually(async () => {
      expect(paused).toHaveLength(1)
      expect(await outbox.status()).toMatchObject({ waiting: 20, sending: 0, parked: 0 })
    })
    expect(paused[0]).toMatchObject({ reason: 'refused', error: { status } })
    expect(await rows()).toEqual(before)
    // Those that were under way have met the refusal too, and then one row at a time asks again.
    await eventually(() => expect(received.length).toBeGreaterThanOrEqual(6))
    expect(received.length).toBeLessThanOrEqual(8)
    answer = 201
    await eventually(async () => expect(await outbox.status()).toMatchObject({ sent: 20 }))
    expect(paused).toHaveLength(1)
    expect(resumed).toEqual(['refused'])
    expect(lines.filter((line) => line.includes('pauses'))).toHaveLength(1)
    expect(lines.filter((line) => line.includes('goes on: the service'))).toHaveLength(1)
  },
)

test('a pause is twice as long each time the service refuses again', async () => {
  const clock = createFakeClock()
  const times: number[] = []
  const refuse = () => (times.push(clock.monotonic()), 401)
  const { relay, add } = await setUp(refuse, { clock, random: () => 1 })
  await add('a')
  relay({ listen: false })
  await eventually(async () => {
    await clock.advance(50)
    expect(times.length).toBeGreaterThanOrEqual(5)
  })
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
  const paused: RelayPause[] = []
  relay({ onPaused: (pause) => paused.push(pause) }, client)
  await eventually(() => expect(paused).toMatchObject([{ reason: 'refused' }]))
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
  const { outbox, relay, add } = await setUp(service, { random: () => 0 })
  for (let n = 0; n < 30; n++) await add('a', { n })
  relay({ concurrency: 4 })
  await eventually(() => expect(calls).toBeGreaterThan(12))
  expect(most).toBe(1)
  isAway = false
  await eventually(async () => expect(await outbox.status()).toMatchObject({ sent: 30 }))
})
