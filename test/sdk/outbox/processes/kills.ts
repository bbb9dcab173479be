import { createOutbox } from '@event-delivery/sdk/outbox'
import { Pool } from 'pg'
import { vi, expect } from 'vitest'
import { numbers } from '../../../support/random'
import type { Until } from '../../../support/until'
import { startFaultyService, type Shops } from './shops'

/** A series of kills. */
export interface KillSeries {
  shops: Shops
  until: Until
  /** The URL of an empty database. */
  url: string
  kills: number
  /** How many processes run at once. */
  processes: number
  seed: number
}

/** The end of a series of kills, as counted at the service. */
export interface KillOutcome {
  committed: number
  /** Committed orders without an event. */
  lost: number
  /** Events beyond the first of an order. */
  doubled: number
  /** Events of orders that were never committed. */
  uncommitted: number
  parked: number
}

/**
 * Lets processes commit orders and send their events, and kills them one after the other, each after some of its steps and a moment
 * more. Then one relay sends what is left.
 */
export async function runKills({
  shops,
  until,
  url,
  kills,
  processes,
  seed,
}: KillSeries): Promise<KillOutcome> {
  const service = await startFaultyService(until, seed)
  const pool = new Pool({ connectionString: url })
  until(() => pool.end())
  const outbox = createOutbox({ pool })
  await outbox.migrate()
  await pool.query('create table shop_order (id uuid primary key)')
  const random = numbers(seed)
  const job = { url, baseUrl: service.baseUrl, lease: 1000, concurrency: 8 }
  let left = kills
  const killUntilDone = async () => {
    while (left-- > 0) {
      const shop = await shops.start({ ...job, buyers: 1 })
      await shop.steps(Math.ceil(random.next().value * 12))
      await new Promise((resolve) => setTimeout(resolve, random.next().value * 10))
      await shop.kill()
    }
  }
  await Promise.all(Array.from({ length: processes }, killUntilDone))

  const last = await shops.start(job)
  await vi.waitFor(async () => expect(await outbox.status()).toMatchObject({ waiting: 0, sending: 0 }), {
    timeout: 240_000,
    interval: 100,
  })
  expect(await last.stop()).toBe(0)
  const { rows } = await pool.query<{ id: string }>('select id from shop_order')
  const committed = new Set(rows.map(({ id }) => id))
  const events = (await service.events()).map(({ data }) => String(data['order']))
  const found = new Set(events)
  return {
    committed: committed.size,
    lost: [...committed].filter((id) => !found.has(id)).length,
    doubled: events.length - found.size,
    uncommitted: [...found].filter((id) => !committed.has(id)).length,
    parked: (await outbox.status()).parked,
  }
}
