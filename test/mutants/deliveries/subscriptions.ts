import { alterRequest, changeDeliveries, remembering, withBody, type Breakage } from '../../support/breakage'
import { breakWebhooks } from '../../support/breakage-webhooks'
import { changeBody, jsonOf, registers } from '../changes'
import { divertCrowded, divertDeliveries, isForAll, received } from '../diversions'
import { mutantTable } from '../table'
import type { Json } from '../changes'

/** Changes the event that is delivered. */
const changeDelivered = (change: (event: Json) => unknown) =>
  changeDeliveries((request) => alterRequest(request, { body: change }))

/** Loses the deliveries of some events. */
const loseDeliveries = (concerns: (event: Json, text: string) => boolean) =>
  changeDeliveries(async (request) =>
    concerns(await jsonOf(request), await request.clone().text()) ? undefined : request,
  )

/** Has subscriptions match more than they should: the webhooks are registered for all events, and filtered here. */
function widen(matches: (type: string, subscribed: string) => boolean): Breakage {
  return () => {
    const subscriptions = new Map<unknown, string[]>()
    return {
      fetch: (send) => async (request) => {
        const { url, events } = registers(request) ? await jsonOf(request) : {}
        if (!url || !Array.isArray(events)) return send(request)
        subscriptions.set(url, events as string[])
        const widened = await alterRequest(request, { body: (json) => ({ ...json, events: ['*'] }) })
        const response = await send(widened)
        return response.status === 201
          ? withBody(response, { ...(await jsonOf(response)), events })
          : response
      },
      deliver: (send) => async (request) => {
        const type = String((await jsonOf(request)).type)
        const subscribed = subscriptions.get(request.url) ?? ['*']
        const isWanted = subscribed.some((one) => one === '*' || matches(type, one))
        return isWanted ? send(request) : received()
      },
    }
  }
}

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
    'described-webhook-gets-nothing': divertDeliveries(
      ({ description }) => description !== undefined,
      (request, isDescribed, send) => (isDescribed ? received() : send(request)),
    ),
    'unicode-type-reaches-star-alone': divertDeliveries(isForAll, async (request, isForAllEvents, send) => {
      const isAscii = !/[^ -~]/.test(String((await jsonOf(request)).type))
      return isAscii || isForAllEvents ? send(request) : received()
    }),
    'delivery-is-lost-under-load': divertCrowded(4, received),
    'delivered-type-in-lower-case': changeDelivered((event) => ({
      ...event,
      type: String(event.type).toLowerCase(),
    })),
    'delivery-drops-nulls': changeDelivered((event) => ({
      ...event,
      data: Object.fromEntries(Object.entries(event.data as Json).filter(([, value]) => value !== null)),
    })),
    'large-payload-is-not-delivered': loseDeliveries((_, text) => text.length > 8_192),
  },
  'DL-2': {
    'subscription-by-prefix': widen((type, subscribed) => type.startsWith(subscribed)),
    'subscription-regardless-of-case': widen(
      (type, subscribed) => type.toLowerCase() === subscribed.toLowerCase(),
    ),
    'dot-is-any-letter': widen((type, subscribed) => {
      const pattern = subscribed.replace(/[\\^$*+?()[\]{}|]/g, '\\$&')
      return new RegExp(`^${pattern}$`).test(type)
    }),
    'everything-to-everybody': widen(() => true),
  },
  'DL-3': {
    // A webhook for all events receives types with a dot alone.
    'star-needs-a-dot': loseDeliveries(({ type }) => !String(type).includes('.')),
  },
})
