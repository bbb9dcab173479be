// A receiver as the handler of a Worker, by the types of Cloudflare, without those of Node and of browsers.
import { createReceiver } from '@event-delivery/sdk/webhooks'

const receive = createReceiver({ secret: 'whsec_', otherwise: () => {} })

export default { fetch: receive } satisfies ExportedHandler
