import { afterAll, expect, onTestFinished, test } from 'vitest'
import { makeDatabase } from '../../support/postgres'
import { runKills } from './processes/kills'
import { runRace } from './processes/relays'
import { makeShops } from './processes/shops'

const shops = await makeShops(afterAll)
const seed = Number(process.env['SEED'] ?? 20_261_122)

test(`every committed order becomes one event, and no other does, while processes are killed (seed ${seed})`, async () => {
  const url = await makeDatabase(onTestFinished)
  const outcome = await runKills({ shops, until: onTestFinished, url, kills: 16, processes: 2, seed })
  expect(outcome).toMatchObject({ lost: 0, doubled: 0, uncommitted: 0, parked: 0 })
  expect(outcome.committed).toBeGreaterThan(16)
})

test(`relays that are killed lose, double and disorder nothing (seed ${seed})`, async () => {
  const url = await makeDatabase(onTestFinished)
  const size = { relays: 3, events: 300, keys: 7, kills: 4, interval: 500 }
  const outcome = await runRace({ shops, until: onTestFinished, url, seed, ...size })
  expect(outcome).toEqual({ lost: 0, doubled: 0, disordered: 0, parked: 0 })
})
