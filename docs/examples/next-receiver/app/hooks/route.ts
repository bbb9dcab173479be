import { createReceiver } from '@event-delivery/sdk/webhooks'
import { keep } from '../../orders'

export const POST = createReceiver<{ 'order.paid': { order: number } }>({
  secret: process.env.WEBHOOK_SECRET ?? '',
  on: { 'order.paid': ({ data }) => keep(data.order) },
  otherwise: () => {},
})
