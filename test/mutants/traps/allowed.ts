import {
  alterRequest,
  answerInstead,
  changeErrors,
  changeResponses,
  changeSuccesses,
  errorResponse,
  operationOf,
  parseObject,
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
  lists,
  parameterOf,
  refuse,
  registers,
  withHeader,
  type Json,
} from '../changes'
import { received } from '../diversions'

/** A service that does what a trap does, or refuses what a trap would alter, and breaks no rule by it. */
interface Allowed {
  id: string
  title: string
  /** The reason for which no check may fail it. */
  because: string
  break: Breakage
}

const refuseEvent = (concerns: (body: Json, text: string) => boolean, answer?: () => Response) =>
  refuse((request, text) => creates(request) && concerns(parseObject(text) ?? {}, text), answer)
const refuseWebhook = (concerns: (body: Json) => boolean, answer?: () => Response) =>
  refuse((request, text) => registers(request) && concerns(parseObject(text) ?? {}), answer)

const lengthOf = (value: unknown) => (typeof value === 'string' ? value.length : 0)
const escapes = (value: unknown) => JSON.stringify(value ?? null)

/** Refuses idempotency keys, wherever they stand. */
const refuseKeys = (concerns: (key: string) => boolean) =>
  refuse((request, text) => {
    const key = request.headers.get('idempotency-key') ?? parseObject(text)?.idempotencyKey
    return creates(request) && typeof key === 'string' && concerns(key)
  })

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

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

/** Answers a second registration of a URL that stands. */
function secondOfUrl(answer: () => Response): Breakage {
  return () => {
    const urls = new Map<unknown, unknown>()
    return {
      fetch: (send) => async (request) => {
        const { url } = registers(request) ? await jsonOf(request) : {}
        if (url !== undefined && [...urls.values()].includes(url)) return answer()
        const response = await send(request.clone())
        const json = response.ok ? await jsonOf(response) : {}
        if (url !== undefined && response.ok) urls.set(json.id, url)
        if (json.deleted === true) urls.delete(json.id)
        return response
      },
    }
  }
}

/** Services that no check may fail. */
export const allowed: readonly Allowed[] = [
  {
    id: 'types-over-100-characters-are-refused',
    title: 'a type of more than 100 characters is refused',
    because: 'The length of a type is not shown.',
    break: refuseEvent(({ type }) => lengthOf(type) > 100),
  },
  {
    id: 'nul-is-refused',
    title: 'U+0000 is refused in a description and in an idempotency key',
    because: 'Neither the letters of a description nor those of an idempotency key are shown.',
    break: refuse((request, text) => {
      const { description, idempotencyKey } = parseObject(text) ?? {}
      return (
        (creates(request) || registers(request)) &&
        /\0/.test(`${String(description)}${String(idempotencyKey)}`)
      )
    }),
  },
  {
    id: 'half-pairs-are-refused',
    title: 'half a surrogate pair is refused in every text',
    because: 'Half a pair is no text in Unicode, so that no client can rely on it.',
    break: refuse((_, text) => /\\ud[89a-f]/i.test(escapes(parseObject(text)))),
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
    id: 'deep-payloads-are-refused',
    title: 'a payload of more than 64 levels is refused',
    because: 'Depth is a part of size, whose limit is not shown.',
    break: refuseEvent((_body, text) => /([{[][^{}[\]]*){66}/.test(text)),
  },
  {
    id: 'bodies-over-64-k-are-413',
    title: 'a body of more than 64 kB is answered by a 413 without an envelope',
    because: 'Neither the largest payload nor what refuses a larger one is shown.',
    break: refuse(
      (_, text) => text.length > 65_536,
      () => new Response('<h1>Too large</h1>', { status: 413, headers: { 'content-type': 'text/html' } }),
    ),
  },
  {
    id: 'idempotency-keys-over-64-characters-are-refused',
    title: 'an idempotency key of more than 64 characters is refused',
    because: 'The form of an idempotency key is not shown.',
    break: refuseKeys((key) => key.length > 64),
  },
  {
    id: 'idempotency-keys-are-uuids',
    title: 'an idempotency key that is no UUID is refused',
    because: 'The form of an idempotency key is not shown.',
    break: refuseKeys((key) => !uuid.test(key)),
  },
  {
    id: 'descriptions-over-100-characters-are-refused',
    title: 'a description of more than 100 characters is refused',
    because: 'The length of a description is not shown.',
    break: refuseWebhook(({ description }) => lengthOf(description) > 100),
  },
  {
    id: 'urls-over-200-characters-are-refused',
    title: 'a url of more than 200 characters is refused',
    because: 'The length of a url is not shown.',
    break: refuseWebhook(({ url }) => lengthOf(url) > 200),
  },
  {
    id: 'host-in-lower-case',
    title: 'a url comes back with its host in lower case and without the port 443',
    because: 'Both are the same URL by its standard.',
    break: changeUrl((url) =>
      URL.canParse(url) && url.startsWith('https:')
        ? url.replace(/^https:\/\/[^/?#]*/i, (start) => start.toLowerCase().replace(/:443$/, ''))
        : url,
    ),
  },
  {
    id: 'ten-types-at-most',
    title: 'a webhook of more than ten types is refused',
    because: 'The number of types that a webhook may have is not shown.',
    break: refuseWebhook(({ events }) => Array.isArray(events) && events.length > 10),
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
    id: 'second-webhook-of-a-url-is-refused',
    title: 'a url that has a webhook is refused by 409',
    because: 'The interface does not say whether two webhooks may have one url.',
    break: secondOfUrl(() => errorResponse(409, 'conflict', 'This url has a webhook.')),
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
    id: 'unauthorized-is-a-page',
    title: 'a 401 is a page of HTML',
    because: 'The body of a 401 is not shown.',
    break: changeResponses(undefined, (response) =>
      response.status === 401
        ? new Response('<h1>Who are you?</h1>', { status: 401, headers: { 'content-type': 'text/html' } })
        : response,
    ),
  },
  {
    id: 'cursors-of-one-use',
    title: 'a cursor that was used is refused',
    because: 'The interface does not say that a cursor can be used twice.',
    break: () => {
      const used = new Set<string>()
      return {
        fetch: (send) => async (request) => {
          const cursor = lists(request) ? parameterOf(request, 'cursor') : null
          if (cursor !== null && used.has(cursor))
            return errorResponse(400, 'invalid_request', 'This cursor was used.', 'cursor')
          const response = await send(request)
          if (cursor !== null && response.ok) used.add(cursor)
          // A cursor that a page names anew is as good as new.
          used.delete(String((await jsonOf(response)).nextCursor))
          return response
        },
      }
    },
  },
  {
    id: 'missing-scope-is-404',
    title: 'a scoped key without the scope is answered by 404',
    because: 'The status of a missing scope is not shown.',
    break: answerInstead(async (request, send) => {
      const response = await send(request)
      return response.status === 403 ? errorResponse(404, 'not_found', 'Not found.') : response
    }),
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
