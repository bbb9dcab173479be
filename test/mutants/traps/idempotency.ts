import {
  alterRequest,
  changeRequests,
  operationOf,
  parseObject,
  withBody,
  type Breakage,
  type Mutant,
} from '../../support/breakage'
import { creates, itemsOf, jsonOf, type Json } from '../changes'
import { breakCreations, keyOf, withoutKey, type Arrival } from './arrivals'
import { ofFamily, type Condition } from './trap'

const hasKey = ({ idempotencyKey }: Arrival) => idempotencyKey !== undefined

/** When stores forget idempotency keys. */
const keyConditions: readonly Condition<Arrival>[] = [
  {
    name: 'of-test-keys',
    says: 'of requests with a test key',
    // A service whose keys have no effect in test mode shows no name of the key there.
    mode: 'full',
    holds: ({ isTest }) => isTest,
  },
  { name: 'of-live-keys', says: 'of requests with a live key', mode: 'full', holds: ({ isTest }) => !isTest },
  {
    name: 'after-20-others',
    says: 'after 20 other creations',
    mode: 'non-disruptive',
    holds: ({ others }) => others >= 20,
  },
  {
    name: 'after-50-others',
    says: 'after 50 other creations',
    mode: 'non-disruptive',
    holds: ({ others }) => others >= 50,
  },
  {
    name: 'after-100-others',
    says: 'after 100 other creations',
    mode: 'non-disruptive',
    holds: ({ others }) => others >= 100,
  },
  {
    name: 'after-200-others',
    says: 'after 200 other creations',
    mode: 'non-disruptive',
    holds: ({ others }) => others >= 200,
  },
  {
    name: 'over-eight-kilobytes',
    says: 'of bodies over 8 kB',
    mode: 'non-disruptive',
    holds: ({ bytes }) => bytes > 8_192,
  },
  {
    name: 'over-ten-at-once',
    says: 'where more than ten requests are under way',
    mode: 'non-disruptive',
    holds: ({ underway }) => underway > 10,
  },
  {
    name: 'over-100-characters',
    says: 'that have more than 100 characters',
    mode: 'non-disruptive',
    holds: ({ idempotencyKey = '' }) => idempotencyKey.length > 100,
  },
  {
    name: 'over-200-characters',
    says: 'that have more than 200 characters',
    mode: 'non-disruptive',
    holds: ({ idempotencyKey = '' }) => idempotencyKey.length > 200,
  },
  {
    name: 'at-the-third-time',
    says: 'that come a third time',
    mode: 'non-disruptive',
    holds: ({ repeats }) => repeats >= 2,
  },
  {
    name: 'at-the-eleventh-time',
    says: 'that come an eleventh time',
    mode: 'non-disruptive',
    holds: ({ repeats }) => repeats >= 10,
  },
  {
    name: 'after-a-refused-first',
    says: 'that came first with a request that was refused',
    mode: 'non-disruptive',
    holds: ({ wasRefused }) => wasRefused,
  },
]

const forgotten: readonly Mutant[] = keyConditions.map(({ name, says, mode, holds }) => ({
  id: `idempotency-keys-forgotten-${name}`,
  title: `idempotency keys have no effect ${says}`,
  rule: 'EV-5',
  besides: ['EV-1'],
  mode,
  break: breakCreations(
    (arrival) => hasKey(arrival) && holds(arrival),
    async (request, send) => send(await withoutKey(request)),
  ),
}))

/** Replays that go wrong although they return the original. */
const replays: readonly Mutant[] = [
  {
    id: 'replay-with-another-body-overwrites',
    title: 'a repeated idempotency key with another body alters the event in the list',
    rule: 'EV-1',
    besides: ['EV-5', 'PG-8', 'EV-10', 'EV-8'],
    mode: 'non-disruptive',
    break: overwrite('listEvents'),
  },
  {
    id: 'replay-with-another-body-overwrites-what-is-retrieved',
    title: 'a repeated idempotency key with another body alters the event as it is retrieved',
    rule: 'EV-1',
    besides: ['EV-5', 'EV-10', 'EV-8'],
    mode: 'non-disruptive',
    break: overwrite('retrieveEvent'),
  },
  {
    id: 'idempotency-key-in-the-payload',
    title: 'the idempotency key stands in the payload of an event',
    rule: 'EV-10',
    besides: ['EV-1', 'EV-3'],
    mode: 'non-disruptive',
    break: changeRequests(async (request) => {
      const key = creates(request) ? keyOf(request, await request.clone().text()) : undefined
      return key === undefined
        ? request
        : alterRequest(request, {
            body: (body) => ({ ...body, data: { ...(body.data as Json), idempotencyKey: key } }),
          })
    }),
  },
  {
    id: 'idempotency-key-in-the-listed-payload',
    title: 'the idempotency key stands in the payload of an event, in the list alone',
    rule: 'PG-8',
    besides: ['EV-10', 'EV-1'],
    mode: 'non-disruptive',
    break: overwrite(
      'listEvents',
      (event, _body, key) => ({ ...event, data: { ...(event.data as Json), idempotencyKey: key } }),
      0,
    ),
  },
]

/** Shows an event otherwise in an operation, once its idempotency key came `after` times more. */
function overwrite(
  operation: 'listEvents' | 'retrieveEvent',
  change: (event: Json, body: Json, key: string) => Json = (event, { type, data }) => ({
    ...event,
    type,
    data,
  }),
  after = 1,
): Breakage {
  return () => {
    const latest = new Map<unknown, { times: number; body: Json; key: string }>()
    const shown = (event: Json) => {
      const { times, body, key } = latest.get(event.id) ?? { times: 0, body: event, key: '' }
      return times > after ? change(event, body, key) : event
    }
    return {
      fetch: (send) => async (request) => {
        const text = await request.clone().text()
        const response = await send(request.clone())
        if (!response.ok) return response
        const json = await jsonOf(response)
        const key = creates(request) ? keyOf(request, text) : undefined
        if (key !== undefined) {
          const times = (latest.get(json.id)?.times ?? 0) + 1
          latest.set(json.id, { times, body: parseObject(text) ?? {}, key })
        }
        if (operationOf(request) !== operation) return response
        return withBody(
          response,
          operation === 'listEvents' ? { ...json, data: itemsOf(json).map(shown) } : shown(json),
        )
      },
    }
  }
}

/** Mutants that forget idempotency keys, or go wrong with a repeated one. */
export const brokenIdempotency = ofFamily('idempotency as stores break it', [...forgotten, ...replays])
