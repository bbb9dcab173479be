import { deliveryExchanges } from './deliveries'
import { eventExchanges } from './events'
import { keyExchanges } from './keys'
import { readingExchanges } from './reading'
import { webhookExchanges } from './webhooks'
import type { Exchange } from './exchange'

/** Every exchange, in the order in which a comparison makes them. */
export const exchanges: readonly Exchange[] = [
  ...readingExchanges.filter(({ name }) => name === 'no-key'),
  ...eventExchanges,
  ...readingExchanges.filter(({ name }) => name !== 'no-key'),
  ...webhookExchanges,
  ...deliveryExchanges,
  ...keyExchanges,
]
