import { createService } from './service.js'

const keys = { live: process.env.EVENT_DELIVERY_LIVE_KEY, test: process.env.EVENT_DELIVERY_TEST_KEY }
const service = createService({ keys, mended: process.env.MENDED === '1' })
console.log(await service.listen({ port: Number(process.env.PORT ?? 4020) }))
