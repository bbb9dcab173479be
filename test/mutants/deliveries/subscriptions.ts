import { alterRequest, changeDeliveries, remembering } from '../../support/breakage'
import { breakWebhooks } from '../../support/breakage-webhooks'
import { changeBody, jsonOf } from '../changes'
import { isForAll, received } from '../diversions'
import { mutantTable } from '../table'
import { breakDeliveries } from '../traps/attempts'
import type { Json } from '../changes'

/** Changes the event that is delivered. */
const changeDelivered = (change: (event: Json) => unknown) =>
  changeDeliveries((request) => alterRequest(request, { body: change }))

/** Loses the deliveries of some events. */
const loseDeliveries = (concerns: (event: Json, text: string) => boolean) =>
  changeDeliveries(async (request) =>
    concerns(await jsonOf(request), await request.clone().text()) ? undefined : request,
  )

/** Mutants of who receives which event, and of what is delivered. */
export const subscriptionMutants = mutantTable({
  'DL-1': {
    'first-webhook-of-a-list-of-types-only': breakWebhooks((all) => ({
      deliver(delivery, webhook, send) {
        const list = String(webhook.events)
        const first = all.find(({ events, isDeleted }) => !isDeleted && String(events) === list)
        return webhook.events.length > 1 && first !== webhook ? received() : send(delivery)
      },
    })),
    'no-deliveries': changeDeliveries(() => undefined),
    'first-subscriber-only': remembering(() => {
      const seen = new Set<unknown>()
      return loseDeliveries(({ id }) => {
        const isRepeated = seen.has(id)
        seen.add(id)
        return isRepeated
      })
    }),
    'first-type-counts': changeBody('createWebhook', (json) =>
      Array.isArray(json.events) ? { ...json, events: json.events.slice(0, 1) as unknown } : json,
    ),
    'delivered-data-is-cut': changeDelivered((event) => ({ ...event, data: {}, mark: event.data })),
    'described-webhook-gets-nothing': breakDeliveries(
      ({ webhook }) => webhook.description !== undefined,
      received,
    ),
    'unicode-type-reaches-star-alone': breakDeliveries(
      ({ webhook, body }) => /[^ -~]/.test(String(body.type)) && !isForAll(webhook),
      received,
    ),
    'delivery-is-lost-under-load': breakDeliveries(({ underway }) => underway > 4, received),
    'large-payload-is-not-delivered': loseDeliveries((_, text) => text.length > 8_192),
  },
  'DL-2': {
    'everything-to-everybody': changeBody('createWebhook', (json) =>
      Array.isArray(json.events) ? { ...json, events: ['*'] } : json,
    ),
  },
  'DL-3': {
    // A webhook for all events receives types with a dot alone.
    'star-needs-a-dot': loseDeliveries(({ type }) => !String(type).includes('.')),
  },
})
