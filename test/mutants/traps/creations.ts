import { alterRequest } from '../../support/breakage'
import { jsonOf, type Json } from '../changes'
import { crash } from '../errors/crashes'
import { breakCreations, keyOf, withoutKey, type Arrival, type CreationFate } from './arrivals'
import { ofFamily, type Condition } from './trap'

const creationConditions: readonly Condition<Arrival>[] = [
  {
    name: 'for-test-keys',
    says: 'for test keys alone',
    mode: 'non-disruptive',
    holds: ({ isTest }) => isTest,
  },
  { name: 'for-live-keys', says: 'for live keys alone', mode: 'full', holds: ({ isTest }) => !isTest },
  {
    name: 'over-ten-at-once',
    says: 'where more than ten creations are under way',
    mode: 'non-disruptive',
    holds: ({ underway }) => underway > 10,
  },
  {
    name: 'over-eight-kilobytes',
    says: 'where the body has more than 8 kB',
    mode: 'non-disruptive',
    holds: ({ bytes }) => bytes > 8_192,
  },
  {
    name: 'after-a-refusal',
    says: 'right after one that was refused',
    mode: 'non-disruptive',
    holds: ({ followsRefusal }) => followsRefusal,
  },
  {
    name: 'after-200-others',
    says: 'after 200 others',
    mode: 'non-disruptive',
    holds: ({ before }) => before >= 200,
  },
]

/** Creates an event from another body than the one that came. */
const withOtherBody =
  (change: (body: Json, others: readonly Json[]) => Json): CreationFate =>
  async (request, send, others) =>
    send(await alterRequest(request, { body: (body) => change(body, others) }))

const fates: readonly {
  name: string
  says: string
  rule: string
  besides?: readonly string[]
  meet: CreationFate
  never?: readonly string[]
}[] = [
  {
    name: 'lost',
    says: 'an event is answered and not kept',
    rule: 'PG-6',
    besides: ['PG-8', 'DL-1', 'EV-10', 'EV-5', 'PG-4'],
    meet: async (request, send, _others, lose) => {
      const response = await send(request)
      if (response.ok) lose(await jsonOf(response))
      return response
    },
  },
  {
    name: 'emptied',
    says: 'an event is kept without its payload',
    rule: 'EV-10',
    besides: ['EV-3', 'EV-1'],
    meet: withOtherBody((body) => ('data' in body ? { ...body, data: {} } : body)),
  },
  {
    name: 'mixed-up',
    says: 'an event is kept with the payload of the one before',
    rule: 'EV-10',
    besides: ['EV-3', 'EV-1'],
    meet: withOtherBody((body, others) =>
      'data' in body && others.length > 0 ? { ...body, data: others.at(-1)?.data } : body,
    ),
  },
  {
    name: 'typed-as-another',
    says: 'an event is kept with the type of the one before',
    rule: 'EV-8',
    besides: ['EV-3', 'EV-1'],
    meet: withOtherBody((body, others) =>
      'type' in body && others.length > 0 ? { ...body, type: others.at(-1)?.type } : body,
    ),
  },
  {
    name: 'refused-by-500',
    says: 'a creation is answered by 500',
    rule: 'ER-5',
    besides: ['EV-3'],
    meet: crash,
    // A client sends a request again that was answered by 500, and does not follow a refusal then.
    never: ['after-a-refusal'],
  },
  {
    name: 'doubled',
    says: 'a creation with an idempotency key creates two events',
    rule: 'EV-5',
    besides: ['EV-3', 'EV-1', 'DL-7'],
    meet: async (request, send) => {
      const response = await send(request.clone())
      const { type } = await jsonOf(response)
      if (
        response.ok &&
        keyOf(request, await request.clone().text()) !== undefined &&
        typeof type === 'string'
      )
        await send(await withoutKey(request))
      return response
    },
  },
]

/** Mutants that create some events wrongly. */
export const brokenCreations = ofFamily(
  'broken creations',
  fates.flatMap(({ name, says, meet, never = [], ...rest }) =>
    creationConditions
      .filter((condition) => !never.includes(condition.name))
      .map((condition) => ({
        ...rest,
        id: `event-${name}-${condition.name}`,
        title: `${says}, ${condition.says}`,
        mode: condition.mode,
        break: breakCreations(condition.holds, meet),
      })),
  ),
)
