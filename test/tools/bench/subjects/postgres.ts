import { chmod } from 'node:fs/promises'
import { makeFolder } from '../../../support/folder'
import { startPostgres } from '../../../support/postgres-server'
import type { ServerProcess } from '../../../support/processes'
import { interleave, interleaveBy, median, type Benchmark, type Samples } from '../benchmark'
import { mockCommand, runScript, script, withServers } from '../children'
import { fillDeliveries, fillEvents, makeSchema } from '../stored-bulk'
import { secondsToListen } from './start'

const rounds = 5
const body = '{"type":"order.paid","data":{"order":1042},"idempotencyKey":"[<id>]"}'

/** Measures on a PostgreSQL of its own, which flushes each commit to the disk as in production. */
export async function onPostgres(measure: (url: string) => Promise<Samples>): Promise<Samples> {
  // Neither PostgreSQL nor a connection to it keeps a process alive, and a bench has nothing else at times.
  const alive = setInterval(() => {}, 60_000)
  try {
    const postgres = await startPostgres({ fsync: 'on' })
    try {
      return await measure(postgres.url)
    } finally {
      await postgres.stop()
    }
  } finally {
    clearInterval(alive)
  }
}

async function perSecond({ baseUrl }: ServerProcess, seconds: number): Promise<number> {
  const args = [`${baseUrl}/v1/events`, 'POST', body, String(seconds)]
  return (await runScript<{ perSecond: number }>(script('load', ...args))).perSecond
}

const shares = { 0: 0.85, 1: 0.8, 10: 0.6 }

/** POST /v1/events over HTTP, with a key of its own for each event. Nothing is delivered meanwhile. */
const creating = ([subscribers, share]: [string, number]): Benchmark => ({
  name: `postgres-create-${subscribers}`,
  title: `POST /v1/events on PostgreSQL, 16 connections, ${subscribers} subscribers`,
  unit: 'requests/s',
  targets: [{ of: 'mock', beside: 'node:http and one INSERT', atLeast: share }],
  run: () =>
    onPostgres(async (url) => {
      const store = ['--store', url, '--store-schema', await makeSchema(url, Number(subscribers))]
      const commands = {
        mock: mockCommand('--quiet', '--role', 'api', ...store),
        'node:http and one INSERT': script('insert-server', url),
      }
      return withServers(commands, async (servers) => {
        for (const server of Object.values(servers)) await perSecond(server, 1)
        return interleaveBy(servers, rounds, (server) => perSecond(server, 2))
      })
    }),
})

const inStore = <T>(...args: string[]) => runScript<T>(script('postgres-store', ...args))

const groups: Benchmark = {
  name: 'postgres-groups',
  title: 'Creations in the store, 64 that arrive together beside one after the other',
  unit: 'events/s',
  targets: [{ of: 'together', beside: 'one by one', atLeast: 2 }],
  run: () =>
    onPostgres(async (url) => {
      const schema = await makeSchema(url, 1)
      const contenders = {
        together: () => inStore<number>('groups', url, schema),
        'one by one': () => inStore<number>('singles', url, schema),
      }
      return interleave(contenders, rounds)
    }),
}

const pages: Benchmark = {
  name: 'postgres-pages',
  title: 'A page of 20 at a random place on PostgreSQL, 16 callers',
  unit: 'µs',
  targets: [{ of: '1,000,000 events', beside: '1,000 events', atMost: 1.3 }],
  run: () =>
    onPostgres(async (url) => {
      const [few, many] = [await makeSchema(url, 0), await makeSchema(url, 0)]
      await fillEvents(url, few, 1_000)
      await fillEvents(url, many, 1_000_000)
      const contenders = {
        '1,000 events': () => inStore<number>('pages', url, few, '1000'),
        '1,000,000 events': () => inStore<number>('pages', url, many, '1000000'),
      }
      return interleave(contenders, rounds)
    }),
}

interface Claims {
  claimed: number
  begun: number
  ended: number
  each: number[]
}

const claims: Benchmark = {
  name: 'postgres-claims',
  title: 'Claim and settlement of deliveries to 10 webhooks, 64 a claim, 2 workers',
  unit: 'deliveries/s',
  targets: [{ of: 'two workers', atLeast: 10_000 }],
  run: () =>
    onPostgres(async (url) => {
      const schema = await makeSchema(url, 10)
      await fillEvents(url, schema, 5_000)
      const measure = async () => {
        await fillDeliveries(url, schema, 50_000)
        const work = () => inStore<Claims>('claims', url, schema, '10000')
        const workers = await Promise.all([work(), work()])
        const claimed = workers.reduce((sum, worker) => sum + worker.claimed, 0)
        const begun = Math.min(...workers.map((worker) => worker.begun))
        return claimed / ((Math.max(...workers.map(({ ended }) => ended)) - begun) / 1_000)
      }
      return interleave({ 'two workers': measure }, rounds)
    }),
}

const backlog: Benchmark = {
  name: 'postgres-backlog',
  title: 'A claim of 64 where 1,000,000 deliveries are due, median',
  unit: 'ms',
  targets: [{ of: 'claim', atMost: 5 }],
  run: () =>
    onPostgres(async (url) => {
      const schema = await makeSchema(url, 100)
      await fillEvents(url, schema, 10_000)
      await fillDeliveries(url, schema, 1_000_000)
      const measure = async () => median((await inStore<Claims>('claims', url, schema, '200')).each)
      return interleave({ claim: measure }, rounds)
    }),
}

const secondStart: Benchmark = {
  name: 'postgres-second-start',
  title: 'Second start of --store ./data, until it listens',
  unit: 's',
  targets: [{ of: 'mock', atMost: 1 }],
  async run() {
    const ends: (() => Promise<void>)[] = []
    const folder = await makeFolder((end) => ends.push(end))
    await chmod(folder, 0o755)
    const start = () => secondsToListen(mockCommand('--store', `${folder}/data`))
    try {
      await start()
      return await interleave({ mock: start }, rounds)
    } finally {
      for (const end of ends) await end()
    }
  },
}

/** The store on PostgreSQL. */
export const postgres: readonly Benchmark[] = [
  ...Object.entries(shares).map(creating),
  groups,
  pages,
  claims,
  backlog,
  secondStart,
]
