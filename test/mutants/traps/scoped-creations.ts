import {
  alterRequest,
  answerInstead,
  apiKeyOf,
  changeRequests,
  changeSuccesses,
  operationOf,
  parseObject,
  withBody,
  withIdempotencyKey,
  type Breakage,
  type Mutant,
} from '../../support/breakage'
import { mockKeys } from '../../support/backend'
import { creates, idIn, itemsOf, jsonOf, keyOf, lists } from '../changes'
import { mutantTable } from '../table'
import { received } from '../diversions'
import { divert } from './ways'

const fullKeys: readonly string[] = [mockKeys.live, mockKeys.test]

/** Whether a request is made with a scoped key. */
function usesScopedKey(request: Request): boolean {
  const key = apiKeyOf(request)
  return key.startsWith('sk_') && !fullKeys.includes(key)
}

/** Loses the deliveries of events whose creations meet a condition. */
const loseDeliveries = (concerns: (request: Request, text: string) => boolean) =>
  divert(concerns, () => true, received)

/** Leaves the events of scoped keys out of lists. */
const unlisted: Breakage = () => {
  const hidden = new Set<unknown>()
  return {
    fetch: (send) => async (request) => {
      const response = await send(request.clone())
      if (!response.ok) return response
      if (creates(request) && usesScopedKey(request)) hidden.add((await jsonOf(response)).id)
      if (!lists(request)) return response
      const page = await jsonOf(response)
      return withBody(response, { ...page, data: itemsOf(page).filter(({ id }) => !hidden.has(id)) })
    },
  }
}

/**
 * Mutants for which an event is worth less that a scoped key created, or one with an idempotency key, or an empty one, or which serve scoped
 * keys otherwise than full ones.
 */
export const scopedCreationMutants: readonly Mutant[] = [
  ...mutantTable(
    {
      'DL-1': {
        'no-delivery-with-an-idempotency-key': loseDeliveries(
          (request, text) => keyOf(request, text) !== undefined,
        ),
        'no-delivery-of-an-empty-payload': loseDeliveries(
          (_request, text) => JSON.stringify(parseObject(text)?.data) === '{}',
        ),
        'no-delivery-for-scoped-keys': loseDeliveries(usesScopedKey),
      },
      'PG-6': {
        'events-of-scoped-keys-are-not-listed': unlisted,
      },
      'WH-7': {
        'webhooks-of-scoped-keys-have-no-description': changeSuccesses(
          'createWebhook',
          (webhook, { request }) =>
            usesScopedKey(request) ? { ...webhook, description: undefined } : webhook,
        ),
      },
      'AU-14': {
        // Where the key may delete, the answer is that of a deletion that was carried out.
        'scoped-keys-delete-nothing': answerInstead(async (request, send) => {
          if (operationOf(request) !== 'deleteWebhook' || !usesScopedKey(request)) return undefined
          const ofAbsent = (url: URL) => void (url.pathname = '/v1/webhooks/wh_absent')
          const { status } = await send(await alterRequest(request, { url: ofAbsent }))
          return status === 404 ? Response.json({ id: idIn(request), deleted: true }) : undefined
        }),
      },
      'EV-5': {
        'scoped-keys-are-not-idempotent': changeRequests((request) =>
          creates(request) && usesScopedKey(request)
            ? withIdempotencyKey(request, () => crypto.randomUUID())
            : request,
        ),
      },
    },
    { mode: 'full', family: 'creations of lesser worth' },
  ),
]
