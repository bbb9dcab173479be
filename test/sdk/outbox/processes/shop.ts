// A process of a shop: it commits orders together with their events, sends events, or does both. It may be killed at any moment.
import { randomUUID } from 'node:crypto'
import { type Clock, EventDelivery } from '@event-delivery/sdk'
import { createOutbox } from '@event-delivery/sdk/outbox'
import { Pool } from 'pg'

/** The argument of the program, as JSON. */
export interface ShopJob {
  /** The URL of the database. */
  url: string
  /** The address of the service. */
  baseUrl: string
  /** How many transactions it has open at once. 0 unless given. */
  buyers?: number
  /** Milliseconds. */
  lease: number
  concurrency: number
}

// The waits of the client are fifty times as short: what counts is the order of things. Those of the relay are real, since the database
// has the real time.
const haste = 50
const begun = Date.now()

const hurriedClock: Clock = {
  now: () => begun + (Date.now() - begun) * haste,
  schedule(callback, ms) {
    if (ms === Infinity) return () => {}
    const timer = setTimeout(callback, ms / haste)
    return () => clearTimeout(timer)
  },
}

const { url, baseUrl, buyers = 0, lease, concurrency } = JSON.parse(process.argv[2] ?? '') as ShopJob
const pool = new Pool({ connectionString: url, max: buyers + 5 })
const outbox = createOutbox({ pool })
const client = new EventDelivery({
  apiKey: 'sk_live_mock',
  baseUrl,
  clock: hurriedClock,
  timeout: 500_000,
})

/** Tells the process that started this one of a step: a row that was added, a commit, an event that was sent. */
const step = () => void process.stdout.write('.')

/** Buys for as long as the process lives. A quarter of the transactions is rolled back. */
async function buy(): Promise<never> {
  for (;;) {
    const order = randomUUID()
    const tx = await pool.connect()
    await tx.query('begin')
    await tx.query('insert into shop_order (id) values ($1)', [order])
    await outbox.add(tx, { type: 'order.placed', data: { order } })
    step()
    const isKept = Math.random() < 0.75
    await tx.query(isKept ? 'commit' : 'rollback')
    step()
    tx.release()
  }
}

// Standard input ends with the process that holds its other end, however that one ended.
process.stdin.on('end', () => process.exit(1)).resume()
const stop = new AbortController()
process.on('SIGTERM', () => stop.abort())
if (buyers === 0) step()
for (let buyer = 0; buyer < buyers; buyer++) void buy()
await outbox.relay(client, { signal: stop.signal, lease, concurrency, pollInterval: 200, onSent: step })
process.exit(0)
