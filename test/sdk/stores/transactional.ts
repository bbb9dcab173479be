import { createFakeClock } from '@event-delivery/sdk/testing'
import { createReceiver, type ReceiverError, type TransactionContext } from '@event-delivery/sdk/webhooks'
import { postgresInbox } from '@event-delivery/sdk/stores'
import type { Pool, PoolClient } from 'pg'
import { execute, postgresUrl } from '../../support/postgres'
import { deliver, secret } from '../deliveries'
import { makeInboxes, makePool } from './clients'

type Handler = (context: TransactionContext<PoolClient>, run: number) => unknown

interface TransactionalOptions {
  handlerTimeout?: number
  connections?: number
  pool?: Pool
  secrets?: readonly string[]
}

/** A schema with a table of effects, and receivers that write into it. The clock of a receiver is moved by the test. */
export async function makeEffects() {
  const { schema } = await makeInboxes()
  const url = await postgresUrl()
  await execute(url, `create table "${schema}".effect (delivery text, run integer)`)

  /** A receiver whose handler writes one row, and then does what the test says. */
  const makeReceiver = async (then: Handler = () => {}, options: TransactionalOptions = {}) => {
    const pool = options.pool ?? (await makePool({ max: options.connections ?? 4 }))
    const clock = createFakeClock()
    const errors: unknown[] = []
    let runs = 0
    const receive = createReceiver({
      secret: options.secrets ?? secret,
      store: postgresInbox(pool, { schema }).transactional,
      handlerTimeout: options.handlerTimeout,
      clock,
      now: Date.now,
      onError: (error) => void errors.push(error),
      otherwise: async (_, context) => {
        const run = ++runs
        await context.tx.query(`insert into "${schema}".effect values ($1, $2)`, [context.id, run])
        await then(context, run)
      },
    })
    const send = async (given: Parameters<typeof deliver>[0] = {}) => receive(await deliver(given))
    return {
      pool,
      clock,
      send,
      status: async (given: Parameters<typeof deliver>[0] = {}) => (await send(given)).status,
      codes: () => errors.map((error) => (error as ReceiverError).code),
      messages: () => errors.map((error) => (error as Error).message),
      runs: () => runs,
    }
  }
  const effects = async () => {
    const query = `select delivery from "${schema}".effect order by 1`
    const rows = await execute<{ delivery: string }>(url, query)
    return rows.map(({ delivery }) => delivery)
  }
  return { schema, url, makeReceiver, effects }
}

/** A promise, and what resolves it. */
export function held() {
  let end = () => {}
  const until = new Promise<void>((resolve) => (end = resolve))
  return { until, end }
}

/** Resolves when the signal is aborted, or at once where it is already. */
export const aborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    signal.addEventListener('abort', resolve)
  })
