import { alterRequest } from '../../support/breakage'
import { jsonOf, keyOf, withoutKey, type Json } from '../changes'
import { crash } from '../errors/crashes'
import { breakCreations, type Arrival, type CreationFate } from './arrivals'
import { conditions, ofFamily, underConditions, type Fate } from './trap'

const creationConditions = conditions<Arrival>(
  {
    'for-test-keys': ({ isTest }) => isTest,
    'for-live-keys': ({ isTest }) => !isTest,
    'over-ten-at-once': ({ underway }) => underway > 10,
    'over-eight-kilobytes': ({ bytes }) => bytes > 8_192,
    'after-a-refusal': ({ followsRefusal }) => followsRefusal,
    'after-200-others': ({ before }) => before >= 200,
  },
  ['for-live-keys'],
)

/** Creates an event from another body than the one that came. */
const withOtherBody =
  (change: (body: Json, others: readonly Json[]) => Json): CreationFate =>
  async (request, send, others) =>
    send(await alterRequest(request, { body: (body) => change(body, others) }))

const fates: Readonly<Record<string, Fate<CreationFate>>> = {
  // An event is answered and not kept.
  lost: {
    rules: 'PG-6 PG-8 DL-1 EV-10 EV-5 PG-4',
    meet: async (request, send, _others, lose) => {
      const response = await send(request)
      if (response.ok) lose(await jsonOf(response))
      return response
    },
  },
  emptied: {
    rules: 'EV-10 EV-3 EV-1',
    meet: withOtherBody((body) => ('data' in body ? { ...body, data: {} } : body)),
  },
  // An event has the payload or the type of the one before.
  'mixed-up': {
    rules: 'EV-10 EV-3 EV-1',
    meet: withOtherBody((body, others) =>
      'data' in body && others.length > 0 ? { ...body, data: others.at(-1)?.data } : body,
    ),
  },
  'typed-as-another': {
    rules: 'EV-8 EV-3 EV-1',
    meet: withOtherBody((body, others) =>
      'type' in body && others.length > 0 ? { ...body, type: others.at(-1)?.type } : body,
    ),
  },
  // A client sends a request again that was answered by 500, and does not follow a refusal then.
  'refused-by-500': { rules: 'ER-5 EV-3', meet: crash, never: ['after-a-refusal'] },
  // A creation with an idempotency key creates two events.
  doubled: {
    rules: 'EV-5 EV-3 EV-1 DL-7',
    meet: async (request, send) => {
      const response = await send(request.clone())
      const { type } = await jsonOf(response)
      const hasKey = keyOf(request, await request.clone().text()) !== undefined
      if (response.ok && hasKey && typeof type === 'string') await send(await withoutKey(request))
      return response
    },
  },
}

/** Mutants that create some events wrongly. */
export const brokenCreations = ofFamily(
  'broken creations',
  underConditions('event', fates, creationConditions, breakCreations),
)
