import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { EventDelivery } from '@event-delivery/sdk'
import type { Pool } from 'pg'
import { installIn, withFolder } from '../../matrix/installation'

// The newest major that runs on Node 20. It is installed for the measurement alone.
const version = 'pg-boss@10.4.2'
const queue = 'events'

interface Job {
  id: string
  data: { type: string; data: object }
}

/** What is used of pg-boss. */
interface Boss {
  start(): Promise<unknown>
  stop(options: { graceful: boolean; close: boolean }): Promise<void>
  on(event: 'error', listener: (error: Error) => void): unknown
  createQueue(name: string): Promise<void>
  send(name: string, data: object): Promise<string | null>
  insert(jobs: { name: string; data: object }[]): Promise<unknown>
  fetch(name: string, options: { batchSize: number }): Promise<Job[]>
  complete(name: string, ids: string[]): Promise<unknown>
}

/** pg-boss as somebody would send events by it: a job each, and a loop that fetches, creates and completes them without the pauses of its workers. */
export interface PgBoss {
  /** Adds a job in a transaction of its own, as `send` does. */
  add(event: Job['data']): Promise<unknown>
  /** Adds many jobs at once, and resolves with how many events a second are then created from them by the same client. */
  rate(events: Job['data'][], atOnce: number, client: EventDelivery): Promise<number>
}

/** Calls `use` with a pg-boss on the connections of a pool. */
export const withPgBoss = <T>(pool: Pool, use: (boss: PgBoss) => Promise<T>): Promise<T> =>
  withFolder(async (folder) => {
    await installIn(folder, [version])
    const Boss = createRequire(join(folder, 'index.js'))('pg-boss') as new (options: object) => Boss
    const boss = new Boss({
      db: { executeSql: (text: string, values: unknown[]) => pool.query(text, values) },
    })
    boss.on('error', () => {})
    await boss.start()
    await boss.createQueue(queue)
    try {
      return await use({
        add: (event) => boss.send(queue, event),
        async rate(events, atOnce, client) {
          await boss.insert(events.map((data) => ({ name: queue, data })))
          const begun = performance.now()
          for (;;) {
            const jobs = await boss.fetch(queue, { batchSize: atOnce })
            if (jobs.length === 0) return events.length / ((performance.now() - begun) / 1_000)
            await Promise.all(jobs.map(({ id, data }) => client.events.create(data, { idempotencyKey: id })))
            await boss.complete(
              queue,
              jobs.map(({ id }) => id),
            )
          }
        },
      })
    } finally {
      await boss.stop({ graceful: false, close: false })
    }
  })
