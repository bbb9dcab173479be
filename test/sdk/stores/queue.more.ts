import type { PostgresInboxOptions, WorkContext, WorkOptions } from '@event-delivery/sdk/stores'
import { createFakeClock, testDedupeStore } from '@event-delivery/sdk/testing'
import { createReceiver, type Event, EventDataError } from '@event-delivery/sdk/webhooks'
import type { PoolClient } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { execute, postgresUrl } from '../../support/postgres'
import { deliver, secret } from '../deliveries'
import { makeInboxes } from './clients'
import { aborted, held } from './transactional'

const hour = 3_600_000

type Handler = (event: Event, context: WorkContext<PoolClient>, run: number) => unknown

/** An inbox that keeps deliveries, a table of effects, and workers that write into it. */
async function setUp(options: PostgresInboxOptions = {}) {
  const [{ schema, makeInbox }, url] = [await makeInboxes(), await postgresUrl()]
  await execute(url, `create table "${schema}".effect (delivery text, run integer)`)
  const inbox = await makeInbox(options)
  const errors: string[] = []
  const onError = (error: unknown) => void errors.push((error as Error).message)
  const receive = createReceiver({ secret, store: inbox.queued, onError })
  let runs = 0
  return {
    ...{ schema, url, inbox, receive, errors },
    send: async (given: Parameters<typeof deliver>[0] = {}) => (await receive(await deliver(given))).status,
    effects: async () => {
      const select = `select delivery from "${schema}".effect order by run`
      return (await execute<{ delivery: string }>(url, select)).map(({ delivery }) => delivery)
    },
    /** Starts a worker with connections of its own, which ends with the test. */
    work: async (then: Handler = () => {}, more: WorkOptions<object> = {}) => {
      const stop = new AbortController()
      const own = await makeInbox(options)
      const otherwise = async (event: Event, context: WorkContext<PoolClient>) => {
        const run = ++runs
        await context.tx.query(`insert into "${schema}".effect values ($1, $2)`, [context.id, run])
        await then(event, context, run)
      }
      const ended = own.work({ otherwise }, { signal: stop.signal, onError, random: () => 0, ...more })
      const end = () => (stop.abort(), ended)
      onTestFinished(() => end().catch(() => {}))
      return { end, ended }
    },
    reaches: (status: object) => eventually(async () => expect(await inbox.status()).toMatchObject(status)),
  }
}

test('a delivery is kept once, answered 204 and handled later, as it was sent', async () => {
  const { inbox, send, work, effects, reaches } = await setUp()
  expect([await send(), await send()]).toEqual([204, 204])
  expect(await inbox.status()).toMatchObject({ waiting: 1, handling: 0, handled: 0 })
  const seen: unknown[] = []
  await work((event, { id, headers, secretIndex, attempt }) => {
    seen.push(event.id, event.type, event.data, id, headers['webhook-id'], secretIndex, attempt)
  })
  await reaches({ waiting: 0, handled: 1 })
  expect(seen).toEqual(['evt_1', 'order.paid', { order: 1042 }, 'msg_test', 'msg_test', 0, 1])
  expect(await send()).toBe(204)
  expect(await effects()).toEqual(['msg_test'])
})

test('a delivery that is refused is not kept', async () => {
  const { inbox, send } = await setUp()
  expect(await send({ body: 'no event' })).toBe(400)
  expect(await inbox.status()).toMatchObject({ waiting: 0 })
})

test('what a handler wrote before it threw is not there; it runs again, and counts once', async () => {
  const { send, work, effects, errors, reaches } = await setUp()
  await send()
  await work((_, __, run) => {
    if (run === 1) throw new Error('out of stock')
  })
  await reaches({ handled: 1 })
  expect(await effects()).toEqual(['msg_test'])
  expect(errors).toEqual(['out of stock'])
})

test('a delivery that fails too often is parked with its reason, and handled when it is replayed', async () => {
  const { inbox, send, work, effects, reaches } = await setUp({ maxAttempts: 2 })
  await send()
  const told: unknown[] = []
  await work(
    (_, { attempt }, run) => {
      if (run <= 2) throw new Error(`broken ${attempt}`)
    },
    { onParked: ({ deliveryId, reason }) => told.push([deliveryId, reason]) },
  )
  await reaches({ parked: 1 })
  const [parked] = await inbox.parked()
  expect(parked).toMatchObject({ deliveryId: 'msg_test', attempts: 2, reason: 'broken 2' })
  expect(told).toEqual([['msg_test', 'broken 2']])
  await inbox.replay(parked?.id ?? '')
  await reaches({ parked: 0, handled: 1 })
  expect(await effects()).toEqual(['msg_test'])
})

test('deliveries of one key are handled in their order, though the first one fails; others overtake them', async () => {
  const { send, work, effects, reaches } = await setUp({
    orderBy: ({ body }) => {
      const { data } = JSON.parse(body) as { data: { key?: string } }
      return data.key
    },
  })
  const keyed = { type: 'order.paid', data: { key: 'order-1' } }
  for (const id of ['first', 'second', 'third']) await send({ id, event: keyed })
  await send({ id: 'free' })
  await work((_, { id, attempt }) => {
    if (id === 'first' && attempt === 1) throw new Error('not yet')
  })
  await reaches({ handled: 4 })
  expect((await effects()).filter((id) => id !== 'free')).toEqual(['first', 'second', 'third'])
  expect((await effects())[0]).toBe('free')
})

test('several workers handle each delivery once, side by side', async () => {
  const { send, work, effects, reaches } = await setUp()
  const ids = Array.from({ length: 30 }, (_, n) => `msg_${n}`)
  expect(new Set(await Promise.all(ids.map((id) => send({ id }))))).toEqual(new Set([204]))
  let [now, most] = [0, 0]
  const slow = async () => {
    most = Math.max(most, ++now)
    // Others come beside it, however long the database takes to hand them out.
    await eventually(() => expect(most).toBeGreaterThan(1))
    now--
  }
  await Promise.all([work(slow, { concurrency: 3 }), work(slow, { concurrency: 3 })])
  await reaches({ handled: 30 })
  expect((await effects()).sort()).toEqual(ids.sort())
  expect(most).toBeLessThanOrEqual(6)
})

test.each(['read committed', 'serializable'] as const)(
  'a handler that outlives many leases keeps its delivery, and renewals do not disturb it (%s)',
  async (isolation) => {
    const clock = createFakeClock()
    const { schema, url, send, work, effects, errors, reaches } = await setUp({ isolation })
    await send()
    const [begun, end] = [held(), held()]
    const slow = (): Promise<void> => (begun.end(), end.until)
    const own = { clock, lease: hour, handlerTimeout: 24 * hour, pollInterval: 24 * hour, listen: false }
    await work(slow, own)
    await begun.until
    let others = 0
    await work(() => void others++)
    for (let renewal = 0; renewal < 4; renewal++) {
      // The poll, the renewal, the end of the row's protection and of its handler: a renewal that is under way has set its next timer.
      await eventually(() => expect(clock.pending).toBe(4))
      await execute(url, `update "${schema}".event set lease_until = now() + interval '10 minutes'`)
      await clock.advance(hour / 3)
      await eventually(async () => {
        const left = `select lease_until > now() + interval '30 minutes' as renewed from "${schema}".event`
        expect(await execute(url, left)).toEqual([{ renewed: true }])
      })
    }
    end.end()
    await reaches({ handled: 1 })
    expect([others, await effects(), errors]).toEqual([0, ['msg_test'], []])
  },
)

test('a worker whose lease was taken over excludes the next one until its transaction ends', async () => {
  const { schema, url, send, work, effects, reaches } = await setUp()
  await send()
  const [begun, end] = [held(), held()]
  await work(() => (begun.end(), end.until))
  await begun.until
  // As after a pause of the whole process: the lease has ended, and nobody has renewed it.
  await execute(url, `update "${schema}".event set state = 0, lease_until = null, token = token + 1`)
  let others = 0
  await work(() => void others++)
  await eventually(async () => {
    const [row] = await execute(url, `select state, due_at > now() as waits from "${schema}".event`)
    expect(row).toEqual({ state: 0, waits: true })
  })
  end.end()
  await execute(url, `update "${schema}".event set due_at = now() where state = 0`)
  await reaches({ handled: 1 })
  expect([others, await effects()]).toEqual([0, ['msg_test']])
})

test('a worker that ends waits for what it handles, and claims no more', async () => {
  const { inbox, send, work, effects } = await setUp()
  for (const id of ['under-way', 'next']) await send({ id, event: { type: 'order.paid', data: {} } })
  const [begun, end] = [held(), held()]
  const worker = await work(() => (begun.end(), end.until), { concurrency: 1 })
  await begun.until
  const ended = worker.end()
  end.end()
  await ended
  expect(await effects()).toEqual(['under-way'])
  expect(await inbox.status()).toMatchObject({ handled: 1, waiting: 1, handling: 0 })
})

test('a handler that outlasts the drain is rolled back and given back, without a failure', async () => {
  const { schema, url, inbox, send, work, effects } = await setUp()
  await send()
  const begun = held()
  let told: unknown
  const hang = async (_: Event, { signal }: WorkContext<PoolClient>) => {
    begun.end()
    await aborted(signal)
    told = signal.reason
    await new Promise(() => {})
  }
  const worker = await work(hang, { drain: 50 })
  await begun.until
  await worker.end()
  expect(told).toMatchObject({ code: 'handler-abandoned' })
  expect(await effects()).toEqual([])
  expect(await inbox.status()).toMatchObject({ waiting: 1, handling: 0 })
  expect(await execute(url, `select attempts from "${schema}".event`)).toEqual([{ attempts: 0 }])
})

test('a handler that hangs is given up at its limit, and the delivery is handled again', async () => {
  const clock = createFakeClock()
  const { send, work, effects, errors, reaches } = await setUp()
  await send()
  const begun = held()
  const hang = () => (begun.end(), new Promise(() => {}))
  await work(hang, { clock, handlerTimeout: 100, listen: false })
  await begun.until
  await clock.advance(100)
  await eventually(() => expect(errors).toHaveLength(1))
  expect(errors[0]).toContain('is still being handled after 0.1 s')
  await work()
  await reaches({ handled: 1 })
  expect(await effects()).toEqual(['msg_test'])
})

test('a delivery whose handlers end their processes is parked as well', async () => {
  const { schema, url, inbox, send, work, reaches } = await setUp({ maxAttempts: 3 })
  await send()
  // As two processes leave it behind that ended after their claim.
  await execute(
    url,
    `update "${schema}".event set state = 1, attempts = 2, lease_until = now() - interval '1 s'`,
  )
  let runs = 0
  await work(() => void runs++)
  await reaches({ parked: 1 })
  expect((await inbox.parked())[0]?.reason).toContain('The process of its handler has ended')
  expect(runs).toBe(0)
})

test('a catalog validates what a worker hands to its handlers', async () => {
  const { send, work, errors, inbox, reaches } = await setUp({ maxAttempts: 1 })
  const validate = (data: unknown) => ({ issues: [{ message: `no number: ${JSON.stringify(data)}` }] })
  await send()
  const catalog = { 'order.paid': { '~standard': { version: 1, vendor: 'test', validate } } } as const
  await work(() => {}, { catalog })
  await reaches({ parked: 1 })
  expect((await inbox.parked())[0]?.reason).toContain('no number')
  expect(errors[0]).toBe(new EventDataError('order.paid', [{ message: 'no number: {"order":1042}' }]).message)
})

test('an inbox that counts failures keeps the contract of a dedupe store', async () => {
  const { makeInbox } = await makeInboxes()
  await testDedupeStore(() => makeInbox({ maxAttempts: 3 }), { shared: true })
})
