import { operationOf, usesTestKey, withBody, type Breakage, type Fetch } from '../../support/breakage'
import { creates, itemsOf, jsonOf, keyOf, type Json } from '../changes'
import { received } from '../diversions'

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
  /** What came of the deliveries of the two creations before it: those that wait for an answer, and those that failed. */
  deliveries: { waiting: number; failed: number }
}

/** How a creation goes wrong. `others` are the bodies of the creations before. */
export type CreationFate = (
  request: Request,
  send: Fetch,
  others: readonly Json[],
  lose: (event: Json) => void,
) => Response | Promise<Response>

/** Has creations under a condition meet another fate. What they lose is neither listed, nor retrieved, nor delivered. */
export function breakCreations(holds: (arrival: Arrival) => boolean, meet: CreationFate): Breakage {
  return () => {
    const lost = new Set<unknown>()
    const bodies: Json[] = []
    const keys = new Map<string, { repeats: number; at: number; wasRefused: boolean }>()
    const sent: { at: number; status: number }[] = []
    let [underway, live, test, followsRefusal] = [0, 0, 0, false]
    const count = (has: (one: (typeof sent)[number]) => boolean) => sent.filter(has).length

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
        deliveries: {
          // A delivery that was made for the creation just before has had no time yet.
          waiting: count(({ at, status }) => status === 0 && at < live - 1),
          failed: count(({ at, status }) => status >= 400 && at >= live - 3),
        },
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
      deliver: (send) => async (request) => {
        if (lost.has((await jsonOf(request)).id)) return received()
        const one = { at: live, status: 0 }
        sent.push(one)
        const response = await send(request)
        one.status = response.status
        return response
      },
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
