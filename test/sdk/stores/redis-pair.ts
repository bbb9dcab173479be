import { expect } from 'vitest'
import { type RedisServer, startRedis } from '../../support/redis'
import type { Until } from '../../support/until'
import { makeRoad } from './road'

const fieldOf = async (server: RedisServer, name: string) =>
  new RegExp(`^${name}:(\\S+)`, 'm').exec(await server.command('INFO replication'))?.[1]

/** Starts a Redis with a replica. The settings are those of the primary. */
export async function startRedisPair(until: Until, settings: readonly string[] = []) {
  const primary = await startRedis(until, ['--repl-diskless-sync-delay', '0', ...settings])
  const replication = await makeRoad(primary.port, until)
  const replica = await startRedis(until, ['--replicaof', '127.0.0.1', String(replication.port)])
  const clients = await makeRoad(primary.port, until)
  await expect.poll(() => fieldOf(replica, 'master_link_status')).toBe('up')
  // The primary counts a replica once it has acknowledged something.
  await expect.poll(() => fieldOf(primary, 'slave0')).toContain('state=online')
  return {
    /** The address at which clients find whichever of the two is the primary. */
    url: `redis://127.0.0.1:${clients.port}`,
    /** Resolves when the replica has everything that the primary has. */
    async catchUp() {
      const reached = Number(await fieldOf(primary, 'master_repl_offset'))
      await expect
        .poll(async () => Number(await fieldOf(replica, 'slave_repl_offset')))
        .toBeGreaterThanOrEqual(reached)
    },
    /** Lets the replica get nothing any more. */
    fallBehind: () => replication.cut(),
    /** Ends the primary as a power cut would. */
    killPrimary: () => primary.kill(),
    /** Makes the replica the primary, and leads the clients to it. */
    async promote() {
      await replica.command('REPLICAOF NO ONE')
      clients.leadTo(replica.port)
    },
  }
}
