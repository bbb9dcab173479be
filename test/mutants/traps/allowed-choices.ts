import { parseUrl } from '../../../src/core/url'
import {
  alterRequest,
  answerInstead,
  changeErrors,
  changeResponses,
  changeSuccesses,
  operationOf,
  parseObject,
  withApiKey,
  withBody,
  type Breakage,
} from '../../support/breakage'
import { breakWebhooks, deliveryOf, isFor, signedAnew } from '../../support/breakage-webhooks'
import { changeDeep, isObject, type AllowedServices } from './trap'
import {
  changeQuery,
  changeUrl,
  creates,
  itemsOf,
  jsonOf,
  registers,
  withHeader,
  type Json,
} from '../changes'
import { ofTwoDatabases, received } from '../diversions'

/** Shows each event otherwise, and the same way in every place. */
const showEvents = (change: (event: Json) => Json): Breakage =>
  breakWebhooks(() => ({
    async fetch(request, answer) {
      const response = await answer(request.clone())
      const asked = operationOf(request)
      if (!response.ok || (asked !== 'createEvent' && asked !== 'retrieveEvent' && asked !== 'listEvents'))
        return response
      const json = await jsonOf(response)
      const shown = asked === 'listEvents' ? { ...json, data: itemsOf(json).map(change) } : change(json)
      return withBody(response, shown)
    },
    deliver: async (delivery, webhook, send) => send(await signedAnew(delivery, webhook, change)),
  }))

const inOrder = (value: unknown) =>
  changeDeep(value, (part) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  )

/** Services that answer, list or deliver in a way that the interface leaves open. */
export const allowedChoices: AllowedServices = {
  'numbers-are-doubles': [
    'JSON promises no more than doubles, and a client that parses it sees no difference.',
    () => ({
      fetch: (send) => async (request) =>
        send(creates(request) ? await alterRequest(request, { body: (body) => body }) : request),
    }),
  ],
  'names-are-sorted': [
    'An object of JSON has no order.',
    showEvents((event) => ({ ...event, data: inOrder(event.data) })),
  ],
  'host-in-lower-case': [
    'Both are the same URL by its standard.',
    changeUrl((url) =>
      parseUrl(url) && url.startsWith('https:')
        ? url.replace(/^https:\/\/[^/?#]*/i, (start) => start.toLowerCase().replace(/:443$/, ''))
        : url,
    ),
  ],
  'types-are-sorted': [
    'The interface gives the types no order.',
    changeSuccesses('createWebhook', (webhook) => ({
      ...webhook,
      events: [...(webhook.events as string[])].sort().reverse(),
    })),
  ],
  'one-delivery-a-url': [
    'What is delivered goes to a url, and it came there.',
    breakWebhooks((all) => ({
      deliver: async (delivery, webhook, send) => {
        const event = await jsonOf(delivery)
        const came = all.some(
          (one) =>
            one.url === webhook.url && one.number < webhook.number && !one.isDeleted && isFor(one, event),
        )
        return came ? received() : send(delivery)
      },
    })),
  ],
  'new-webhooks-are-greeted': [
    'A service may try whether a url answers.',
    () => {
      let deliver: ((request: Request) => Promise<Response>) | undefined
      return {
        fetch: (send) => async (request) => {
          const { url } = registers(request) ? await jsonOf(request) : {}
          const response = await send(request)
          if (response.status === 201 && typeof url === 'string')
            await deliver?.(deliveryOf({ type: 'webhook.created', data: {} }, url))
          return response
        },
        deliver: (send) => (deliver = send),
      }
    },
  ],
  'pages-of-50-at-most': [
    'A page holds at most `limit` items, and hasMore says that more follow.',
    changeQuery((query) => {
      const limit = Number(query.get('limit'))
      if (limit > 50 && limit <= 100) query.set('limit', '50')
    }),
  ],
  'created-in-whole-seconds': [
    'ISO 8601 wants no fraction.',
    showEvents((event) => ({ ...event, created: String(event.created).replace(/\.\d+Z$/, 'Z') })),
  ],
  'further-fields-everywhere': [
    'The interface says which fields there are, and not that there are no others.',
    changeResponses(undefined, async (response) => {
      const json = parseObject(await response.clone().text())
      return json
        ? withBody(response, { ...json, object: 'thing', links: { self: '/' }, version: 3 })
        : response
    }),
  ],
  'replays-are-not-marked': [
    'The interface has no such header.',
    changeResponses('createEvent', (response) => withHeader(response, 'idempotency-replayed', null)),
  ],
  'params-are-null': [
    '`param` is optional, and null says that there is none.',
    changeErrors('deleteWebhook', ({ error }) => ({ error: { param: null, ...(error as Json) } })),
  ],
  'hint-of-the-secret': [
    'A hint is not the secret.',
    changeSuccesses('listWebhooks', (page) => ({
      ...page,
      data: itemsOf(page).map((webhook) => ({ ...webhook, secret: 'whsec_••••9f3a' })),
    })),
  ],
  'key-without-bearer': [
    'Who knows the key is let in: the interface says how a key is sent, and not that other ways are refused.',
    answerInstead(async (request, send) => {
      const [, key] =
        /^(?:(?!Bearer\b)\w+ )?(sk_\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
      return key === undefined ? undefined : send(await withApiKey(request, key))
    }),
  ],
  'one-of-two-databases-is-five-seconds-behind': [
    'The interface does not say how soon an event is listed, or retrieved.',
    ofTwoDatabases('listEvents retrieveEvent', (_, age) => age < 5_000),
  ],
}
