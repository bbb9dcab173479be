// Sends events as fast as the shared rate lets it, until it is told to stop. Prints when each attempt was let pass.
import { EventDelivery } from '@event-delivery/sdk'
import { sharedRate } from '@event-delivery/sdk/stores'
import { Pool } from 'pg'

/** The argument of the program, as JSON. */
export interface PaceJob {
  baseUrl: string
  /** The address of a Redis or a PostgreSQL. */
  database: string
  /** The schema, on PostgreSQL. */
  schema?: string
  key: string
  perSecond: number
  /** How many processes there are. */
  processes: number
}

/** The lines that the program prints: what it did, and when in milliseconds since the epoch. */
export interface PaceLine {
  what: 'ready' | 'pass' | 'refused' | 'lost' | 'back'
  at: number
}

const { baseUrl, database, schema, ...options } = JSON.parse(process.argv[2] ?? '') as PaceJob

const tell = (what: PaceLine['what']): void => {
  process.stdout.write(`${JSON.stringify({ what, at: performance.timeOrigin + performance.now() })}\n`)
}

async function makeRate() {
  if (!database.startsWith('redis:')) {
    const pool = new Pool({ connectionString: database, max: 2, connectionTimeoutMillis: 1000 })
    pool.on('error', () => {})
    return sharedRate(pool, { ...options, schema })
  }
  const { createClient } = await import('redis')
  const client = createClient({ url: database, socket: { reconnectStrategy: 100 } })
  client.on('error', () => {})
  return sharedRate(await client.connect(), options)
}

const log = (message: string) => {
  if (message.includes('keeps its own share')) tell('lost')
  if (message.includes('can be asked again')) tell('back')
}

const logger = { level: 'info', debug() {}, info: log, warn: log, error: log }

const hooks = {
  request: () => tell('pass'),
  response: ({ status }: { status?: number | undefined }) => {
    if (status === 429) tell('refused')
  },
}

async function* inputs() {
  for (let number = 0; ; number++) yield { type: 'paced', data: { number } }
}

async function send(): Promise<void> {
  const rate = await makeRate()
  const client = new EventDelivery({ apiKey: 'sk_live_mock', baseUrl, rate, logger, hooks })
  tell('ready')
  await client.events.createAll(inputs(), { concurrency: 30 }).summary()
}

process.stdin.on('end', () => process.exit(0)).resume()
void send()
