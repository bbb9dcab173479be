import {
  alterRequest,
  answerInstead,
  changeRequests,
  changeResponses,
  errorResponse,
  operationOf,
  parseObject,
  remembering,
  usesTestKey,
  withBody,
  type Breakage,
  type Mutant,
} from '../support/breakage'

type Json = Record<string, unknown>

const creates = (request: Request) => operationOf(request) === 'createEvent'
const keyOf = (request: Request, body: Json | undefined) =>
  request.headers.get('idempotency-key') ?? (body?.idempotencyKey as string | undefined)

/** A creation without its idempotency key. */
const withoutKey = (request: Request) =>
  alterRequest(request, {
    headers: (headers) => headers.delete('idempotency-key'),
    body: ({ idempotencyKey: _, ...rest }) => rest,
  })

/** The idempotency key is taken out of what the backend sees. */
const forgetful = (forgets: (key: string, count: number) => boolean): Breakage =>
  remembering(() => {
    const seen = new Map<string, number>()
    return changeRequests(async (request) => {
      if (!creates(request)) return request
      const text = await request.clone().text()
      const key = keyOf(request, parseObject(text))
      if (key === undefined) return request
      const count = (seen.get(key) ?? 0) + 1
      seen.set(key, count)
      return forgets(key, count) ? withoutKey(request) : request
    })
  })

/** Mutants of the idempotency key. */
export const idempotencyMutants: readonly Mutant[] = [
  {
    id: 'replay-is-a-conflict',
    rule: 'EV-1',
    title: 'a repeated idempotency key is answered by 409',
    break: remembering(() => {
      const seen = new Set<string>()
      return answerInstead(async (request) => {
        if (!creates(request)) return undefined
        const key = keyOf(request, parseObject(await request.text()))
        if (key === undefined) return undefined
        if (seen.has(key)) return errorResponse(409, 'duplicate')
        seen.add(key)
        return undefined
      })
    }),
  },
  {
    id: 'replay-has-a-new-created',
    rule: 'EV-1',
    title: 'a repeated idempotency key returns the event with a new created',
    break: changeResponses('createEvent', async (response) => {
      if (response.headers.get('idempotency-replayed') === null) return response
      const event = (await response.json()) as Json
      return withBody(response, {
        ...event,
        created: new Date(Date.parse(String(event.created)) + 1000).toISOString(),
      })
    }),
  },
  {
    id: 'replay-loses-data',
    rule: 'EV-1',
    title: 'a repeated idempotency key returns the event without its payload',
    break: changeResponses('createEvent', async (response) => {
      if (response.headers.get('idempotency-replayed') === null) return response
      return withBody(response, { ...((await response.json()) as Json), data: {} })
    }),
  },
  {
    id: 'live-keys-are-not-idempotent',
    rule: 'EV-1',
    title: 'a repeated idempotency key has no effect in live mode',
    break: changeRequests((request) =>
      creates(request) && !usesTestKey(request) ? withoutKey(request) : request,
    ),
  },
  {
    id: 'third-request-creates',
    rule: 'EV-1',
    title: 'an idempotency key holds for its first repetition alone',
    break: forgetful((_, count) => count > 2),
  },
  {
    id: 'key-is-validated-and-ignored',
    rule: 'EV-1',
    title: 'the idempotency key is validated, and then forgotten',
    break: () => ({ options: { limits: { idempotencyWindow: 0 } } }),
  },
  {
    id: 'one-event-for-equal-requests',
    rule: 'EV-4',
    title: 'equal requests without a key are taken for duplicates',
    break: changeRequests(async (request) => {
      if (!creates(request)) return request
      const text = await request.clone().text()
      if (keyOf(request, parseObject(text)) !== undefined) return request
      const key = [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7)
      return alterRequest(request, { headers: (headers) => headers.set('idempotency-key', `same-${key}`) })
    }),
  },
  {
    id: 'key-is-required',
    rule: 'EV-4',
    title: 'an idempotency key is required',
    break: answerInstead(async (request) =>
      creates(request) && keyOf(request, parseObject(await request.text())) === undefined
        ? errorResponse(400)
        : undefined,
    ),
  },
  {
    id: 'replay-creates-behind-the-answer',
    rule: 'EV-5',
    title: 'a repeated key returns the original and creates a second event',
    break: changeResponses('createEvent', async (response, request, send) => {
      if (response.headers.get('idempotency-replayed') === null) return response
      await send(await withoutKey(request))
      return response
    }),
  },
  {
    id: 'race-creates-twice',
    rule: 'EV-5',
    title: 'of requests with one key that arrive at once each creates an event',
    break: () => {
      const underWay = new Map<string, number>()
      return {
        fetch: (send) => async (request) => {
          if (!creates(request)) return send(request)
          const key = keyOf(request, parseObject(await request.clone().text())) ?? ''
          const others = underWay.get(key) ?? 0
          underWay.set(key, others + 1)
          const seen = others === 0 || key === '' ? request : await withoutKey(request)
          await new Promise((resolve) => setTimeout(resolve, 2))
          const response = await send(seen)
          underWay.set(key, (underWay.get(key) ?? 1) - 1)
          return response
        },
      }
    },
  },
  {
    id: 'other-body-creates',
    rule: 'EV-5',
    title: 'a repeated key with another body creates a second event',
    break: remembering(() => {
      const bodies = new Map<string, string>()
      return changeRequests(async (request) => {
        if (!creates(request)) return request
        const text = await request.clone().text()
        const key = keyOf(request, parseObject(text))
        if (key === undefined) return request
        const known = bodies.get(key)
        bodies.set(key, known ?? text)
        return known === undefined || known === text ? request : withoutKey(request)
      })
    }),
  },
  {
    id: 'window-of-an-hour',
    rule: 'EV-11',
    title: 'an idempotency key is remembered for an hour',
    break: () => ({ options: { limits: { idempotencyWindow: 3_600_000 } } }),
  },
  {
    id: 'window-of-23-hours',
    rule: 'EV-11',
    title: 'an idempotency key is remembered for 23 hours',
    break: () => ({ options: { limits: { idempotencyWindow: 23 * 3_600_000 } } }),
  },
  {
    id: 'keys-are-cut',
    rule: 'EV-13',
    title: 'idempotency keys count up to their fifth to last letter alone',
    break: keysBecome((key) => key.replace(/[01]$/, '')),
  },
  {
    id: 'keys-in-lower-case',
    rule: 'EV-13',
    title: 'idempotency keys are compared regardless of case',
    break: keysBecome((key) => key.toLowerCase()),
  },
  {
    id: 'idempotency-key-is-cut-to-64',
    rule: 'EV-13',
    title: 'only the first 64 characters of an idempotency key count',
    break: keysBecome((key) => key.slice(0, 64)),
  },
]

function keysBecome(change: (key: string) => string): Breakage {
  return changeRequests((request) =>
    creates(request)
      ? alterRequest(request, {
          headers: (headers) => {
            const key = headers.get('idempotency-key')
            if (key !== null) headers.set('idempotency-key', change(key))
          },
          body: (json) =>
            typeof json.idempotencyKey === 'string'
              ? { ...json, idempotencyKey: change(json.idempotencyKey) }
              : json,
        })
      : request,
  )
}
