import { typeOf } from './events'
import type { PlannedRequest } from './planned-request'

const delivered = { operation: 'createEvent', mode: 'full', resource: 'event' } as const

/** The request that registers the webhook whose deliveries are looked at. */
export const subscriber = 'create-subscriber'
/** The requests that create the events which are delivered to it. */
export const deliveredNames = ['deliver-event', 'deliver-another-event'] as const

/** Requests by which two events are delivered to one webhook. */
export const deliveryRequests: readonly PlannedRequest[] = [
  {
    name: subscriber,
    title: 'registration of a webhook for deliveries',
    operation: 'createWebhook',
    mode: 'full',
    resource: 'webhook',
    keepsWebhook: true,
    async request(means) {
      const url = await means.webhookUrl(subscriber)
      // A delivery need not name the event, and bears the prefix of the run in its path alone then.
      means.admitDeliveries(subscriber)
      return { key: means.context.liveKey(), body: { url, events: [typeOf(means, subscriber)] } }
    },
  },
  ...deliveredNames.map((name, index) => ({
    ...delivered,
    name,
    title: `creation of ${index === 0 ? 'an' : 'another'} event that is delivered`,
    async request(means: Parameters<PlannedRequest['request']>[0]) {
      await means.idFrom(subscriber)
      const { context } = means
      const data = { run: context.prefix, mark: `${context.prefix}.${name}`, number: 7 + index }
      return { key: context.liveKey(), body: { type: typeOf(means, subscriber), data } }
    },
  })),
]
