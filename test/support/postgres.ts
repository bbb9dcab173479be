import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Client, Pool } from 'pg'
import { askBroker } from './broker'
import { startPostgres } from './postgres-server'
import type { Until } from './until'

let shared: Promise<string> | undefined
let own: Promise<string> | undefined

/**
 * The URL of the PostgreSQL that tests use. That of the environment variable `TEST_POSTGRES_URL` where it is given, else the
 * one that the test run shares, else one that this process starts, and that ends together with it.
 */
export async function postgresUrl(): Promise<string> {
  const { TEST_POSTGRES_URL: given, TEST_POSTGRES_BROKER: broker } = process.env
  if (given) return given
  if (!broker) return (own ??= startPostgres().then(({ url }) => url))
  return (shared ??= askBroker(broker, 'The tests have no PostgreSQL:'))
}

let administration: Pool | undefined

/** Executes a statement on the connection by which this process makes and removes databases: each start of one costs 10 ms of the processor. */
async function administrate<Row extends object>(
  statement: string,
  values?: readonly unknown[],
): Promise<Row[]> {
  const connectionString = await postgresUrl()
  administration ??= new Pool({ connectionString, max: 1, allowExitOnIdle: true }).on('error', () => {})
  return (await administration.query<Row>(statement, values as unknown[] | undefined)).rows
}

/** Makes an empty database, which `until` has removed. Returns its URL. */
export async function makeDatabase(until: Until): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await administrate(`create database ${name}`)
  until(async () => {
    await waitUntilLeft(name)
    await administrate(`drop database if exists ${name} with (force)`)
  })
  const own = new URL(await postgresUrl())
  own.pathname = `/${name}`
  return own.href
}

/**
 * Waits for the connections to a database to end, for half a second at most. A pool that has ended does not wait for the
 * sockets of its clients, and a client whose database goes reports an error that nobody hears.
 */
async function waitUntilLeft(name: string): Promise<void> {
  for (let look = 0; look < 20; look += 1) {
    const left = await administrate('select from pg_stat_activity where datname = $1', [name])
    if (left.length === 0) return
    await wait(25)
  }
}

/** Executes one statement: on the connection that this process has to the PostgreSQL of the tests anyway, or on one to another database. */
export async function execute<Row extends object = Record<string, unknown>>(
  url: string,
  statement: string,
  values?: readonly unknown[],
): Promise<Row[]> {
  if (url === (await shared)) return administrate<Row>(statement, values)
  const client = new Client({ connectionString: url })
  // A server that ends between two calls tells the client by an event, which nobody else hears. The calls reject by themselves.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(statement, values as unknown[] | undefined)).rows
  } finally {
    await client.end()
  }
}
