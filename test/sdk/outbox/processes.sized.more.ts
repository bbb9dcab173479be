import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startOwnPostgres } from '../../support/own-postgres'
import { makeDatabase } from '../../support/postgres'
import { sized, tier } from '../../support/tier'
import { runKills, runRace, runRestarts, runStops } from './processes/series'
import { makeShops } from './processes/shops'

const shops = await makeShops(afterAll)
const seed = Number(process.env['SEED'] ?? 20_261_122)
const series = sized({ more: { kills: 8, processes: 2 }, soak: { kills: 500, processes: 4 } })

const stops = sized({ more: 3, soak: 100 })
const restarts = sized({ more: 1, soak: 20 })

const race = sized({
  more: { relays: 3, events: 300, keys: 7, kills: 4, interval: 500 },
  soak: { relays: 4, events: 5000, keys: 50, kills: 60, interval: 1000 },
})

test(`over ${series.kills} kills around commit and send, every committed order becomes one event, and no other does (seed ${seed})`, async () => {
  const url = await makeDatabase(onTestFinished)
  const outcome = await runKills({ shops, until: onTestFinished, url, seed, ...series })
  if (tier === 'soak') console.log(`Orders over ${series.kills} kills: ${JSON.stringify(outcome)}`)
  expect(outcome).toMatchObject({ lost: 0, doubled: 0, uncommitted: 0, parked: 0 })
  expect(outcome.committed).toBeGreaterThan(series.kills)
})

test(`${race.relays} relays, one of them killed ${race.kills} times in turn, lose, double and disorder none of ${race.events} events (seed ${seed})`, async () => {
  const url = await makeDatabase(onTestFinished)
  const outcome = await runRace({ shops, until: onTestFinished, url, seed, ...race })
  expect(outcome).toEqual({ lost: 0, doubled: 0, disordered: 0, parked: 0 })
})

test(`a relay that was suspended beyond its lease, ${stops} times, sends nothing that another one has sent (seed ${seed})`, async () => {
  const url = await makeDatabase(onTestFinished)
  const outcome = await runStops({ shops, until: onTestFinished, url, seed, stops })
  if (tier === 'soak') console.log(`Events over ${stops} suspensions: ${JSON.stringify(outcome)}`)
  expect(outcome).toMatchObject({ events: stops * 12, lost: 0, doubled: 0 })
})

test(`relays live through so many kills of PostgreSQL, ${restarts}, and send every committed order once (seed ${seed})`, async () => {
  const postgres = await startOwnPostgres(onTestFinished)
  const outcome = await runRestarts({ shops, until: onTestFinished, postgres, seed, restarts })
  if (tier === 'soak') console.log(`Orders over ${restarts} kills of PostgreSQL: ${JSON.stringify(outcome)}`)
  expect(outcome).toMatchObject({ lost: 0, doubled: 0, uncommitted: 0, parked: 0 })
  expect(outcome.committed).toBeGreaterThan(restarts)
})
