import {
  alterRequest,
  answerInstead,
  changeKnowingWebhooks,
  changeResponses,
  errorResponse,
  remembering,
  type Breakage,
} from '../../support/breakage'
import { addresses, idIn, itemsOf, jsonOf, refuse, registers, setErrorFields, setFields } from '../changes'
import { breakWebhooks, type KnownWebhook } from '../../support/breakage-webhooks'
import { isForAll, received } from '../diversions'
import { mutantTable } from '../table'

const deletes = addresses('deleteWebhook')

/** The answer to a deletion that succeeded. */
const deleted = (request: Request) => Response.json({ id: idIn(request), deleted: true })

/** Has a deletion take the webhook whose id matches the one that is named. */
function deleteMatching(matches: (id: string, named: string) => boolean): Breakage {
  return () => {
    const ids = new Set<string>()
    return {
      fetch: (send) => async (request) => {
        if (deletes(request)) {
          const named = idIn(request)
          const found = ids.has(named) ? named : [...ids].find((id) => matches(id, named))
          if (found === undefined) return send(request)
          ids.delete(found)
          return send(await alterRequest(request, { url: (url) => (url.pathname = `/v1/webhooks/${found}`) }))
        }
        const response = await send(request)
        if (registers(request) && response.status === 201) ids.add(String((await jsonOf(response)).id))
        return response
      },
    }
  }
}

/** Has a deletion end the deliveries to other webhooks of the mode as well. */
const deleteWith = (isTaken: (deletedOne: KnownWebhook, other: KnownWebhook) => boolean): Breakage =>
  breakWebhooks((all) => {
    const gone = new Set<unknown>()
    return {
      async fetch(request, answer) {
        const response = await answer(request)
        const one = deletes(request) && response.ok ? all.find(({ id }) => id === idIn(request)) : undefined
        for (const other of one ? all : [])
          if (one && other.isTest === one.isTest && isTaken(one, other)) gone.add(other)
        return response
      },
      deliver: (delivery, webhook, send) => (gone.has(webhook) ? received() : send(delivery)),
    }
  })

/** Mutants of deleting webhooks. */
export const deletionMutants = mutantTable({
  'WD-1': {
    'deletion-needs-a-body': refuse((request, text) => deletes(request) && text === ''),
  },
  'WD-2': {
    'deletion-returns-nothing': changeResponses('deleteWebhook', (response) =>
      response.status === 200 ? new Response(null, { status: 204 }) : response,
    ),
    'deletion-returns-another-id': setFields('deleteWebhook', { id: 'wh_another' }),
    'deletion-returns-the-webhook': setFields('deleteWebhook', { deleted: undefined, status: 'deleted' }),
  },
  'WD-3': {
    'unknown-webhook-is-200': changeResponses('deleteWebhook', (response, request) =>
      response.status === 404 ? deleted(request) : response,
    ),
    'id-without-its-prefix-is-deleted': changeResponses('deleteWebhook', (response, request) =>
      response.status === 404 && !idIn(request).startsWith('wh_') ? deleted(request) : response,
    ),
    'unknown-webhook-has-param': setErrorFields('deleteWebhook', { param: 'id' }),
    'unknown-webhook-has-another-code': setErrorFields('deleteWebhook', { code: 'webhook_not_found' }),
  },
  'WD-4': {
    'deleting-twice-succeeds': remembering(() => {
      const gone = new Set<string>()
      return changeResponses('deleteWebhook', (response, request) => {
        if (response.status === 200) gone.add(idIn(request))
        return gone.has(idIn(request)) ? deleted(request) : response
      })
    }),
    'deleted-webhook-is-retrieved': remembering(() => {
      const kept = new Map<string, object>()
      return changeResponses(undefined, async (response, request) => {
        if (registers(request) && response.status === 201) {
          const { secret: _, ...webhook } = await jsonOf(response)
          kept.set(String(webhook.id), webhook)
        }
        const webhook = request.method === 'GET' ? kept.get(idIn(request)) : undefined
        return webhook ? Response.json(webhook) : response
      })
    }),
    'deleted-webhook-stays-listed': changeKnowingWebhooks('listWebhooks', (page, registered) => ({
      ...page,
      data: [...registered.values()].map(({ secret: _, ...webhook }) => webhook),
    })),
  },
  'WD-5': {
    // A deleted webhook goes on receiving.
    'deletion-hides-only': remembering(() => {
      const gone = new Set<string>()
      return answerInstead((request) => {
        if (!deletes(request)) return undefined
        const id = idIn(request)
        if (gone.has(id) || /^wh_edc/.test(id)) return errorResponse(404, 'not_found')
        gone.add(id)
        return deleted(request)
      })
    }),
    'retry-goes-to-a-deleted-webhook': () => {
      const failed = new Map<string, Request>()
      return {
        deliver: (send) => async (request) => {
          const isRetry = failed.has(request.url)
          const kept = request.clone()
          const response = await send(request)
          if (response.status < 500) return response
          // All deliveries that failed at the same time are tried again together.
          for (const [url, one] of isRetry ? failed : []) if (url !== kept.url) await send(one.clone())
          failed.set(kept.url, kept)
          return response
        },
      }
    },
    'deleted-star-receives-on': () => {
      const stars = new Set<string>()
      return {
        fetch: (send) => async (request) => {
          // The answer says that the webhook was deleted, and it stands.
          if (deletes(request) && stars.delete(idIn(request))) return deleted(request)
          const response = await send(request)
          if (registers(request) && response.status === 201) {
            const webhook = await jsonOf(response)
            if (isForAll(webhook)) stars.add(String(webhook.id))
          }
          return response
        },
      }
    },
  },
  'WD-6': {
    'failed-deletion-deletes-another': changeResponses(
      'deleteWebhook',
      async (response, { url, headers }, send) => {
        if (response.status !== 404) return response
        const list = await jsonOf(await send(new Request(new URL('/v1/webhooks', url), { headers })))
        const [newest] = itemsOf(list)
        if (newest) {
          const path = `/v1/webhooks/${String(newest.id)}`
          await send(new Request(new URL(path, url), { method: 'DELETE', headers }))
        }
        return response
      },
    ),
    'deletion-takes-all-of-one-description': deleteWith(
      (one, other) => one.description !== undefined && one.description === other.description,
    ),
    'deletion-takes-all-for-all-events': deleteWith(
      (one, other) => one.events.includes('*') && other.events.includes('*'),
    ),
    'deletion-takes-those-after-it': deleteWith((one, other) => one.number < other.number),
    'deletion-by-the-beginning-of-an-id': deleteMatching((id, named) => id.startsWith(named)),
    'deletion-trims-the-id': deleteMatching((id, named) => id === decodeURIComponent(named).trimEnd()),
    'deletion-in-any-case': deleteMatching((id, named) => id.toLowerCase() === named.toLowerCase()),
  },
})
