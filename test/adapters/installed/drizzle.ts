import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import { placeOrder } from '../guide/drizzle'
import { judgeTransactions, url } from './transactions'

const pool = new Pool({ connectionString: url })
await judgeTransactions((outbox, order) => placeOrder(drizzle(pool), outbox, order))
await pool.end()
