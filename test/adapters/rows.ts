import { makeDatabase } from '../support/postgres'
import { missingRedis, startRedis, startRedisCluster } from '../support/redis'
import type { Until } from '../support/until'
import type { Tally } from '../tools/matrix/cases'
import { tally } from '../tools/matrix/table'
import type { Adapters } from './installation'

/** A line of the table: its subject, and how that is judged. */
export interface Row {
  name: string
  /** Resolves to the tally, or to why this machine cannot judge the subject. */
  run(adapters: Adapters, until: Until): Promise<Tally | string>
}

/** A library whose transactions the guide shows. */
const transactionsOf = (name: string, program: string): Row => ({
  name,
  run: async ({ judge }, until) => judge(program, { DATABASE_URL: await makeDatabase(until) }),
})

/** The types of each library take what the guide shows. */
const types: Row = {
  name: 'types of the libraries',
  run: ({ run }) =>
    tally([
      ['installed', () => run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'installed'])],
    ]),
}

/** A client of Redis that the SDK permits, and that the tests of this repository are not installed with. */
const storesOn = (name: string, program: string): Row => ({
  name,
  async run({ judge }, until) {
    const missing = missingRedis()
    if (missing) return missing
    const { url } = await startRedis(until)
    const ports = await startRedisCluster(until)
    return judge(program, { REDIS_URL: url, REDIS_CLUSTER: JSON.stringify(ports) })
  },
})

/** The rows of the table, in the order in which they run. */
export const rows: readonly Row[] = [
  transactionsOf('postgres.js', 'postgres-js'),
  transactionsOf('Drizzle over pg', 'drizzle'),
  transactionsOf('Kysely', 'kysely'),
  transactionsOf('Knex', 'knex'),
  transactionsOf('TypeORM', 'typeorm'),
  transactionsOf('Sequelize 6', 'sequelize'),
  transactionsOf('Prisma 7, by its adapter for pg', 'prisma'),
  types,
  storesOn('redis 5', 'redis-5'),
  storesOn('ioredis 5', 'ioredis-5'),
]
