import { EventDelivery } from '@event-delivery/sdk'
import { createOutbox } from '@event-delivery/sdk/outbox'
import { createFakeClock, type FakeClock } from '@event-delivery/sdk/testing'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { serveFetch } from '../../support/node-server'
import { answerWith, clientOf, type Creation, makeSetUp } from './outbox-setup'

const setUp = makeSetUp()
const hour = 3_600_000

interface LeaseRow {
  state: number
  token: string
  left: number
}

const leaseColumns =
  'state, token, (extract(epoch from lease_until - clock_timestamp()) * 1000)::float8 as left'

/** The assignments that settle all rows, as another relay does that has sent them. */
const sentByAnother = 'state = 3, token = token + 1, settled_at = now()'

/** The assignments that end all leases, as time does where nobody renews them. */
const endedLeases = ['lease_until = now()', 'state = 1'] as const

test('a lease is renewed for as long as the client waits for its pace', async () => {
  const [clock, clockOfClient] = [createFakeClock(), createFakeClock()]
  const { pool, outbox, relay, add, change, columns, received } = await setUp()
  const paced = clientOf(() => undefined, received, { clock: clockOfClient, rate: 1 })
  await add('a', { n: 1 })
  await add('a', { n: 2 })
  relay({ of: createOutbox({ pool, clock }), lease: hour, pollInterval: hour, listen: false }, paced)
  await eventually(() => expect(received).toHaveLength(1))
  for (let renewal = 0; renewal < 3; renewal += 1) {
    // The poll, the renewal and the row that waits: a renewal that is under way has set its next timer.
    await eventually(() => expect(clock.pending).toBe(3))
    await change("lease_until = now() + interval '10 minutes'", 'state = 1')
    await clock.advance(hour / 3)
    await eventually(async () => {
      const [row] = (await columns<LeaseRow>(leaseColumns)).filter(({ state }) => state === 1)
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
  const { pool, relay, add, change, received, reaches } = await setUp()
  await add('a')
  const hanging = clientOf(() => new Promise(() => {}), received)
  // Its clock stands still: it neither renews nor notices anything, as a process that is gone.
  const dead = createOutbox({ pool, clock: createFakeClock() })
  void dead.relay(hanging, { listen: false })
  await eventually(() => expect(received).toHaveLength(1))
  await change(...endedLeases)
  relay()
  await reaches({ sent: 1 })
  expect(received).toHaveLength(2)
  expect(received[1]?.idempotencyKey).toBe(received[0]?.idempotencyKey)
})

test.each([201, 400, 503, 401])(
  'who has lost a row to another can neither mark, park nor give it back after a %i',
  async (status) => {
    const { pool, relay, add, change, columns, reaches } = await setUp()
    await add('a')
    const asked: ((status: number) => void)[] = []
    const slow = clientOf(() => new Promise<number>((resolve) => asked.push(resolve)), [])
    const of = createOutbox({ pool, clock: createFakeClock() })
    // Its clock stands still and nothing wakes it, so that it does not claim the row again itself.
    const late = relay({ of, listen: false }, slow)
    await eventually(() => expect(asked).toHaveLength(1))
    expect(await columns('state, token')).toEqual([{ state: 1, token: '1' }])
    await change(...endedLeases)
    // Another relay owns the row, and has no answer yet.
    const askedAgain: ((status: number) => void)[] = []
    const other = clientOf(() => new Promise<number>((resolve) => askedAgain.push(resolve)), [])
    relay({ lease: 60_000 }, other)
    await eventually(() => expect(askedAgain).toHaveLength(1))
    expect(await columns('state, token')).toEqual([{ state: 1, token: '2' }])
    asked[0]!(status)
    await late.end()
    expect(await columns('state, token')).toEqual([{ state: 1, token: '2' }])
    expect(late.told).toMatchObject({ sent: [], parked: [] })
    askedAgain[0]!(201)
    await reaches({ sent: 1, parked: 0 })
  },
)

test('a relay that learns that it has lost a row ends the call for it', async () => {
  const { relay, add, change } = await setUp()
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
  await change('token = token + 1')
  await eventually(() => expect(isAborted).toBe(true))
})

test('a call ends before the 24 hours of its key are over', async () => {
  const clock = createFakeClock()
  const { pool, outbox, relay, add, change, columns, received, passing } = await setUp()
  await add('a')
  await change("unknown_since = now() - interval '22 hours 59 minutes'")
  // The pace of the client lets nothing through for a day.
  let waits = 0
  const hooks = { wait: () => void waits++ }
  const client = clientOf(() => undefined, received, { clock, rate: 1 / 86_400, hooks })
  await client.events.create({ type: 'first', data: {} })
  const { end } = relay({ of: createOutbox({ pool, clock }), lease: hour, listen: false }, client)
  // The end of the 23 hours stands on the clock before the call begins. The database knows of the claim earlier than that.
  await eventually(() => expect(waits).toBe(1))
  await clock.advance(50_000)
  expect(await outbox.status()).toMatchObject({ sending: 1 })
  await clock.advance(11_000)
  // The database has another time than this clock, and lets the row be claimed again.
  await passing(clock, 100, async () => expect(await columns('token')).toEqual([{ token: '2' }]))
  expect(received.map(({ type }) => type)).toEqual(['first'])
  let hasEnded = false
  void end().then(() => (hasEnded = true))
  await passing(clock, 1000, () => expect(hasEnded).toBe(true))
})

type Change = Awaited<ReturnType<typeof setUp>>['change']

/** A machine that sleeps: its monotonic clock stands still, and the wall clock and the database go on. */
async function sleepFor(hours: number, clock: FakeClock, change: Change) {
  clock.setWall(clock.now() + hours * hour)
  await change(`unknown_since = now() - interval '${hours} hours', lease_until = now()`, 'state = 1')
}

test('a client that wakes after a day does not repeat its attempt, and the row is parked', async () => {
  const [clock, clockOfClient] = [createFakeClock(), createFakeClock()]
  const { pool, outbox, relay, add, change, received, passing } = await setUp()
  await add('a')
  const reset = () => {
    throw Object.assign(new TypeError('fetch failed'), { cause: new Error('read ECONNRESET') })
  }
  let retries = 0
  const client = clientOf(reset, received, {
    clock: clockOfClient,
    maxRetries: 5,
    hooks: { retry: () => void retries++ },
  })
  relay({ of: createOutbox({ pool, clock }), listen: false }, client)
  await eventually(() => expect(retries).toBe(1))
  await sleepFor(25, clock, change)
  await passing(clock, 1000, async () => {
    await clockOfClient.advance(8000)
    expect(await outbox.parked()).toMatchObject([{ outcome: 'unknown' }])
  })
  expect(received).toHaveLength(1)
})

test('a row whose lease ended while its client waited for a key, or in a hook, is not sent', async () => {
  const clock = createFakeClock()
  const { pool, relay, add, change, received, passing } = await setUp()
  await add('a')
  const waits: (() => void)[] = []
  const wait = () => new Promise<void>((end) => waits.push(end))
  const client = clientOf(() => undefined, received, {
    apiKey: () => wait().then(() => 'sk_test_mock'),
    hooks: { request: wait },
  })
  relay({ of: createOutbox({ pool, clock }), listen: false }, client)
  await eventually(() => expect(waits).toHaveLength(1))
  waits[0]?.()
  await eventually(() => expect(waits).toHaveLength(2))
  await sleepFor(25, clock, change)
  // Another relay sends it meanwhile.
  await change(sentByAnother)
  await add('b')
  await passing(clock, 1000, () => {
    for (const go of waits) go()
    expect(received).not.toEqual([])
  })
  expect(received.map(({ type }) => type)).toEqual(['b'])
})

test('a row whose lease ended while a connection was opened for its request is not sent', async () => {
  const clock = createFakeClock()
  const { pool, relay, add, change, passing } = await setUp()
  const received: string[] = []
  const answer = async (request: Request) => {
    const creation = (await request.json()) as Creation
    received.push(creation.type)
    return answerWith(undefined, creation)
  }
  const { baseUrl } = await serveFetch(answer, { until: onTestFinished })
  let isAwake = true
  const client = new EventDelivery({
    apiKey: 'sk_test_mock',
    baseUrl,
    maxRetries: 0,
    // The machine falls asleep right after the call, when no connection is open yet, and another relay sends the row meanwhile.
    fetch: async (...request) => {
      const answer = fetch(...request)
      if (isAwake) clock.setWall(clock.now() + 25 * hour)
      const [ended] = await Promise.allSettled([answer, isAwake && change(sentByAnother)])
      isAwake = false
      if (ended.status === 'rejected') throw ended.reason
      return ended.value
    },
  })
  await add('a')
  relay({ of: createOutbox({ pool, clock }), listen: false }, client)
  await eventually(() => expect(isAwake).toBe(false))
  await add('b')
  await passing(clock, 100, () => expect(received).toContain('b'))
  expect(received).toEqual(['b'])
})

test('rows that were claimed before a day of sleep are not sent after it, when another relay has sent them', async () => {
  const clock = createFakeClock()
  const answers: (() => void)[] = []
  const service = () => new Promise<void>((end) => answers.push(end))
  const { pool, outbox, relay, add, change, received, passing } = await setUp(service)
  for (let n = 0; n < 4; n++) await add('a', { n })
  relay({ of: createOutbox({ pool, clock }), concurrency: 2, listen: false })
  await eventually(() => expect(answers).toHaveLength(2))
  await sleepFor(25, clock, change)
  await change(sentByAnother)
  for (const answer of answers) answer()
  await add('b')
  // The rows of which it knows are given back before it claims another one.
  await passing(clock, 1000, () => expect(received.map(({ type }) => type)).toContain('b'))
  expect(received).toHaveLength(3)
  answers.at(-1)?.()
  await eventually(async () => expect(await outbox.status()).toMatchObject({ waiting: 0, sending: 0 }))
})

test('an attempt ends with its lease where that cannot be renewed, though the wall clock was set back', async () => {
  const clock = createFakeClock()
  const { pool, relay, add, passing } = await setUp()
  await add('a')
  let isAway = true
  const withoutRenewals = {
    query: (text: string, values?: unknown[]) =>
      isAway && text.includes('renewed')
        ? Promise.reject(Object.assign(new Error('terminating connection'), { code: '57P01' }))
        : pool.query(text, values),
    connect: () => pool.connect(),
  }
  const signals: AbortSignal[] = []
  const hanging = clientOf(() => undefined, [], {
    fetch: (_, { signal }) => {
      signals.push(signal)
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
    },
  })
  const of = createOutbox({ pool: withoutRenewals, clock })
  const { end } = relay({ of, lease: 60_000, pollInterval: hour, listen: false }, hanging)
  await eventually(() => expect(signals).toHaveLength(1))
  clock.setWall(clock.now() - 2 * hour)
  await clock.advance(59_999)
  expect(signals[0]?.aborted).toBe(false)
  await clock.advance(1)
  expect(signals[0]?.aborted).toBe(true)
  isAway = false
  let hasEnded = false
  void end().then(() => (hasEnded = true))
  await passing(clock, 1000, () => expect(hasEnded).toBe(true))
})
