import { Pool, type PoolConfig } from 'pg'
import type { Store } from '@event-delivery/mock'
import { createPostgresStore } from '@event-delivery/mock/postgres'
import { wholeStore, type MakeStore, type ProcessSettings } from '../../support/service-process-program'

/** Breaks the store of a process. `database` reaches the tables behind the store. */
type Break = (store: Store, database: Pool, settings: ProcessSettings) => Partial<Store>

// Far beyond the end of any test.
const forever = 24 * 3_600_000
// Long enough for a test to end a process amid it.
const gap = 250

/** The mistakes that stores of many processes are known for, each as a store that makes it. */
const mistakes = {
  'keys in process memory': (store) => {
    const originals = new Map<string, ReturnType<Store['ingest']>>()
    return {
      async ingest({ idempotency, ...ingestion }) {
        if (!idempotency) return store.ingest(ingestion)
        const name = JSON.stringify([idempotency.scope, idempotency.key])
        const original = originals.get(name)
        if (original) return { ...(await original), replayed: true, deliveries: 0 }
        const ingested = store.ingest(ingestion)
        originals.set(name, ingested)
        return ingested
      },
    }
  },
  'deliveries in a second statement': (store, database) => ({
    async ingest(ingestion) {
      const ingested = await store.ingest({ ...ingestion, deliver: false })
      if (ingested.replayed || !ingestion.deliver) return ingested
      await new Promise((resolve) => setTimeout(resolve, gap))
      await database.query(
        `insert into event_delivery.delivery (webhook, event_seq, due_at)
         select distinct s.webhook, e.seq, $2::float8 from event_delivery.event e
         join event_delivery.subscription s on s.live = e.live and s.type in (e.type, '*') where e.id = $1`,
        [ingested.event.id, ingestion.now],
      )
      return ingested
    },
  }),
  'deletion at the claim': (store) => ({
    async claim(claim) {
      const claimed = await store.claim(claim)
      await store.settle(claimed)
      return claimed
    },
    extend: (claims) => Promise.resolve(idsOf(claims)),
    settle: (ends) => Promise.resolve(idsOf(ends)),
  }),
  'no sweep of dead claims': (store) => ({
    claim: (claim) => store.claim({ ...claim, lease: forever }),
    extend: (claims) => store.extend(claims, forever),
  }),
  'no token': (store, database) => {
    const withAnyToken = async <Claim extends { id: string; token: number }>(claims: readonly Claim[]) => {
      const numbers = claims.map(({ id }) => id.replace(/\D/g, ''))
      const { rows } = await database.query<{ id: string; claims: number }>(
        'select id, claims from event_delivery.delivery where id = any ($1::bigint[])',
        [numbers],
      )
      const tokens = new Map(rows.map(({ id, claims: token }) => [id, token]))
      return claims.map((claim, index) => ({
        ...claim,
        token: tokens.get(numbers[index] ?? '') ?? claim.token,
      }))
    }
    return {
      settle: async (ends) => store.settle(await withAnyToken(ends)),
      extend: async (claims, lease) => store.extend(await withAnyToken(claims), lease),
    }
  },
  'a lease shorter than an attempt': (store) => ({
    claim: (claim) => store.claim({ ...claim, lease: 200 }),
    extend: (claims) => Promise.resolve(idsOf(claims)),
  }),
} satisfies Record<string, Break>

// Settings of the connection, which the server has from the moment at which it is made.
const poolOptions: Record<string, PoolConfig> = {
  'synchronous_commit=off': { options: '-c synchronous_commit=off' },
}

/** The name of a mistake. */
export type Mistake = keyof typeof mistakes | 'synchronous_commit=off'

/** Makes the store of a process with the mistake that its settings name, or without any. */
export const brokenStore: MakeStore = (settings) => {
  const { mistake, url, connections = 4 } = settings
  if (mistake === undefined) return wholeStore(settings)
  const options = poolOptions[mistake]
  if (options) {
    const pool = new Pool({ connectionString: url, max: connections, ...options })
    return createPostgresStore({ pool, listenUrl: url })
  }
  const store = wholeStore(settings)
  const make: Break = mistakes[mistake as keyof typeof mistakes]
  return { ...store, ...make(store, new Pool({ connectionString: url, max: 2 }), settings) }
}

function idsOf(claims: readonly { id: string }[]): Set<string> {
  return new Set(claims.map(({ id }) => id))
}
