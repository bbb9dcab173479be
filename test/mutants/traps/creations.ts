import {
  alterRequest,
  changeRequests,
  operationOf,
  parseObject,
  usesTestKey,
  withBody,
  type Breakage,
  type Fetch,
  type Mutant,
} from '../../support/breakage'
import { creates, itemsOf, jsonOf, type Json } from '../changes'
import { received } from '../diversions'
import { crash } from '../errors/crashes'
import { ofFamily } from './trap'

/** A creation as it arrives, and what came before it. */
export interface Arrival {
  isTest: boolean
  /** How long its body is. */
  bytes: number
  /** How many creations are under way, this one included. */
  underway: number
  /** How many creations of the same mode came before. */
  before: number
  /** Whether the creation before it was refused. */
  followsRefusal: boolean
  idempotencyKey?: string
  /** How often its idempotency key came before. */
  repeats: number
  /** How many creations with other keys came since its own came first. */
  others: number
  /** Whether its idempotency key came first with a request that was refused. */
  wasRefused: boolean
}

/** A condition under which a service fails. */
export interface Condition<Situation> {
  name: string
  /** The end of a sentence on what is broken. */
  says: string
  mode: 'non-disruptive' | 'full'
  holds: (situation: Situation) => boolean
}

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

/** How a creation goes wrong. `others` are the bodies of the creations before. */
type Fate = (
  request: Request,
  send: Fetch,
  others: readonly Json[],
  lose: (event: Json) => void,
) => Response | Promise<Response>

/** Creates an event from another body than the one that came. */
const withOtherBody =
  (change: (body: Json, others: readonly Json[]) => Json): Fate =>
  async (request, send, others) =>
    send(await alterRequest(request, { body: (body) => change(body, others) }))

const fates: readonly {
  name: string
  says: string
  rule: string
  besides?: readonly string[]
  meet: Fate
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

function keyOf(request: Request, text: string): string | undefined {
  return request.headers.get('idempotency-key') ?? (parseObject(text)?.idempotencyKey as string | undefined)
}

/** A creation without its idempotency key. */
export function withoutKey(request: Request): Promise<Request> {
  return alterRequest(request, {
    headers: (headers) => headers.delete('idempotency-key'),
    body: ({ idempotencyKey: _, ...rest }) => rest,
  })
}

/** Has creations under a condition meet another fate. What they lose is neither listed, nor retrieved, nor delivered. */
export function breakCreations(holds: (arrival: Arrival) => boolean, meet: Fate): Breakage {
  return () => {
    const lost = new Set<unknown>()
    const bodies: Json[] = []
    const keys = new Map<string, { repeats: number; at: number; wasRefused: boolean }>()
    let [underway, live, test, followsRefusal] = [0, 0, 0, false]

    const arrive = async (request: Request): Promise<Arrival> => {
      const text = await request.clone().text()
      const isTest = usesTestKey(request)
      const idempotencyKey = keyOf(request, text)
      const known = keys.get(String(idempotencyKey))
      const { repeats = 0, at = live + test, wasRefused = false } = known ?? {}
      if (idempotencyKey !== undefined) keys.set(idempotencyKey, { repeats: repeats + 1, at, wasRefused })
      const before = isTest ? test : live
      if (isTest) test += 1
      else live += 1
      const others = live + test - 1 - at
      return {
        isTest,
        bytes: text.length,
        underway,
        before,
        followsRefusal,
        idempotencyKey,
        repeats,
        others,
        wasRefused,
      }
    }

    return {
      fetch: (send) => async (request) => {
        const asked = operationOf(request)
        if (asked === 'listEvents' || asked === 'retrieveEvent') return withoutLost(await send(request), lost)
        if (!creates(request)) return send(request)
        underway += 1
        const arrival = await arrive(request)
        // The requests that were sent at once arrive before this one is passed on.
        await new Promise((resolve) => setImmediate(resolve))
        const body = await jsonOf(request)
        const response = holds(arrival)
          ? await meet(request, send, bodies, ({ id }) => lost.add(id))
          : await send(request)
        underway -= 1
        followsRefusal = response.status >= 400 && response.status < 500
        const key = keys.get(String(arrival.idempotencyKey))
        if (key && arrival.repeats === 0) key.wasRefused = followsRefusal
        if (response.ok) bodies.push(body)
        return response
      },
      deliver: (send) => async (request) =>
        lost.has((await jsonOf(request)).id) ? received() : send(request),
    }
  }
}

async function withoutLost(response: Response, lost: ReadonlySet<unknown>): Promise<Response> {
  if (!response.ok || lost.size === 0) return response
  const json = await jsonOf(response)
  if (lost.has(json.id))
    return Response.json({ error: { code: 'not_found', message: 'Not found.' } }, { status: 404 })
  return Array.isArray(json.data) && 'hasMore' in json
    ? withBody(response, { ...json, data: itemsOf(json).filter(({ id }) => !lost.has(id)) })
    : response
}

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

const hasKey = ({ idempotencyKey }: Arrival) => idempotencyKey !== undefined

/** When stores forget idempotency keys. */
const keyConditions: readonly Condition<Arrival>[] = [
  {
    name: 'of-test-keys',
    says: 'of requests with a test key',
    mode: 'non-disruptive',
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
