import { type ClientOptions, EventDelivery } from '@event-delivery/sdk'
import { createOutbox, type Outbox, type OutboxOptions, type RelayOptions } from '@event-delivery/sdk/outbox'
import { Pool } from 'pg'
import { onTestFinished } from 'vitest'
import { makeDatabase } from '../../support/postgres'

/** A request for an event, as it reached the service. */
export interface Creation {
  type: string
  data: Record<string, unknown>
  idempotencyKey: string
}

/** Answers the creation of an event. A status says how it is refused; `undefined` creates it. */
export type Service = (creation: Creation, count: number) => unknown

/** An outbox on a database of its own, and a client whose service is a function. */
export interface Setup {
  url: string
  pool: Pool
  outbox: Outbox
  client: EventDelivery
  /** The requests that the service got, oldest first. */
  received: Creation[]
  /** Starts a relay, which ends with the test. */
  relay(options?: RelayOptions, client?: EventDelivery): { end(): Promise<void>; ended: Promise<void> }
  /** Adds an event within a transaction of its own. */
  add(type: string, data?: object, more?: { orderKey?: string; idempotencyKey?: string }): Promise<string>
}

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

/** Sets up an outbox with its tables. */
export async function setUp(
  service: Service = () => undefined,
  options: Partial<OutboxOptions> = {},
): Promise<Setup> {
  const url = await makeDatabase(onTestFinished)
  const pool = new Pool({ connectionString: url, max: 8 })
  pool.on('error', () => {})
  onTestFinished(() => pool.end())
  const outbox = createOutbox({ pool, ...options })
  await outbox.migrate()
  const received: Creation[] = []
  const usual = clientOf(service, received)
  return {
    ...{ url, pool, outbox, client: usual, received },
    relay(relayOptions = {}, client = usual) {
      const stop = new AbortController()
      const ended = outbox.relay(client, { signal: stop.signal, ...relayOptions })
      const end = () => {
        stop.abort()
        return ended
      }
      ended.catch(() => {})
      onTestFinished(() => end().catch(() => {}))
      return { end, ended }
    },
    async add(type, data = {}, more = {}) {
      return (await outbox.add(pool, { type, data, ...more })).id
    },
  }
}
