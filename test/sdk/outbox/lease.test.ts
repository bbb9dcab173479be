import { EventDelivery } from '@event-delivery/sdk'
import { createOutbox } from '@event-delivery/sdk/outbox'
import { createFakeClock } from '@event-delivery/sdk/testing'
import type { Pool } from 'pg'
import { expect, test, vi } from 'vitest'
import { eventually } from '../../support/eventually'
import { answerWith, clientOf, type Creation, makeSetUp } from './outbox-setup'

const setUp = makeSetUp()

interface LeaseRow {
  state: number
  token: string
  left: number
}

const rowsOf = async (pool: Pool) =>
  (
    await pool.query<LeaseRow>(
      `select state, token, (extract(epoch from lease_until - clock_timestamp()) * 1000)::float8 as left from event_delivery_outbox.event`,
    )
  ).rows

/** Ends all leases, as time does that nobody uses for a renewal. */
const endLeases = (pool: Pool) =>
  pool.query('update event_delivery_outbox.event set lease_until = now() where state = 1')

test('a lease is renewed for as long as the client waits for its pace', async () => {
  const hour = 3_600_000
  const [clock, clockOfClient] = [createFakeClock(), createFakeClock()]
  const { pool, outbox, relay, add, received } = await setUp()
  const paced = clientOf(() => undefined, received, { clock: clockOfClient, rate: 1 })
  await add('a', { n: 1 })
  await add('a', { n: 2 })
  relay({ of: createOutbox({ pool, clock }), lease: hour, pollInterval: hour, listen: false }, paced)
  await eventually(() => expect(received).toHaveLength(1))
  for (let renewal = 0; renewal < 3; renewal += 1) {
    await pool.query(
      `update event_delivery_outbox.event set lease_until = now() + interval '10 minutes' where state = 1`,
    )
    await clock.advance(hour / 3)
    await eventually(async () => {
      const [row] = (await rowsOf(pool)).filter(({ state }) => state === 1)
      expect(row?.token).toBe('1')
      expect(row?.left).toBeGreaterThan(hour / 2)
    })
  }
  await eventually(async () => {
    await clockOfClient.advance(500)
    expect(await outbox.status()).toMatchObject({ sent: 2 })
  })
  expect(received).toHaveLength(2)
})

test('the rows of a relay that died go to another one, under the same key', async () => {
  const { pool, relay, add, received, reaches } = await setUp()
  await add('a')
  const hanging = clientOf(() => new Promise(() => {}), received)
  // Its clock stands still: it neither renews nor notices anything, as a process that is gone.
  const dead = createOutbox({ pool, clock: createFakeClock() })
  void dead.relay(hanging, { listen: false })
  await eventually(() => expect(received).toHaveLength(1))
  await endLeases(pool)
  relay({ lease: 1000 })
  await reaches({ sent: 1 })
  expect(received).toHaveLength(2)
  expect(received[1]?.idempotencyKey).toBe(received[0]?.idempotencyKey)
})

test.each([201, 400, 503, 401])(
  'who has lost a row to another can neither mark, park nor give it back after a %i',
  async (status) => {
    const { pool, relay, add, reaches } = await setUp()
    await add('a')
    const asked: ((status: number) => void)[] = []
    const slow = clientOf(() => new Promise<number>((resolve) => asked.push(resolve)), [])
    const told: string[] = []
    const of = createOutbox({ pool, clock: createFakeClock() })
    const note = (what: string) => () => told.push(what)
    const late = relay({ of, onSent: note('sent'), onParked: note('parked') }, slow)
    await eventually(() => expect(asked).toHaveLength(1))
    expect(await rowsOf(pool)).toMatchObject([{ state: 1, token: '1' }])
    await endLeases(pool)
    // Another relay owns the row, and has no answer yet.
    const askedAgain: ((status: number) => void)[] = []
    const other = clientOf(() => new Promise<number>((resolve) => askedAgain.push(resolve)), [])
    relay({ lease: 60_000 }, other)
    await eventually(() => expect(askedAgain).toHaveLength(1))
    expect(await rowsOf(pool)).toMatchObject([{ state: 1, token: '2' }])
    asked[0]!(status)
    await late.end()
    expect(await rowsOf(pool)).toMatchObject([{ state: 1, token: '2' }])
    expect(told).toEqual([])
    askedAgain[0]!(201)
    await reaches({ sent: 1, parked: 0 })
  },
)

test('a relay that learns that it has lost a row ends the call for it', async () => {
  const { pool, relay, add } = await setUp()
  await add('a')
  let [isCalled, isAborted] = [false, false]
  const fetch = (_: string, { signal }: { signal: AbortSignal }) =>
    new Promise<Response>((_, reject) => {
      isCalled = true
      signal.addEventListener('abort', () => {
        isAborted = true
        reject(new DOMException('aborted', 'AbortError'))
      })
    })
  const hanging = new EventDelivery({ apiKey: 'sk_test_mock', baseUrl: 'https://service.test', fetch })
  relay({ lease: 1000 }, hanging)
  await eventually(() => expect(isCalled).toBe(true))
  await pool.query('update event_delivery_outbox.event set token = token + 1')
  await eventually(() => expect(isAborted).toBe(true))
})

test('a call ends before the 24 hours of its key are over', async () => {
  const clock = createFakeClock()
  const received: Creation[] = []
  const { pool, outbox, add } = await setUp()
  await add('a')
  await pool.query(
    `update event_delivery_outbox.event set unknown_since = now() - interval '22 hours 59 minutes'`,
  )
  // The pace of the client lets nothing through for a day.
  const client = new EventDelivery({
    apiKey: 'sk_test_mock',
    baseUrl: 'https://service.test',
    clock,
    rate: 1 / 86_400,
    fetch: async (_, { body = '' }) => {
      const creation = JSON.parse(body) as Creation
      received.push(creation)
      return answerWith(undefined, creation)
    },
  })
  await client.events.create({ type: 'first', data: {} })
  const create = vi.spyOn(client.events, 'create')
  const stop = new AbortController()
  const ended = createOutbox({ pool, clock }).relay(client, {
    signal: stop.signal,
    lease: 3_600_000,
    listen: false,
  })
  // The end of the 23 hours stands on the clock before the call begins. The database knows of the claim earlier than that.
  await eventually(() => expect(create).toHaveBeenCalledTimes(1))
  await clock.advance(50_000)
  expect(await outbox.status()).toMatchObject({ sending: 1 })
  await clock.advance(11_000)
  // The database has another time than this clock, and lets the row be claimed again.
  await eventually(async () => {
    await clock.advance(100)
    expect((await rowsOf(pool))[0]?.token).toBe('2')
  })
  expect(received.map(({ type }) => type)).toEqual(['first'])
  let hasEnded = false
  void ended.then(() => (hasEnded = true))
  stop.abort()
  await eventually(async () => {
    await clock.advance(1000)
    expect(hasEnded).toBe(true)
  })
})
