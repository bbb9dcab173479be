import { afterAll, expect, test } from 'vitest'
import { sharedRate } from '@event-delivery/sdk/stores'
import { Pool } from 'pg'
import { startOwnPostgres } from '../../support/own-postgres'
import { missingRedis, startRedis } from '../../support/redis'
import type { Until } from '../../support/until'
import { bundle, startProgram } from '../processes/bundle'
import { mostInASecond } from '../pace-service'
import { startRedisPair } from './redis-pair'
import { commands, startServer } from '../../support/processes'
import type { PaceJob, PaceLine } from './processes/pace'

// Databases that a test can take away from the processes which use them.

async function restartedRedis(until: Until) {
  const redis = await startRedis(until)
  return { database: redis.url, schema: undefined, lose: () => redis.kill(), restore: () => redis.start() }
}

async function failedOverRedis(until: Until) {
  const redis = await startRedisPair(until)
  const restore = () => redis.promote()
  return { database: redis.url, schema: undefined, lose: () => redis.killPrimary(), restore }
}

async function restartedPostgres(until: Until) {
  const { url, stop, start } = await startOwnPostgres(until, { fsync: 'off' })
  return { database: url, schema: await makeRateSchema(url), lose: stop, restore: start }
}

const program = await bundle(afterAll, 'stores/processes/pace.ts')
const missing = missingRedis()

/** Waits for what some seconds of the processes bring about. To sort their lines costs a millisecond. */
const poll = <T>(get: () => T) => expect.poll(get, { interval: 100 })

test.for([
  { what: 'Redis dies and comes back empty', make: restartedRedis, missing },
  { what: 'Redis fails over to its replica', make: failedOverRedis, missing },
  { what: 'PostgreSQL is stopped and started again', make: restartedPostgres, missing: undefined },
])(
  'four processes whose $what keep their shares meanwhile, say so once, and come back by themselves',
  async ({ make, missing }, { onTestFinished: until, skip }) => {
    if (missing) skip(missing)
    const { database, schema, lose, restore } = await make(until)
    const four = await startFour(database, schema, until)
    // A beat after all four have begun tells each of them how many they are.
    await poll(() => four.times('ready').length).toBe(4)
    const begun = Date.now()
    await poll(() => four.times('pass').filter((at) => at > begun + 5000).length).toBeGreaterThan(10)
    const sending = four.lines.filter(({ what }) => what === 'pass').map((line) => line.process)
    expect(new Set(sending).size).toBe(4)
    expect(four.times('refused').length).toBeLessThanOrEqual(2)
    // A process that a busy machine keeps from its database keeps its share, beside what the others take.
    const share = (perSecond / 4) * four.times('lost').length
    expect(mostInASecond(four.times('pass'))).toBeLessThanOrEqual(mostNoted + share)
    // A busy machine may have kept a process from its database before, too.
    const losing = four.lines.length
    await lose()
    await poll(() => four.withoutDatabase().length).toBe(4)
    const allLost = Date.now()
    const whileLost = () => four.times('pass').filter((at) => at > allLost)
    await poll(() => whileLost().length).toBeGreaterThan(150)
    const lost = whileLost()
    // Each process has said so once.
    const said = four.lines.slice(losing).filter(({ what }) => what === 'lost')
    expect(new Set(said.map((line) => line.process)).size).toBe(said.length)
    await restore()
    await poll(() => four.withoutDatabase()).toEqual([])
    const passed = four.times('pass').length
    await poll(() => four.times('pass').length).toBeGreaterThan(passed + 150)
    await four.stop()
    expect(mostInASecond(lost)).toBeLessThanOrEqual(mostNoted + 4)
    expect(mostInASecond(four.times('pass').slice(passed))).toBeLessThanOrEqual(mostNoted)
  },
)

/** Starts processes that send as fast as their shared rate lets them. They end with `until`, and together with this process. */
function startPaced(jobs: readonly PaceJob[], until: Until) {
  const lines: (PaceLine & { process: number })[] = []
  const children = jobs.map((job, process) => {
    const started = startProgram(program, job)
    started.lines.on('line', (line) => lines.push({ ...(JSON.parse(line) as PaceLine), process }))
    return started
  })
  const stop = async () => {
    for (const { child } of children) child.stdin.end()
    await Promise.all(children.map(({ closed }) => closed))
  }
  until(stop)
  return {
    lines,
    /** The times of one kind, in order. */
    times: (what: PaceLine['what']) =>
      lines
        .filter((line) => line.what === what)
        .map(({ at }) => at)
        .sort((a, b) => a - b),
    /** The processes that have said that they lost their database, and not yet that it is back. */
    withoutDatabase: () =>
      jobs.flatMap((_, index) => {
        const told = lines.filter(({ process, what }) => process === index && /lost|back/.test(what))
        return told.at(-1)?.what === 'lost' ? [index] : []
      }),
    stop,
  }
}

/** The rate that the processes share, in requests a second. */
const perSecond = 50

/** How many passes a second may note. A process may be put aside between the pass and its note, so that notes draw closer than passes were. */
const mostNoted = perSecond + 5

/** Starts a mock that refuses more than the rate, and four processes that send to it as fast as they may. */
async function startFour(database: string, schema: string | undefined, until: Until) {
  const plan = `enterprise:${perSecond}`
  const server = await startServer([commands.mock, '--port', '0', '--json', '--plan', plan])
  until(() => server.stop())
  const job = { baseUrl: server.baseUrl, database, schema, key: 'account', perSecond, processes: 4 }
  return startPaced([job, job, job, job], until)
}

/** Makes the tables of a rate in a schema of their own. Returns its name. */
async function makeRateSchema(url: string): Promise<string> {
  const schema = `rate_${crypto.randomUUID().replaceAll('-', '')}`
  const pool = new Pool({ connectionString: url })
  await sharedRate(pool, { key: 'account', perSecond, schema }).migrate()
  await pool.end()
  return schema
}
