import { DataSource } from 'typeorm'
import { placeOrder } from '../guide/typeorm'
import { judgeTransactions, url } from './transactions'

const source = await new DataSource({ type: 'postgres', url }).initialize()
await judgeTransactions((outbox, order) => placeOrder(source, outbox, order))
await source.destroy()
