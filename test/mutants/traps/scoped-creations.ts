import {
  apiKeyOf,
  changeRequests,
  parseObject,
  withBody,
  withIdempotencyKey,
  type Breakage,
  type Mutant,
} from '../../support/breakage'
import { mockKeys } from '../../support/backend'
import { creates, itemsOf, jsonOf, lists, type Json } from '../changes'
import { keyOf } from './arrivals'
import { mutantTable } from '../table'
import { received } from '../diversions'

const fullKeys: readonly string[] = [mockKeys.live, mockKeys.test]

/** Whether a request is made with a scoped key. */
function usesScopedKey(request: Request): boolean {
  const key = apiKeyOf(request)
  return key.startsWith('sk_') && !fullKeys.includes(key)
}

/** Loses the deliveries of events whose creations meet a condition. */
const loseDeliveries =
  (concerns: (request: Request, text: string) => boolean): Breakage =>
  () => {
    const lost = new Set<string>()
    const nameOf = ({ type, data }: Json) => JSON.stringify([type, data])
    return {
      fetch: (send) => async (request) => {
        const text = creates(request) ? await request.clone().text() : ''
        if (text !== '' && concerns(request, text)) lost.add(nameOf(parseObject(text) ?? {}))
        return send(request)
      },
      deliver: (send) => async (delivery) =>
        lost.has(nameOf(await jsonOf(delivery))) ? received() : send(delivery),
    }
  }

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

/** Mutants for which an event is worth less that a scoped key created, or one with an idempotency key, or an empty one. */
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
