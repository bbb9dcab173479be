import { PrismaPg } from '@prisma/adapter-pg'
import { placeOrder } from '../guide/prisma'
import { PrismaClient } from '../guide/prisma/client/client'
import { judgeTransactions, url } from './transactions'

const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: url }) })
await judgeTransactions((outbox, order) => placeOrder(prisma, outbox, order))
await prisma.$disconnect()
