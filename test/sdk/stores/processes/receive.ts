// Receives deliveries in a process of its own. Each handler writes an effect; some take long, and some hold up the whole process for
// longer than the lease of their claim. Each commit of the store that succeeded is written down too: that of a transaction within it.
import { postgresInbox, redisInbox } from '@event-delivery/sdk/stores'
import { createReceiver, type DedupeStore } from '@event-delivery/sdk/webhooks'
import { Pool, type PoolClient } from 'pg'
import { serveListener } from '../../../support/node-server'

/** The argument of the program, as JSON. */
export interface ReceiveJob {
  form: 'transactional' | 'leased' | 'redis' | 'queued'
  secret: string
  /** The PostgreSQL with the tables `effect` and `committed` in the schema of the inbox. */
  postgres: string
  schema: string
  redis?: string
  /** In milliseconds. */
  lease: number
}

const { form, secret, postgres, schema, redis, lease } = JSON.parse(process.argv[2] ?? '') as ReceiveJob
const pool = new Pool({ connectionString: postgres, max: 5 })
pool.on('error', () => {})

const note = (table: 'effect' | 'committed', by: Pick<Pool, 'query'>, id: string) =>
  by.query(`insert into "${schema}"."${table}" (delivery, process) values ($1, $2)`, [id, process.pid])

const keyOf = (body: string) => (JSON.parse(body) as { data: { key?: string } }).data.key

/** Works for a while: mostly for some milliseconds, at times without giving anything else a turn. */
async function work(): Promise<void> {
  const chance = Math.random()
  if (chance < 0.1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4 * lease)
  await new Promise((resolve) => setTimeout(resolve, chance * 60))
  if (chance > 0.95) throw new Error('The handler failed.')
}

/** The store, with a note of each commit that succeeded. The id stands in the token's claim. */
function noting(store: DedupeStore): DedupeStore {
  const ids = new Map<string, string>()
  return {
    ...store,
    async claim(scope, id, ms) {
      const token = await store.claim(scope, id, ms)
      ids.set(token, id)
      return token
    },
    async commit(token, retention) {
      const isOwner = await store.commit(token, retention)
      if (isOwner) await note('committed', pool, ids.get(token)!)
      return isOwner
    },
  }
}

async function makeStore(): Promise<DedupeStore> {
  if (form === 'leased') return noting(postgresInbox(pool, { schema }))
  // Most of these processes need no Redis, whose driver takes a third of the time in which one starts.
  const { createClient } = await import('redis')
  const client = createClient({ url: redis })
  client.on('error', () => {})
  return noting(redisInbox(await client.connect()))
}

async function makeReceiver() {
  const common = { secret, lease, onError: () => {} }
  if (form === 'transactional') {
    return createReceiver({
      ...common,
      store: postgresInbox(pool, { schema }).transactional,
      async otherwise(_event, { id = '', tx }) {
        await note('effect', tx, id)
        await note('committed', tx, id)
        await work()
      },
    })
  }
  if (form === 'queued') {
    const inbox = postgresInbox(pool, { schema, orderBy: ({ body }) => keyOf(body) })
    const otherwise = async (_: unknown, { id = '', tx }: { id?: string; tx: PoolClient }) => {
      await note('effect', tx, id)
      await work()
    }
    // The least lease of a worker, which outlives it where it holds up the whole process.
    void inbox.work({ otherwise }, { lease: 1000, pollInterval: 100, random: () => 0, onError: () => {} })
    return createReceiver({ ...common, store: inbox.queued })
  }
  return createReceiver({
    ...common,
    store: await makeStore(),
    async otherwise(_event, { id = '' }) {
      await work()
      await note('effect', pool, id)
    },
  })
}

process.stdin.on('end', () => process.exit(0)).resume()

void makeReceiver().then(async (receive) => {
  const { baseUrl } = await serveListener((request, response) => void receive(request, response))
  console.log(JSON.stringify({ baseUrl }))
})
