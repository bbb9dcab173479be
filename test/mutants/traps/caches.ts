import {
  alterRequest,
  apiKeyOf,
  operationOf,
  usesTestKey,
  withBody,
  type Breakage,
  type Mutant,
} from '../../support/breakage'
import { breakWebhooks, signedAnew } from '../../support/breakage-webhooks'
import { creates, idIn, itemsOf, jsonOf, mistakeKey, registers } from '../changes'
import { mockKeys } from '../../support/backend'
import { ofFamily } from './trap'
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
function subscribersOfFirstEvent(): Breakage {
  return (clock) => {
    const known = new Map<string, ReadonlySet<string>>()
    let registered: () => readonly { id: string; events: readonly string[] }[] = () => []
    const webhooks = breakWebhooks((all) => {
      registered = () => all
      return {
        async deliver(delivery, { id }, send) {
          const subscribers = known.get(String((await jsonOf(delivery)).type))
          return !subscribers || subscribers.has(id) ? send(delivery) : received()
        },
      }
    })(clock)
    return {
      ...webhooks,
      fetch: (send) => {
        const answer = webhooks.fetch?.(send) ?? send
        return async (request) => {
          const { type } = creates(request) && !usesTestKey(request) ? await jsonOf(request) : {}
          if (typeof type === 'string' && !known.has(type)) {
            known.set(type, new Set(registered().map(({ id }) => id)))
          }
          return answer(request)
        }
      },
    }
  }
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
const rotatedByListing: Breakage = (clock) => {
  const rotated = new Set<unknown>()
  const webhooks = breakWebhooks(() => ({
    deliver: async (delivery, webhook, send) =>
      send(
        rotated.has(webhook.id)
          ? await signedAnew(delivery, { secret: 'whsec_YW5vdGhlci1zZWNyZXQtdGhhbi10aGUtcmlnaHQ=' })
          : delivery,
      ),
  }))(clock)
  return {
    ...webhooks,
    fetch: (send) => {
      const answer = webhooks.fetch?.(send) ?? send
      return async (request) => {
        const response = await answer(request.clone())
        if (operationOf(request) === 'listWebhooks' && response.ok)
          for (const { id } of itemsOf(await jsonOf(response))) rotated.add(id)
        return response
      }
    },
  }
}

/** Mutants that remember what they should ask for anew. */
export const cacheMutants: readonly Mutant[] = ofFamily('caches', [
  {
    id: 'list-cached-without-its-key',
    title: 'a list is kept by its URL, and shown to a key of the other mode',
    rule: 'AU-7',
    mode: 'non-disruptive',
    break: sharedCache('listEvents'),
  },
  {
    id: 'retrieval-cached-without-its-key',
    title: 'an event that was retrieved is shown to a key of the other mode',
    rule: 'AU-7',
    mode: 'non-disruptive',
    break: sharedCache('retrieveEvent'),
  },
  {
    id: 'webhook-list-cached-without-its-key',
    title: 'a list of webhooks is kept by its URL, and shown to a key of the other mode',
    rule: 'AU-7',
    besides: ['WD-4'],
    mode: 'full',
    break: sharedCache('listWebhooks'),
  },
  {
    id: 'test-key-retrieves-live-events',
    title: 'a test key retrieves live events',
    rule: 'AU-7',
    besides: ['ER-4'],
    mode: 'full',
    break: mistakeKey(
      mockKeys.live,
      (request) => operationOf(request) === 'retrieveEvent' && usesTestKey(request),
    ),
  },
  {
    id: 'secret-of-a-deleted-webhook-of-the-url',
    title: 'deliveries are signed with the secret that a deleted webhook of the url had',
    rule: 'DL-5',
    mode: 'full',
    break: firstSecretOfUrl,
  },
  {
    id: 'subscribers-of-the-first-event',
    title: 'webhooks that are registered after the first event of their type get none',
    rule: 'DL-1',
    besides: ['DL-3', 'DL-5'],
    mode: 'full',
    break: subscribersOfFirstEvent(),
  },
  {
    id: 'webhook-ids-are-reused',
    title: 'a new webhook has the id of the one that was deleted last',
    rule: 'WH-8',
    besides: ['WD-4'],
    mode: 'non-disruptive',
    break: reusedIds(),
  },
  {
    id: 'secrets-change-with-each-list',
    title: 'a list of webhooks gives each of them a new secret',
    rule: 'DL-5',
    mode: 'full',
    break: rotatedByListing,
  },
])
