import { Sequelize } from 'sequelize'
import { placeOrder } from '../guide/sequelize'
import { judgeTransactions, url } from './transactions'

const sequelize = new Sequelize(url, { logging: false })
await judgeTransactions((outbox, order) => placeOrder(sequelize, outbox, order))
await sequelize.close()
