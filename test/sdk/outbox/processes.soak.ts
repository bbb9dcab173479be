import { afterAll, expect, onTestFinished, test } from 'vitest'
import { makeDatabase } from '../../support/postgres'
import { runKills } from './processes/kills'
import { runRace } from './processes/relays'
import { makeShops } from './processes/shops'

const shops = await makeShops(afterAll)
const seed = Number(process.env['SEED'] ?? 20_261_122)

test(`over 500 kills around commit and send, every committed order becomes one event, and no other does (seed ${seed})`, async () => {
  const url = await makeDatabase(onTestFinished)
  const outcome = await runKills({ shops, until: onTestFinished, url, kills: 500, processes: 4, seed })
  console.log(`${outcome.committed} orders over 500 kills: ${JSON.stringify(outcome)}`)
  expect(outcome).toMatchObject({ lost: 0, doubled: 0, uncommitted: 0, parked: 0 })
})

test(`4 relays, one of them killed each second for a minute, lose, double and disorder none of 5,000 events (seed ${seed})`, async () => {
  const url = await makeDatabase(onTestFinished)
  const size = { relays: 4, events: 5000, keys: 50, kills: 60, interval: 1000 }
  const outcome = await runRace({ shops, until: onTestFinished, url, seed, ...size })
  console.log(`5,000 events over 60 kills: ${JSON.stringify(outcome)}`)
  expect(outcome).toEqual({ lost: 0, doubled: 0, disordered: 0, parked: 0 })
})
