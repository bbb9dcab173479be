import { createOutbox } from '@event-delivery/sdk/outbox'
import { Pool } from 'pg'
import { expect, vi } from 'vitest'
import type { Until } from '../../../support/until'
import { type Shop, startFaultyService, type Shops } from './shops'

/** A race of relays, some of which are killed. */
export interface RelayRace {
  shops: Shops
  until: Until
  /** The URL of an empty database. */
  url: string
  relays: number
  events: number
  /** How many order keys there are. A third of the events has none. */
  keys: number
  kills: number
  /** Milliseconds between two kills. */
  interval: number
  seed: number
}

/** The end of a race, as counted at the service. */
export interface RaceOutcome {
  lost: number
  doubled: number
  /** Keys whose events came in another order than they were added in. */
  disordered: number
  parked: number
}

/** Adds events while relays send them, and kills one of the relays after the other, each of which is replaced. */
export async function runRace(race: RelayRace): Promise<RaceOutcome> {
  const { shops, until, url, relays, events, keys, kills, interval, seed } = race
  const service = await startFaultyService(until, seed)
  const pool = new Pool({ connectionString: url })
  until(() => pool.end())
  const outbox = createOutbox({ pool })
  await outbox.migrate()
  const job = { url, baseUrl: service.baseUrl, lease: 1500, concurrency: 8 }
  const running: Shop[] = await Promise.all(Array.from({ length: relays }, () => shops.start(job)))

  const addAll = async () => {
    for (let n = 0; n < events; n++) {
      const orderKey = n % 3 === 0 ? undefined : `key-${n % keys}`
      await outbox.add(pool, { type: 'race', data: { n, key: orderKey ?? '' }, orderKey })
      // Spread over the kills, so that there is always something under way.
      if (n % 50 === 0) await new Promise((resolve) => setTimeout(resolve, (kills * interval * 50) / events))
    }
  }
  const killSome = async () => {
    for (let kill = 0; kill < kills; kill++) {
      await new Promise((resolve) => setTimeout(resolve, interval))
      await running[kill % relays]?.kill()
      running[kill % relays] = await shops.start(job)
    }
  }
  await Promise.all([addAll(), killSome()])
  await vi.waitFor(async () => expect(await outbox.status()).toMatchObject({ waiting: 0, sending: 0 }), {
    timeout: 240_000,
    interval: 100,
  })
  expect(await Promise.all(running.map((shop) => shop.stop()))).toEqual(running.map(() => 0))

  const found = (await service.events()).map(({ data }) => data as { n: number; key: string })
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
