import {
  alterRequest,
  apiKeyOf,
  operationOf,
  usesTestKey,
  withBody,
  type Breakage,
  type Mutant,
} from '../../support/breakage'
import { breakWebhooks, foreign, signedAnew } from '../../support/breakage-webhooks'
import { creates, idIn, itemsOf, jsonOf, mistakeKey, registers } from '../changes'
import { mockKeys } from '../../support/backend'
import { mutantTable } from '../table'
import { received } from '../diversions'
import type { OperationId } from '../../../generated/operations'

/** Keeps the successes of an operation by their URL alone, so that one key is shown what another one asked for. */
function sharedCache(operation: OperationId): Breakage {
  return () => {
    const kept = new Map<string, { by: string; body: string }>()
    return {
      fetch: (send) => async (request) => {
        const response = await send(request.clone())
        if (operationOf(request) !== operation) return response
        const by = apiKeyOf(request)
        const known = kept.get(request.url)
        const isServed = known && known.by !== by && (response.ok || response.status === 404)
        if (isServed) {
          kept.delete(request.url)
          return new Response(known.body, { status: 200, headers: response.headers })
        }
        if (response.ok) kept.set(request.url, { by, body: await response.clone().text() })
        return response
      },
    }
  }
}

/** Signs deliveries by the secret that the URL had first, also where that webhook is long deleted. */
const firstSecretOfUrl: Breakage = breakWebhooks((all) => ({
  async deliver(delivery, webhook, send) {
    const first = all.find(({ url }) => url === webhook.url)
    return send(first && first.id !== webhook.id ? await signedAnew(delivery, first) : delivery)
  },
}))

/** Loses the deliveries to webhooks that were registered after the first event of their type. */
const subscribersOfFirstEvent: Breakage = () => {
  const known = new Map<string, ReadonlySet<string>>()
  return breakWebhooks((all) => ({
    async fetch(request, answer) {
      const { type } = creates(request) && !usesTestKey(request) ? await jsonOf(request) : {}
      if (typeof type === 'string' && !known.has(type)) known.set(type, new Set(all.map(({ id }) => id)))
      return answer(request)
    },
    async deliver(delivery, { id }, send) {
      const subscribers = known.get(String((await jsonOf(delivery)).type))
      return !subscribers || subscribers.has(id) ? send(delivery) : received()
    },
  }))()
}

/** Gives a new webhook the id of the one that was deleted last. */
function reusedIds(): Breakage {
  return () => {
    const inner = new Map<string, string>()
    let free: string | undefined
    return {
      fetch: (send) => async (request) => {
        const isDeletion = operationOf(request) === 'deleteWebhook'
        const shown = idIn(request)
        const own = isDeletion ? (inner.get(shown) ?? shown) : shown
        const response = await send(
          own === shown
            ? request.clone()
            : await alterRequest(request.clone(), {
                url: (url) => void (url.pathname = `/v1/webhooks/${own}`),
              }),
        )
        if (!response.ok) return response
        const json = await jsonOf(response)
        if (isDeletion) {
          inner.delete(shown)
          free = shown
          return withBody(response, { ...json, id: shown })
        }
        if (!registers(request) || free === undefined) return response
        const id = free
        free = undefined
        inner.set(id, String(json.id))
        return withBody(response, { ...json, id })
      },
    }
  }
}

/** Has each list of webhooks give every listed webhook a new secret. */
const rotatedByListing: Breakage = () => {
  const rotated = new Set<unknown>()
  return breakWebhooks(() => ({
    async fetch(request, answer) {
      const response = await answer(request)
      const listed =
        operationOf(request) === 'listWebhooks' && response.ok ? await jsonOf(response) : undefined
      for (const { id } of listed ? itemsOf(listed) : []) rotated.add(id)
      return response
    },
    deliver: async (delivery, { id }, send) =>
      send(rotated.has(id) ? await signedAnew(delivery, foreign) : delivery),
  }))()
}

/** Mutants that remember what they should ask for anew. */
export const cacheMutants: readonly Mutant[] = [
  ...mutantTable(
    {
      'AU-7': {
        'list-cached-without-its-key': sharedCache('listEvents'),
        'retrieval-cached-without-its-key': sharedCache('retrieveEvent'),
      },
      'WH-8 WD-4': {
        'webhook-ids-are-reused': reusedIds(),
      },
    },
    { mode: 'non-disruptive', family: 'caches' },
  ),
  ...mutantTable(
    {
      'AU-7 WD-4': {
        'webhook-list-cached-without-its-key': sharedCache('listWebhooks'),
      },
      'AU-7 ER-4': {
        'test-key-retrieves-live-events': mistakeKey(
          mockKeys.live,
          (request) => operationOf(request) === 'retrieveEvent' && usesTestKey(request),
        ),
      },
      'DL-5': {
        'secret-of-a-deleted-webhook-of-the-url': firstSecretOfUrl,
        'secrets-change-with-each-list': rotatedByListing,
      },
      'DL-1 DL-3 DL-5': {
        'subscribers-of-the-first-event': subscribersOfFirstEvent,
      },
    },
    { mode: 'full', family: 'caches' },
  ),
]
