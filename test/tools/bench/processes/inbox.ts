// Hands deliveries to a receiver, so many at a time, and prints how many microseconds each took by the receiver's store. The handler writes
// one row where there is a PostgreSQL, so that the forms differ by the store alone.
import { postgresInbox, redisInbox } from '@event-delivery/sdk/stores'
import { signedRequest } from '@event-delivery/sdk/testing'
import { createMemoryStore, createReceiver } from '@event-delivery/sdk/webhooks'
import { Pool } from 'pg'
import { createClient } from 'redis'

const [form = 'memory', postgres = '', redisUrl = ''] = process.argv.slice(2)
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const [most, together] = [2000, 8]
// On a machine whose disk is slow, fewer deliveries than that are handled.
const longest = 2000
const insert = 'insert into handled (id) values ($1)'

const pool = new Pool({ connectionString: postgres, max: 2 * together })
const inbox = postgresInbox(pool)
await inbox.migrate()
await pool.query('create table if not exists handled (id text)')

async function receiverOf() {
  if (form === 'transaction') {
    return createReceiver({
      secret,
      store: inbox.transactional,
      otherwise: (_, { id, tx }) => tx.query(insert, [id]),
    })
  }
  const store =
    form === 'memory'
      ? createMemoryStore()
      : form === 'Redis'
        ? redisInbox(await createClient({ url: redisUrl }).connect())
        : inbox
  return createReceiver({ secret, store, otherwise: (_, { id }) => pool.query(insert, [id]) })
}

const receive = await receiverOf()
const requests: Request[] = []
for (let delivery = 0; delivery < most; delivery++) {
  requests.push(await signedRequest({ secret, id: `msg_${crypto.randomUUID()}` }))
}
const begun = performance.now()
const isOver = () => performance.now() - begun > longest
const work = async () => {
  for (let request = requests.pop(); request; request = isOver() ? undefined : requests.pop()) {
    if ((await receive(request)).status !== 204) throw new Error('A delivery was not handled.')
  }
}
await Promise.all(Array.from({ length: together }, work))
const each = ((performance.now() - begun) * 1000) / (most - requests.length)
process.stdout.write(JSON.stringify(each), () => process.exit(0))
