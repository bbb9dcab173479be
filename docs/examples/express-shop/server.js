import { EventDelivery } from '@event-delivery/sdk'
import { Pool } from 'pg'
import { createShop } from './shop.js'

const pool = new Pool({ connectionString: process.env.DATABASE_URL })
const { app, outbox } = await createShop({ pool, secret: process.env.WEBHOOK_SECRET })
const server = app.listen(process.env.PORT ?? 3000, () => console.log('The shop listens.'))

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort())
await outbox.relay(new EventDelivery(), { signal: stop.signal })
server.close(() => pool.end())
