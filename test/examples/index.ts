// The complete projects of docs/examples, installed with the packed packages and run with real parts. `npm run test:matrix` runs it.
import { printTable } from '../tools/matrix/table'
import { expressShop } from './express-shop'
import { fastifyService } from './fastify-service'
import { nextReceivers } from './next-receiver'
import { playwright } from './playwright'
import { viteMsw } from './vite-msw'

// Neither PostgreSQL nor a connection to it keeps a process alive.
const alive = setInterval(() => {}, 60_000)
await printTable([expressShop, fastifyService, viteMsw, ...nextReceivers, playwright])
clearInterval(alive)
