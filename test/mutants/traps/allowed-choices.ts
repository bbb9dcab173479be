import { parseUrl } from '../../contract/wire/parse-url'
import {
  alterRequest,
  answerInstead,
  changeErrors,
  changeResponses,
  changeSuccesses,
  operationOf,
  parseObject,
  usesTestKey,
  withApiKey,
  withBody,
  type Breakage,
} from '../../support/breakage'
import { breakWebhooks, signedAnew } from '../../support/breakage-webhooks'
import { changeDeep, isObject } from './trap'
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
import { deliverToTestWebhooks, received } from '../diversions'
import type { Allowed } from './allowance'

/** Shows each event otherwise, and the same way in every place. */
const showEvents =
  (change: (event: Json) => Json): Breakage =>
  (clock) => {
    const delivered = breakWebhooks(() => ({
      deliver: async (delivery, webhook, send) =>
        send(await signedAnew(delivery, webhook, (event) => change(event))),
    }))(clock)
    const shown = changeResponses(undefined, async (response, request) => {
      const asked = operationOf(request)
      if (!response.ok || (asked !== 'createEvent' && asked !== 'retrieveEvent' && asked !== 'listEvents'))
        return response
      const json = await jsonOf(response)
      return withBody(
        response,
        asked === 'listEvents' ? { ...json, data: itemsOf(json).map(change) } : change(json),
      )
    })(clock)
    return {
      deliver: delivered.deliver,
      fetch: (send) => shown.fetch?.(delivered.fetch?.(send) ?? send) ?? send,
    }
  }

const inOrder = (value: unknown) =>
  changeDeep(value, (part) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  )

/** Services that answer, list or deliver in a way that the interface leaves open. */
export const allowedChoices: readonly Allowed[] = [
  {
    id: 'test-webhooks-get-test-events',
    title: 'events of test keys are delivered to webhooks of test keys',
    because: 'The interface bars deliveries to real webhooks, and a webhook of a test key is test data.',
    break: deliverToTestWebhooks(usesTestKey),
  },
  {
    id: 'numbers-are-doubles',
    title: 'numbers of a payload are kept as doubles, and -0 as 0',
    because: 'JSON promises no more than doubles, and a client that parses it sees no difference.',
    break: () => ({
      fetch: (send) => async (request) =>
        send(creates(request) ? await alterRequest(request, { body: (body) => body }) : request),
    }),
  },
  {
    id: 'names-are-sorted',
    title: 'the fields of a payload come back in another order',
    because: 'An object of JSON has no order.',
    break: showEvents((event) => ({ ...event, data: inOrder(event.data) })),
  },
  {
    id: 'host-in-lower-case',
    title: 'a url comes back with its host in lower case and without the port 443',
    because: 'Both are the same URL by its standard.',
    break: changeUrl((url) =>
      parseUrl(url) && url.startsWith('https:')
        ? url.replace(/^https:\/\/[^/?#]*/i, (start) => start.toLowerCase().replace(/:443$/, ''))
        : url,
    ),
  },
  {
    id: 'types-are-sorted',
    title: 'the types of a webhook come back in another order',
    because: 'The interface gives the types no order.',
    break: changeSuccesses('createWebhook', (webhook) => ({
      ...webhook,
      events: [...(webhook.events as string[])].sort().reverse(),
    })),
  },
  {
    id: 'one-delivery-a-url',
    title: 'of the webhooks of one url that want an event the first alone is delivered to',
    because: 'What is delivered goes to a url, and it came there.',
    break: breakWebhooks((all) => ({
      deliver: async (delivery, webhook, send) => {
        const type = String((await jsonOf(delivery)).type)
        const isWanted = (events: readonly string[]) => events.includes('*') || events.includes(type)
        const came = all.some(
          ({ url, number, events, isDeleted }) =>
            url === webhook.url && number < webhook.number && !isDeleted && isWanted(events),
        )
        return came ? received() : send(delivery)
      },
    })),
  },
  {
    id: 'new-webhooks-are-greeted',
    title: 'a new webhook gets a greeting',
    because: 'A service may try whether a url answers.',
    break: () => {
      let deliver: ((request: Request) => Promise<Response>) | undefined
      return {
        fetch: (send) => async (request) => {
          const { url } = registers(request) ? await jsonOf(request) : {}
          const response = await send(request)
          if (response.status === 201 && typeof url === 'string') {
            await deliver?.(
              new Request(url, {
                method: 'POST',
                headers: { 'content-type': 'application/json' },
                body: '{"type":"webhook.created","data":{}}',
              }),
            )
          }
          return response
        },
        deliver: (send) => (deliver = send),
      }
    },
  },
  {
    id: 'pages-of-50-at-most',
    title: 'a page holds 50 events at most, whatever its limit',
    because: 'A page holds at most `limit` items, and hasMore says that more follow.',
    break: changeQuery((query) => {
      const limit = Number(query.get('limit'))
      if (limit > 50 && limit <= 100) query.set('limit', '50')
    }),
  },
  {
    id: 'created-in-whole-seconds',
    title: '`created` of an event is a whole second in every place',
    because: 'ISO 8601 wants no fraction.',
    break: showEvents((event) => ({ ...event, created: String(event.created).replace(/\.\d+Z$/, 'Z') })),
  },
  {
    id: 'further-fields-everywhere',
    title: 'each answer has further fields',
    because: 'The interface says which fields there are, and not that there are no others.',
    break: changeResponses(undefined, async (response) => {
      const json = parseObject(await response.clone().text())
      return json
        ? withBody(response, { ...json, object: 'thing', links: { self: '/' }, version: 3 })
        : response
    }),
  },
  {
    id: 'replays-are-not-marked',
    title: 'the answer to a repeated idempotency key does not say so',
    because: 'The interface has no such header.',
    break: changeResponses('createEvent', (response) => withHeader(response, 'idempotency-replayed', null)),
  },
  {
    id: 'params-are-null',
    title: 'an error that concerns no field has the param null',
    because: '`param` is optional, and null says that there is none.',
    break: changeErrors('deleteWebhook', ({ error }) => ({ error: { param: null, ...(error as Json) } })),
  },
  {
    id: 'hint-of-the-secret',
    title: 'the list of webhooks shows the last letters of each secret',
    because: 'A hint is not the secret.',
    break: changeSuccesses('listWebhooks', (page) => ({
      ...page,
      data: itemsOf(page).map((webhook) => ({ ...webhook, secret: 'whsec_••••9f3a' })),
    })),
  },
  {
    id: 'key-without-bearer',
    title: 'a key is taken without the word Bearer, or after another word',
    because:
      'Who knows the key is let in: the interface says how a key is sent, and not that other ways are refused.',
    break: answerInstead(async (request, send) => {
      const [, key] =
        /^(?:(?!Bearer\b)\w+ )?(sk_\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
      return key === undefined ? undefined : send(await withApiKey(request, key))
    }),
  },
]
