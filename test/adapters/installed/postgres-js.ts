import postgres from 'postgres'
import { placeOrder } from '../guide/postgres-js'
import { judgeTransactions, url } from './transactions'

const sql = postgres(url)
await judgeTransactions((outbox, order) => placeOrder(sql, outbox, order))
await sql.end()
