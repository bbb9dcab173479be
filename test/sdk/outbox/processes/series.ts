import { randomUUID } from 'node:crypto'
import { createOutbox, type Outbox } from '@event-delivery/sdk/outbox'
import { Pool } from 'pg'
import { expect, vi } from 'vitest'
import { numbers } from '../../../support/random'
import type { OwnPostgres } from '../../../support/own-postgres'
import type { Until } from '../../../support/until'
import { type Shop, startFaultyService, startForgetfulService, type Shops } from './shops'
import { autocommit } from '../outbox-setup'

/** What each series begins with. */
export interface Series {
  shops: Shops
  until: Until
  /** The URL of an empty database. */
  url: string
  seed: number
}

/** Waits until a check no longer throws, which is made every so many milliseconds. */
const reached = (check: () => unknown, interval: number, timeout = 60_000) =>
  vi.waitFor(check, { timeout, interval })

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Starts a service whose answers are faults at times, and makes an outbox. */
async function begin({ until, url, seed }: Series) {
  const service = await startFaultyService(until, seed)
  const pool = new Pool({ connectionString: url })
  // The statement that is under way tells of a connection that ends, and the pool replaces it.
  pool.on('error', () => {}).on('connect', (connection) => connection.on('error', () => {}))
  until(() => pool.end())
  const outbox = createOutbox({ pool })
  await outbox.migrate()
  const job = { url, baseUrl: service.baseUrl, lease: 1000, concurrency: 8 }
  /** Waits until everything is sent, and ends the shops. Resolves to the payloads of all events. */
  const end = async (running: Shop[]) => {
    const isDone = async () => expect(await outbox.status()).toMatchObject({ waiting: 0, sending: 0 })
    await reached(isDone, 100, 240_000)
    expect(await Promise.all(running.map((shop) => shop.stop()))).toEqual(running.map(() => 0))
    return (await service.events()).map(({ data }) => data)
  }
  return { pool, outbox, job, end }
}

/**
 * Lets processes commit orders and send their events, and kills them one after the other, each after some of its steps and a moment
 * more. Then one relay sends what is left.
 */
export async function runKills({
  kills,
  processes,
  ...series
}: Series & { kills: number; /** How many processes run at once. */ processes: number }) {
  const { shops, seed } = series
  const { pool, outbox, job, end } = await begin(series)
  await pool.query('create table shop_order (id uuid primary key)')
  const random = numbers(seed)
  let left = kills
  const killUntilDone = async () => {
    while (left-- > 0) {
      const shop = await shops.start({ ...job, buyers: 1 })
      await shop.steps(Math.ceil(random.next().value * 12))
      await pause(random.next().value * 10)
      await shop.kill()
    }
  }
  await Promise.all(Array.from({ length: processes }, killUntilDone))

  return tallyOf(pool, outbox, await end([await shops.start(job)]))
}

/** Compares the orders of the shop's table, and those whose commit was acknowledged, with the payloads of all events. */
async function tallyOf(
  pool: Pool,
  outbox: Outbox,
  events: readonly Record<string, unknown>[],
  acknowledged: readonly string[] = [],
) {
  const { rows } = await pool.query<{ id: string }>('select id from shop_order')
  const committed = new Set(rows.map(({ id }) => id))
  const found = new Set(events.map(({ order }) => String(order)))
  return {
    committed: committed.size,
    lost: [...new Set([...committed, ...acknowledged])].filter((id) => !found.has(id)).length,
    doubled: events.length - found.size,
    uncommitted: [...found].filter((id) => !committed.has(id)).length,
    parked: (await outbox.status()).parked,
  }
}

/** A race of relays, some of which are killed, so many milliseconds after each other. A third of the events has no order key. */
export interface RelayRace extends Series {
  relays: number
  events: number
  keys: number
  kills: number
  interval: number
}

/** Adds events while relays send them, and kills one of the relays after the other, each of which is replaced. */
export async function runRace({ relays, events, keys, kills, interval, ...series }: RelayRace) {
  const { shops } = series
  const { pool, outbox, job, end } = await begin(series)
  const running = await Promise.all(Array.from({ length: relays }, () => shops.start(job)))

  const addAll = async () => {
    for (let n = 0; n < events; n++) {
      const orderKey = n % 3 === 0 ? undefined : `key-${n % keys}`
      await outbox.add(autocommit(pool), { type: 'race', data: { n, key: orderKey ?? '' }, orderKey })
      // Spread over the kills, so that there is always something under way.
      if (n % 50 === 0) await pause((kills * interval * 50) / events)
    }
  }
  const killSome = async () => {
    for (let kill = 0; kill < kills; kill++) {
      await pause(interval)
      await running[kill % relays]?.kill()
      running[kill % relays] = await shops.start(job)
    }
  }
  await Promise.all([addAll(), killSome()])

  const found = (await end(running)) as { n: number; key: string }[]
  const byKey = new Map<string, number[]>()
  for (const { n, key } of found) if (key) byKey.set(key, [...(byKey.get(key) ?? []), n])
  const distinct = new Set(found.map(({ n }) => n))
  return {
    lost: events - distinct.size,
    doubled: found.length - distinct.size,
    disordered: [...byKey.values()].filter((list) => list.some((n, at) => n < (list[at - 1] ?? -1))).length,
    parked: (await outbox.status()).parked,
  }
}

/**
 * Places orders while relays send their events, and kills PostgreSQL itself so many times. The relays have to live through all of it. An
 * order whose commit got no answer counts when the database has it.
 */
export async function runRestarts({
  postgres,
  restarts,
  ...series
}: Omit<Series, 'url'> & { postgres: OwnPostgres; restarts: number }) {
  const { pool, outbox, job, end } = await begin({ ...series, url: postgres.url })
  await pool.query('create table shop_order (id uuid primary key)')
  const running = await Promise.all([series.shops.start(job), series.shops.start(job)])
  const random = numbers(series.seed)
  const acknowledged: string[] = []
  let isBuying = true

  const place = async (order: string) => {
    const tx = await pool.connect()
    try {
      await tx.query('begin')
      await tx.query('insert into shop_order (id) values ($1)', [order])
      await outbox.add(tx, { type: 'order.placed', data: { order } })
      await tx.query('commit')
      acknowledged.push(order)
    } finally {
      // A connection whose transaction may be open is not used again.
      tx.release(acknowledged.at(-1) !== order)
    }
  }
  const buy = async () => {
    // A shop whose database is away refuses the order.
    while (isBuying) await place(randomUUID()).catch(() => pause(20))
  }
  const buying = buy()
  for (let restart = 0; restart < restarts; restart++) {
    const under = acknowledged.length + Math.ceil(random.next().value * 60)
    await reached(() => expect(acknowledged.length).toBeGreaterThanOrEqual(under), 5)
    await postgres.kill()
  }
  isBuying = false
  await buying
  return tallyOf(pool, outbox, await end(running), acknowledged)
}

/**
 * Suspends a relay amid its work for longer than its lease, so many times, while a second one sends what it held, and lets it go on. The service
 * forgets its keys meanwhile: what the first one sends then is a second event.
 */
export async function runStops({ shops, until, url, seed, stops }: Series & { stops: number }) {
  const service = await startForgetfulService(until)
  const pool = new Pool({ connectionString: url })
  until(() => pool.end())
  const outbox = createOutbox({ pool })
  await outbox.migrate()
  const job = { url, baseUrl: service.baseUrl, lease: 1000, concurrency: 2 }
  const random = numbers(seed)
  const rows = 12
  const outcome = { events: 0, lost: 0, doubled: 0 }
  const sentAll = (count: number) =>
    reached(async () => expect(await outbox.status()).toMatchObject({ sent: count, sending: 0 }), 50)
  for (let stop = 0; stop < stops; stop++) {
    const before = service.requests.length
    const first = await shops.start(job)
    for (let n = 0; n < rows; n++)
      await outbox.add(autocommit(pool), { type: 'a', data: { n }, ...(n % 3 ? {} : { orderKey: 'key' }) })
    const under = before + Math.ceil(random.next().value * 6)
    await reached(() => expect(service.requests.length).toBeGreaterThanOrEqual(under), 1)
    first.suspend()
    const second = await shops.start(job)
    await sentAll(rows * (stop + 1))
    const sent = service.requests.length
    first.resume()
    // It is asked to end after it has met what it missed: the next look of its renewals.
    await pause(job.lease / 2)
    expect([await first.stop(), await second.stop()]).toEqual([0, 0])
    outcome.events += rows
    outcome.lost += rows - new Set(service.requests.slice(before)).size
    outcome.doubled += service.requests.length - sent
  }
  return outcome
}
