import {
  alterRequest,
  changeRequests,
  changeResponses,
  changeSuccesses,
  errorResponse,
  remembering,
  usesTestKey,
  withBody,
  withIdempotencyKey,
  answerInstead,
  type Breakage,
} from '../../support/breakage'
import { changeIdempotencyKey, creates, jsonOf, keyOf, refuse, withoutKey } from '../changes'
import { mutantTable } from '../table'

const hour = 3_600_000

/** Takes the idempotency key out of some of the creations that bear one. */
function forgetKeys(forgets: (key: string, text: string, request: Request) => boolean): Breakage {
  return changeRequests(async (request) => {
    const text = await request.clone().text()
    const key = keyOf(request, text)
    return key !== undefined && forgets(key, text, request) ? withoutKey(request) : request
  })
}

/** Changes the answers to repeated idempotency keys. */
function changeReplays(
  change: (
    response: Response,
    ...rest: [Request, (request: Request) => Promise<Response>]
  ) => Promise<Response>,
): Breakage {
  return changeResponses('createEvent', async (response, request, send) =>
    response.headers.has('idempotency-replayed') ? change(response, request, send) : response,
  )
}

/** Sets the time for which the backend remembers keys, in milliseconds. */
function setWindow(idempotencyWindow: number): Breakage {
  return () => ({ options: { limits: { idempotencyWindow } } })
}

/** Takes creations without a key that are equal, and concerned, for one. */
const mergeEqual = (concerns: (request: Request, text: string) => boolean = () => true): Breakage =>
  changeRequests(async (request) => {
    const text = await request.clone().text()
    if (!creates(request) || keyOf(request, text) !== undefined || !concerns(request, text)) return request
    const hash = [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7)
    return alterRequest(request, { headers: (headers) => headers.set('idempotency-key', `same-${hash}`) })
  })

/** Mutants of the idempotency key. */
export const idempotencyMutants = mutantTable({
  'EV-1': {
    'replay-is-a-conflict': remembering(() => {
      const seen = new Set<string>()
      return answerInstead(async (request) => {
        const key = keyOf(request, await request.text())
        if (key !== undefined && seen.has(key)) return errorResponse(409, 'duplicate')
        if (key !== undefined) seen.add(key)
        return undefined
      })
    }),
    'window-of-a-second-and-a-half': setWindow(1_500),
    'replay-has-a-new-created': changeReplays(async (response) => {
      const event = await jsonOf(response)
      const created = new Date(Date.parse(String(event.created)) + 1000).toISOString()
      return withBody(response, { ...event, created })
    }),
    'replay-loses-data': changeReplays(async (response) =>
      withBody(response, { ...(await jsonOf(response)), data: {} }),
    ),
    'live-keys-are-not-idempotent': forgetKeys((_key, _text, request) => !usesTestKey(request)),
    // An idempotency key holds for its first repetition alone.
    'third-request-creates': remembering(() => {
      const counts = new Map<string, number>()
      return forgetKeys((key) => {
        const count = (counts.get(key) ?? 0) + 1
        counts.set(key, count)
        return count > 2
      })
    }),
    'key-is-validated-and-ignored': setWindow(0),
    'replay-loses-unicode': changeReplays(async (response) => {
      const text = (await response.text()).replace(/[^ -~]/g, '?')
      return new Response(text, { status: response.status, headers: response.headers })
    }),
    'last-idempotency-key-alone-is-remembered': remembering(() => {
      let last = ''
      let turn = 0
      return changeIdempotencyKey((key) => {
        if (key !== last) turn += 1
        last = key
        return `${key}-${turn}`
      })
    }),
    // The answer has the id of the original and the payload of the repeat.
    'replay-shows-the-other-payload': changeSuccesses('createEvent', (json, { body }) => ({
      ...json,
      data: body?.data,
    })),
  },
  'EV-4': {
    'one-event-for-equal-requests': mergeEqual(),
    'one-event-for-equal-requests-over-8-kilobytes': mergeEqual((_, { length }) => length > 8_192),
    'one-event-for-equal-requests-over-64-kilobytes': mergeEqual((_, { length }) => length > 65_536),
    'one-event-for-large-equal-requests-of-live-keys': mergeEqual(
      (request, { length }) => length > 8_192 && !usesTestKey(request),
    ),
    'key-is-required': refuse((request, text) => creates(request) && keyOf(request, text) === undefined),
  },
  'EV-5': {
    'replay-creates-behind-the-answer': changeReplays(async (response, request, send) => {
      await send(await withoutKey(request))
      return response
    }),
    'race-creates-twice': () => {
      const underWay = new Map<string, number>()
      return {
        fetch: (send) => async (request) => {
          const key = keyOf(request, await request.clone().text())
          if (key === undefined) return send(request)
          const others = underWay.get(key) ?? 0
          underWay.set(key, others + 1)
          const seen = others === 0 ? request : await withoutKey(request)
          // The others that were sent at once arrive before this one is passed on.
          await new Promise((resolve) => setImmediate(resolve))
          const response = await send(seen)
          underWay.set(key, (underWay.get(key) ?? 1) - 1)
          return response
        },
      }
    },
    'other-body-creates': remembering(() => {
      const bodies = new Map<string, string>()
      return forgetKeys((key, text) => {
        const known = bodies.get(key) ?? text
        bodies.set(key, known)
        return known !== text
      })
    }),
    'idempotency-key-belongs-to-its-type': changeRequests(async (request) => {
      if (!creates(request)) return request
      const { type } = await jsonOf(request)
      return withIdempotencyKey(request, (key) => `${key}-${encodeURIComponent(String(type))}`)
    }),
    'fifty-idempotency-keys-are-remembered': remembering(() => {
      let recent: string[] = []
      const forgotten = new Map<string, number>()
      return changeIdempotencyKey((key) => {
        recent = [...recent.filter((one) => one !== key), key]
        for (const old of recent.slice(0, -50)) forgotten.set(old, (forgotten.get(old) ?? 0) + 1)
        recent = recent.slice(-50)
        return `${key}-${forgotten.get(key) ?? 0}`
      })
    }),
    'long-idempotency-keys-are-ignored': remembering(() => {
      let count = 0
      return changeIdempotencyKey((key) => (key.length > 64 ? `${key.slice(0, 32)}-${(count += 1)}` : key))
    }),
    'test-keys-are-not-idempotent': remembering(() => {
      let count = 0
      return changeIdempotencyKey((key) => `${key}-${(count += 1)}`, usesTestKey)
    }),
  },
  'EV-11': {
    'window-of-an-hour': setWindow(hour),
    'window-of-23-hours': setWindow(23 * hour),
  },
  'EV-13': {
    // A 0 or 1 at the end of an idempotency key does not count.
    'keys-are-cut': changeIdempotencyKey((key) => key.replace(/[01]$/, '')),
    'keys-are-one': changeIdempotencyKey(() => 'one'),
  },
})
