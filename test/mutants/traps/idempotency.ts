import {
  alterRequest,
  apiKeyOf,
  changeRequests,
  operationOf,
  parseObject,
  withBody,
  type Breakage,
} from '../../support/breakage'
import { itemsOf, jsonOf, keyOf, withoutKey, type Json } from '../changes'
import { breakCreations, type Arrival } from './arrivals'
import { conditions, ofFamily, underConditions } from './trap'
import { mutantTable } from '../table'

/** When stores forget idempotency keys. */
const keyConditions = conditions<Arrival>(
  {
    'of-test-keys': ({ isTest }) => isTest,
    'of-live-keys': ({ isTest }) => !isTest,
    'after-20-others': ({ others }) => others >= 20,
    'after-50-others': ({ others }) => others >= 50,
    'after-100-others': ({ others }) => others >= 100,
    'after-200-others': ({ others }) => others >= 200,
    'over-eight-kilobytes': ({ bytes }) => bytes > 8_192,
    'over-ten-at-once': ({ underway }) => underway > 10,
    'over-100-characters': ({ idempotencyKey = '' }) => idempotencyKey.length > 100,
    'over-200-characters': ({ idempotencyKey = '' }) => idempotencyKey.length > 200,
    'at-the-third-time': ({ repeats }) => repeats >= 2,
    'at-the-eleventh-time': ({ repeats }) => repeats >= 10,
    'after-a-refused-first': ({ wasRefused }) => wasRefused,
    'while-a-webhook-does-not-answer': ({ deliveries }) => deliveries.waiting > 0,
    'once-a-webhook-failed': ({ deliveries }) => deliveries.failed > 0,
  },
  // A service whose keys have no effect in test mode shows no name of the key there.
  ['of-test-keys', 'of-live-keys', 'while-a-webhook-does-not-answer', 'once-a-webhook-failed'],
)

/** Remembers so many keys of each API key: the latest that came, or those that were used last. */
const remembersOnly = (most: number, countsUses: boolean): Breakage => {
  return () => {
    const caches = new Map<string, Set<string>>()
    const seen = new Set<string>()
    return {
      fetch: (send) => async (request) => {
        const key = keyOf(request, await request.clone().text())
        if (key === undefined) return send(request)
        const kept = caches.get(apiKeyOf(request)) ?? new Set()
        caches.set(apiKeyOf(request), kept)
        const isForgotten = seen.has(key) && !kept.has(key)
        seen.add(key)
        if (countsUses) kept.delete(key)
        kept.add(key)
        const [oldest = ''] = kept
        if (kept.size > most) kept.delete(oldest)
        return send(isForgotten ? await withoutKey(request) : request)
      },
    }
  }
}

const cached = Object.fromEntries(
  [50, 100, 200, 250].flatMap((most) => [
    [`remembers-the-latest-${most}-keys`, remembersOnly(most, false)],
    [`remembers-${most}-keys-by-their-last-use`, remembersOnly(most, true)],
  ]),
)

const forgotten = underConditions(
  'idempotency-keys',
  { forgotten: { rules: 'EV-5 EV-1', meet: withoutKey } },
  keyConditions,
  (holds, forget) =>
    breakCreations(
      (arrival) => arrival.idempotencyKey !== undefined && holds(arrival),
      async (request, send) => send(await forget(request)),
    ),
)

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
        const key = keyOf(request, text)
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

/** Puts an idempotency key into the payload of its event. */
const withKeyInData = (event: Json, key: string): Json => ({
  ...event,
  data: { ...(event.data as Json), idempotencyKey: key },
})

/** Refuses a known idempotency key with another body, in no envelope. */
const conflict: Breakage = () => {
  const bodies = new Map<string, string>()
  return {
    fetch: (send) => async (request) => {
      const text = await request.clone().text()
      const key = keyOf(request, text)
      if (key === undefined) return send(request)
      const { data, type } = parseObject(text) ?? {}
      const body = JSON.stringify([data, type])
      const known = bodies.get(key) ?? body
      bodies.set(key, known)
      return known === body ? send(request) : Response.json({ message: 'Conflict' }, { status: 409 })
    },
  }
}

/** Replays that go wrong although they return the original. */
const replays = mutantTable(
  {
    'EV-5 EV-1': cached,
    'EV-1 EV-5 PG-8 EV-10 EV-8': { 'replay-with-another-body-overwrites': overwrite('listEvents') },
    'EV-1 EV-5 EV-10 EV-8': {
      'replay-with-another-body-overwrites-what-is-retrieved': overwrite('retrieveEvent'),
    },
    'EV-10 EV-1 EV-3': {
      'idempotency-key-in-the-payload': changeRequests(async (request) => {
        const key = keyOf(request, await request.clone().text())
        return key === undefined
          ? request
          : alterRequest(request, { body: (body) => withKeyInData(body, key) })
      }),
    },
    'ER-1': { 'conflict-without-envelope': conflict },
    'PG-8 EV-10 EV-1': {
      'idempotency-key-in-the-listed-payload': overwrite(
        'listEvents',
        (event, _body, key) => withKeyInData(event, key),
        0,
      ),
    },
  },
  { mode: 'non-disruptive' },
)

/** Mutants that forget idempotency keys, or go wrong with a repeated one. */
export const brokenIdempotency = ofFamily('idempotency as stores break it', [...forgotten, ...replays])
