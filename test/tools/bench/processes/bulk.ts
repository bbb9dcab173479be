// Creates events in bulk for some seconds, at the rate of the server's plan.
import { EventDelivery } from '@event-delivery/sdk'

const [baseUrl = '', rate = '', seconds = ''] = process.argv.slice(2)
const limit = Number(rate)
let refused = 0
const client = new EventDelivery({
  apiKey: 'sk_live_mock',
  baseUrl,
  hooks: { response: ({ status }) => void (refused += status === 429 ? 1 : 0) },
})
const stop = AbortSignal.timeout(Number(seconds) * 1_000)

async function* endless() {
  for (let order = 0; !stop.aborted; order++) yield { type: 'order.paid', data: { order } }
}

const begun = performance.now()
const { created, failed } = await client.events.createAll(endless(), { rate: limit }).summary()
const permitted = (limit * (performance.now() - begun)) / 1_000
if (failed > 0) throw new Error(`${failed} events failed.`)
process.stdout.write(JSON.stringify({ share: created / permitted, refused }))
