import {
  alterRequest,
  apiKeyOf,
  changeSuccesses,
  remembering,
  usesTestKey,
  withBody,
} from '../../support/breakage'
import {
  addresses,
  creates,
  itemsOf,
  jsonOf,
  limitOf,
  lists,
  mistakeKey,
  parameterOf,
  type Json,
} from '../changes'
import { deliverToTestWebhooks } from '../diversions'
import { mutantTable } from '../table'

const deletes = addresses('deleteWebhook')
const listsWebhooks = addresses('listWebhooks')
const makesKey = addresses('createKey')

/** Mutants that do not keep test and live mode apart. */
export const modeMutants = mutantTable({
  'AU-7': {
    // Test events are listed for the live key.
    'one-list-for-both-modes': () => {
      const testEvents: Json[] = []
      return {
        fetch: (send) => async (request) => {
          const response = await send(request.clone())
          if (response.status >= 300) return response
          if (creates(request) && usesTestKey(request)) testEvents.unshift(await jsonOf(response))
          if (!lists(request) || usesTestKey(request) || testEvents.length === 0) return response
          const page = await jsonOf(response)
          const data = [...testEvents.slice(0, 1), ...itemsOf(page)].slice(0, 100)
          return withBody(response, { ...page, data })
        },
      }
    },
    'test-key-lists-live-events': mistakeKey(
      'sk_live_mock',
      (request) => lists(request) && usesTestKey(request),
    ),
    'idempotency-across-modes': remembering(() => {
      const events = new Map<string, Json>()
      return changeSuccesses('createEvent', (created, { request }) => {
        const key = request.headers.get('idempotency-key')
        if (key === null) return created
        const event = events.get(key) ?? created
        events.set(key, event)
        return event
      })
    }),
    'cursor-opens-the-other-mode': () => {
      const owners = new Map<unknown, string>()
      return {
        fetch: (send) => async (request) => {
          if (!lists(request)) return send(request)
          const authorization =
            owners.get(parameterOf(request, 'cursor')) ?? request.headers.get('authorization') ?? ''
          const asked = await alterRequest(request, {
            headers: (headers) => void (authorization && headers.set('authorization', authorization)),
          })
          const response = await send(asked)
          const { nextCursor } = await jsonOf(response)
          if (typeof nextCursor === 'string') owners.set(nextCursor, authorization)
          return response
        },
      }
    },
    // The first page asks for the events of one mode, and those after it go by position in the table of all.
    'pages-after-the-first-mix-modes': () => {
      const all: Json[] = []
      const ends = new Map<string, unknown>()
      return {
        fetch: (send) => async (request) => {
          const response = await send(request.clone())
          const json = await jsonOf(response)
          if (creates(request) && response.ok && !all.some(({ id }) => id === json.id)) all.unshift(json)
          const cursor = lists(request) ? parameterOf(request, 'cursor') : null
          const known = all.findIndex(({ id }) => id === ends.get(`${apiKeyOf(request)} ${cursor}`))
          const isMixed = known >= 0 && limitOf(request) <= 100
          if (!lists(request) || !(response.ok || isMixed)) return response
          const rest = all.slice(known + 1)
          const data = isMixed ? rest.slice(0, limitOf(request)) : itemsOf(json)
          const hasMore = isMixed ? rest.length > data.length : json.hasMore
          const nextCursor = isMixed && hasMore ? `cur_${String(data.at(-1)?.id)}` : json.nextCursor
          if (typeof nextCursor === 'string') ends.set(`${apiKeyOf(request)} ${nextCursor}`, data.at(-1)?.id)
          return Response.json({ ...json, error: undefined, data, hasMore, nextCursor })
        },
      }
    },
    'test-webhook-gets-live-events': deliverToTestWebhooks((request) => !usesTestKey(request)),
    'test-key-lists-live-webhooks': mistakeKey(
      'sk_live_mock',
      (request) => listsWebhooks(request) && usesTestKey(request),
    ),
  },
  'AU-8': {
    'test-key-deletes-live-webhooks': mistakeKey(
      'sk_live_mock',
      (request) => deletes(request) && usesTestKey(request),
    ),
    'test-key-makes-keys-of-live-mode': mistakeKey(
      'sk_live_mock',
      (request) => makesKey(request) && usesTestKey(request),
    ),
  },
})
