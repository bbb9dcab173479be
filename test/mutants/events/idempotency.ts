import {
  alterRequest,
  changeRequests,
  changeResponses,
  changeSuccesses,
  errorResponse,
  parseObject,
  remembering,
  usesTestKey,
  withBody,
  withIdempotencyKey,
  answerInstead,
  type Breakage,
} from '../../support/breakage'
import { changeIdempotencyKey, creates, jsonOf, refuse } from '../changes'
import { mutantTable } from '../table'

const hour = 3_600_000

/** The idempotency key of a creation; `undefined` where a request has none, or is no creation. */
function keyIn(request: Request, text: string): string | undefined {
  if (!creates(request)) return undefined
  return request.headers.get('idempotency-key') ?? (parseObject(text)?.idempotencyKey as string | undefined)
}

/** A creation without its idempotency key. */
function withoutKey(request: Request): Promise<Request> {
  return alterRequest(request, {
    headers: (headers) => headers.delete('idempotency-key'),
    body: ({ idempotencyKey: _, ...rest }) => rest,
  })
}

/** Takes the idempotency key out of some of the creations that bear one. */
function forgetKeys(forgets: (key: string, text: string, request: Request) => boolean): Breakage {
  return changeRequests(async (request) => {
    const text = await request.clone().text()
    const key = keyIn(request, text)
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

/** Mutants of the idempotency key. */
export const idempotencyMutants = mutantTable({
  'EV-1': {
    'replay-is-a-conflict': {
      title: 'a repeated idempotency key is answered by 409',
      break: remembering(() => {
        const seen = new Set<string>()
        return answerInstead(async (request) => {
          const key = keyIn(request, await request.text())
          if (key !== undefined && seen.has(key)) return errorResponse(409, 'duplicate')
          if (key !== undefined) seen.add(key)
          return undefined
        })
      }),
    },
    'replay-has-a-new-created': {
      title: 'a repeated idempotency key returns the event with a new created',
      break: changeReplays(async (response) => {
        const event = await jsonOf(response)
        const created = new Date(Date.parse(String(event.created)) + 1000).toISOString()
        return withBody(response, { ...event, created })
      }),
    },
    'replay-loses-data': {
      title: 'a repeated idempotency key returns the event without its payload',
      break: changeReplays(async (response) => withBody(response, { ...(await jsonOf(response)), data: {} })),
    },
    'live-keys-are-not-idempotent': {
      title: 'a repeated idempotency key has no effect in live mode',
      break: forgetKeys((_key, _text, request) => !usesTestKey(request)),
    },
    'third-request-creates': {
      title: 'an idempotency key holds for its first repetition alone',
      break: remembering(() => {
        const counts = new Map<string, number>()
        return forgetKeys((key) => {
          const count = (counts.get(key) ?? 0) + 1
          counts.set(key, count)
          return count > 2
        })
      }),
    },
    'key-is-validated-and-ignored': {
      title: 'the idempotency key is validated, and then forgotten',
      break: setWindow(0),
    },
    'replay-loses-unicode': {
      title: 'a replay shows characters beyond ASCII as question marks',
      break: changeReplays(async (response) => {
        const text = (await response.text()).replace(/[^ -~]/g, '?')
        return new Response(text, { status: response.status, headers: response.headers })
      }),
    },
    'last-idempotency-key-alone-is-remembered': {
      title: 'only the last idempotency key is remembered',
      break: remembering(() => {
        let last = ''
        let turn = 0
        return changeIdempotencyKey((key) => {
          if (key !== last) turn += 1
          last = key
          return `${key}-${turn}`
        })
      }),
    },
    'replay-shows-the-other-payload': {
      title: 'a repeated idempotency key returns the payload of the repeat under the id of the original',
      break: changeSuccesses('createEvent', (json, { body }) => ({ ...json, data: body?.data })),
    },
  },
  'EV-4': {
    'one-event-for-equal-requests': {
      title: 'equal requests without a key are taken for duplicates',
      break: changeRequests(async (request) => {
        const text = await request.clone().text()
        if (!creates(request) || keyIn(request, text) !== undefined) return request
        const hash = [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7)
        return alterRequest(request, { headers: (headers) => headers.set('idempotency-key', `same-${hash}`) })
      }),
    },
    'key-is-required': {
      title: 'an idempotency key is required',
      break: refuse((request, text) => creates(request) && keyIn(request, text) === undefined),
    },
  },
  'EV-5': {
    'replay-creates-behind-the-answer': {
      title: 'a repeated key returns the original and creates a second event',
      break: changeReplays(async (response, request, send) => {
        await send(await withoutKey(request))
        return response
      }),
    },
    'race-creates-twice': {
      title: 'of requests with one key that arrive at once each creates an event',
      break: () => {
        const underWay = new Map<string, number>()
        return {
          fetch: (send) => async (request) => {
            const key = keyIn(request, await request.clone().text())
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
    },
    'other-body-creates': {
      title: 'a repeated key with another body creates a second event',
      break: remembering(() => {
        const bodies = new Map<string, string>()
        return forgetKeys((key, text) => {
          const known = bodies.get(key) ?? text
          bodies.set(key, known)
          return known !== text
        })
      }),
    },
    'idempotency-key-belongs-to-its-type': {
      title: 'an idempotency key that comes again with another type creates a second event',
      break: changeRequests(async (request) => {
        if (!creates(request)) return request
        const { type } = await jsonOf(request)
        return withIdempotencyKey(request, (key) => `${key}-${encodeURIComponent(String(type))}`)
      }),
    },
    'fifty-idempotency-keys-are-remembered': {
      title: 'an idempotency key is forgotten after fifty others',
      break: remembering(() => {
        let recent: string[] = []
        const forgotten = new Map<string, number>()
        return changeIdempotencyKey((key) => {
          recent = [...recent.filter((one) => one !== key), key]
          for (const old of recent.slice(0, -50)) forgotten.set(old, (forgotten.get(old) ?? 0) + 1)
          recent = recent.slice(-50)
          return `${key}-${forgotten.get(key) ?? 0}`
        })
      }),
    },
    'long-idempotency-keys-are-ignored': {
      title: 'an idempotency key of more than 64 characters has no effect',
      break: remembering(() => {
        let count = 0
        return changeIdempotencyKey((key) => (key.length > 64 ? `${key.slice(0, 32)}-${(count += 1)}` : key))
      }),
    },
    'test-keys-are-not-idempotent': {
      title: 'an idempotency key has no effect in test mode',
      break: remembering(() => {
        let count = 0
        return changeIdempotencyKey((key) => `${key}-${(count += 1)}`, usesTestKey)
      }),
    },
  },
  'EV-11': {
    'window-of-an-hour': { title: 'an idempotency key is remembered for an hour', break: setWindow(hour) },
    'window-of-23-hours': {
      title: 'an idempotency key is remembered for 23 hours',
      break: setWindow(23 * hour),
    },
  },
  'EV-13': {
    'keys-are-cut': {
      title: 'a 0 or 1 at the end of an idempotency key does not count',
      break: changeIdempotencyKey((key) => key.replace(/[01]$/, '')),
    },
    'keys-in-lower-case': {
      title: 'idempotency keys are compared regardless of case',
      break: changeIdempotencyKey((key) => key.toLowerCase()),
    },
    'idempotency-key-is-cut-to-64': {
      title: 'only the first 64 characters of an idempotency key count',
      break: changeIdempotencyKey((key) => key.slice(0, 64)),
    },
    'marks-of-idempotency-keys-are-dropped': {
      title: 'idempotency keys are compared without their dashes',
      break: changeIdempotencyKey((key) => key.replaceAll('-', '')),
    },
  },
})
