import { setTimeout as pause } from 'node:timers/promises'
import { type ClientOptions, EventDelivery } from '@event-delivery/sdk'
import {
  createOutbox,
  type Outbox,
  type OutboxInput,
  type OutboxOptions,
  type OutboxStatus,
  type ParkedRow,
  type Queryable,
  type RelayOptions,
  type RelayPause,
  type SentRow,
} from '@event-delivery/sdk/outbox'
import type { FakeClock } from '@event-delivery/sdk/testing'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { eventually } from '../../support/eventually'
import { execute, makeDatabase } from '../../support/postgres'

/** A request for an event, as it reached the service. */
export interface Creation {
  type: string
  data: Record<string, unknown>
  idempotencyKey: string
}

/** Answers the creation of an event. A status says how it is refused; `undefined` creates it. */
export type Service = (creation: Creation, count: number) => unknown

/** The answer of a service to a creation: an event, or a refusal with a status. */
export function answerWith(result: unknown, { type, data }: Creation): Response {
  if (result instanceof Response) return result
  if (typeof result !== 'number' || result < 300) {
    const event = { id: `evt_${JSON.stringify(data)}`, type, created: '2026-11-22T12:00:00Z', data }
    return Response.json(event, { status: typeof result === 'number' ? result : 201 })
  }
  return Response.json({ error: { code: 'refused', message: `refused with ${result}` } }, { status: result })
}

/** Makes a client whose service is a function. It sends each request once, so that no test waits for its retries. */
export function clientOf(service: Service, received: Creation[], options: ClientOptions = {}): EventDelivery {
  return new EventDelivery({
    apiKey: 'sk_test_mock',
    baseUrl: 'https://service.test',
    maxRetries: 0,
    fetch: async (_, { body = '' }) => {
      const creation = JSON.parse(body) as Creation
      const count = received.push(creation)
      return answerWith(await service(creation, count), creation)
    },
    ...options,
  })
}

/** What a test adds rows by: each of its statements is a transaction of its own. */
export const autocommit = (pool: Queryable): Queryable => ({
  query: (text, values) => pool.query(text, values),
})

/** Makes an outbox without tables, in a database of its own. */
export async function makeOutbox(options: Partial<OutboxOptions> = {}) {
  const url = await makeDatabase(onTestFinished)
  const pool = new Pool({ connectionString: url })
  onTestFinished(() => pool.end())
  return { url, pool, outbox: createOutbox({ pool, ...options }), env: { DATABASE_URL: url } }
}

/** Makes the function that sets up an empty outbox for each test of a file. All of them have one database. */
export function makeSetUp() {
  let url = ''
  beforeAll(async () => {
    url = await makeDatabase(afterAll)
    await execute(url, 'create table shop_order (id integer)')
  })

  return async (service: Service = () => undefined, options: Partial<OutboxOptions> = {}) => {
    const pool = new Pool({ connectionString: url, max: 8 })
    pool.on('error', () => {})
    onTestFinished(() => pool.end())
    const outbox = createOutbox({ pool, ...options })
    await outbox.migrate()
    await pool.query('truncate event_delivery_outbox.event restart identity')
    const received: Creation[] = []
    const usual = clientOf(service, received)
    return {
      ...{ url, pool, outbox, client: usual },
      /** The requests that the service got, oldest first. */
      received,
      /** Waits until the outbox has such a status. */
      reaches: (status: Partial<OutboxStatus>) =>
        eventually(async () => expect(await outbox.status()).toMatchObject(status)),
      /**
       * Moves the clock until `check` no longer throws, but not while the database is at work: that takes real time, and more on a busy machine.
       * For relays that do not listen, since a listener keeps a connection.
       */
      async passing(clock: FakeClock, ms: number, check: () => unknown) {
        const begun = performance.now()
        for (;;) {
          while (pool.idleCount < pool.totalCount || pool.waitingCount > 0) await pause(1)
          try {
            return await check()
          } catch (error) {
            if (performance.now() - begun > 120_000) throw error
          }
          await clock.advance(ms)
        }
      },
      /** Changes the rows that fit a condition by the assignments of an `update`. All of them unless given. */
      change: (assignments: string, condition = 'true') =>
        pool.query(`update event_delivery_outbox.event set ${assignments} where ${condition}`),
      /** Columns of all rows, oldest first. */
      columns: async <Row extends object>(names: string) =>
        (await pool.query<Row>(`select ${names} from event_delivery_outbox.event order by id`)).rows,
      /** Starts a relay of this outbox, or of another one, which ends with the test. `told` is what it has told, in order. */
      relay({ of = outbox, ...relayOptions }: RelayOptions & { of?: Outbox } = {}, client = usual) {
        const stop = new AbortController()
        const told = {
          sent: [] as SentRow[],
          parked: [] as ParkedRow[],
          paused: [] as RelayPause[],
          resumed: [] as RelayPause['reason'][],
        }
        const ended = of.relay(client, {
          signal: stop.signal,
          onSent: (row) => told.sent.push(row),
          onParked: (row) => told.parked.push(row),
          onPaused: (pause) => told.paused.push(pause),
          onResumed: ({ reason }) => told.resumed.push(reason),
          ...relayOptions,
        })
        const end = () => {
          stop.abort()
          return ended
        }
        ended.catch(() => {})
        onTestFinished(() => end().catch(() => {}))
        return { end, ended, told }
      },
      /** Adds an event within a transaction of its own. */
      async add(type: string, data = {}, more: Omit<OutboxInput, 'type' | 'data'> = {}) {
        return (await outbox.add(autocommit(pool), { type, data, ...more })).id
      },
    }
  }
}
