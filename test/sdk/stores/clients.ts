import {
  postgresInbox,
  type PostgresInboxOptions,
  redisInbox,
  type RedisClient,
} from '@event-delivery/sdk/stores'
import { Pool, type PoolConfig } from 'pg'
import { onTestFinished } from 'vitest'
import { execute, postgresUrl } from '../../support/postgres'
import type { Until } from '../../support/until'

/** A way to reach Redis. Its package is loaded when it is first used: the tests of PostgreSQL share this file. */
export interface RedisDriver {
  name: string
  /** Connects to one server. */
  one(url: string, until: Until): Promise<RedisClient>
  /** Connects to a cluster by the ports of its nodes. */
  many(ports: readonly number[], until: Until): Promise<RedisClient>
}

const ignore = () => {}

export const nodeRedis: RedisDriver = {
  name: 'redis',
  async one(url, until) {
    const { createClient } = await import('redis')
    const client = createClient({ url })
    client.on('error', ignore)
    await client.connect()
    until(async () => client.destroy())
    return client
  },
  async many(ports, until) {
    const { createCluster } = await import('redis')
    const cluster = createCluster({ rootNodes: ports.map((port) => ({ url: `redis://127.0.0.1:${port}` })) })
    cluster.on('error', ignore)
    await cluster.connect()
    until(async () => cluster.destroy())
    return cluster
  },
}

export const ioredis: RedisDriver = {
  name: 'ioredis',
  async one(url, until) {
    const { Redis } = await import('ioredis')
    const client = new Redis(url, { lazyConnect: true })
    client.on('error', ignore)
    await client.connect()
    until(async () => client.disconnect())
    return client
  },
  async many(ports, until) {
    const { Cluster } = await import('ioredis')
    const cluster = new Cluster(ports.map((port) => ({ host: '127.0.0.1', port })))
    cluster.on('error', ignore)
    until(async () => cluster.disconnect())
    return cluster
  },
}

export const drivers = [nodeRedis, ioredis]

/** A pool of connections to the PostgreSQL of the tests, which `until` ends. */
export async function makePool(options: PoolConfig = {}, until: Until = onTestFinished): Promise<Pool> {
  const pool = new Pool({ connectionString: await postgresUrl(), max: 10, ...options })
  pool.on('error', ignore)
  until(() => pool.end())
  return pool
}

/** A name for a schema, which `until` drops. */
export function makeSchema(until: Until = onTestFinished): string {
  const schema = `stores_${crypto.randomUUID().replaceAll('-', '')}`
  until(async () => void (await execute(await postgresUrl(), `drop schema if exists "${schema}" cascade`)))
  return schema
}

/** Makes an empty schema of an inbox. Returns what makes inboxes in it, each with a pool of its own. */
export async function makeInboxes(until?: Until) {
  const schema = makeSchema(until)
  const makeInbox = async (options: PostgresInboxOptions = {}) =>
    postgresInbox(await makePool({}, until), { schema, ...options })
  await (await makeInbox()).migrate()
  return { schema, makeInbox }
}

/** An inbox in Redis whose warnings are collected. */
export function collectingInbox(client: RedisClient) {
  const warnings: string[] = []
  return { ...redisInbox(client, { onWarning: (warning) => warnings.push(warning) }), warnings }
}
