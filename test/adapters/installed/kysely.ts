import { Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import { placeOrder } from '../guide/kysely'
import { judgeTransactions, url } from './transactions'

const db = new Kysely<{ customer_order: { id: number } }>({
  dialect: new PostgresDialect({ pool: new Pool({ connectionString: url }) }),
})
await judgeTransactions((outbox, order) => placeOrder(db, outbox, order))
await db.destroy()
