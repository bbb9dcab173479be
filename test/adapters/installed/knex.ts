import knex from 'knex'
import { placeOrder } from '../guide/knex'
import { judgeTransactions, url } from './transactions'

const db = knex({ client: 'pg', connection: url })
await judgeTransactions((outbox, order) => placeOrder(db, outbox, order))
await db.destroy()
