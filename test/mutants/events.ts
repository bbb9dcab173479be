import {
  altered,
  instead,
  isTest,
  operationOf,
  refusal,
  refusals,
  replies,
  successes,
  tampered,
  withBody,
  withStatus,
  type Breakage,
  type Mutant,
} from './breakage'

type Json = Record<string, unknown>

const creates = (request: Request) => operationOf(request) === 'createEvent'
const keyOf = (request: Request, body: Json | undefined) =>
  request.headers.get('idempotency-key') ?? (body?.idempotencyKey as string | undefined)

/** A creation whose body is changed on its way in. */
const sentAs = (change: (json: Json, request: Request) => unknown): Breakage =>
  tampered((request) =>
    creates(request) ? altered(request, { body: (json) => change(json, request) }) : request,
  )

/** The idempotency key is taken out of what the backend sees. */
const forgetful = (forgets: (key: string, count: number) => boolean): Breakage => {
  const seen = new Map<string, number>()
  return tampered(async (request) => {
    if (!creates(request)) return request
    const text = await request.clone().text()
    const key = keyOf(request, safe(text))
    if (key === undefined) return request
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    if (!forgets(key, count)) return request
    return altered(request, {
      headers: (headers) => headers.delete('idempotency-key'),
      body: ({ idempotencyKey: _, ...rest }) => rest,
    })
  })
}

/** Mutants of event creation. */
export const eventMutants: readonly Mutant[] = [
  {
    id: 'replay-is-a-conflict',
    rule: 'EV-1',
    title: 'a repeated idempotency key is answered by 409',
    break: (() => {
      const seen = new Set<string>()
      return instead(async (request) => {
        if (!creates(request)) return undefined
        const key = keyOf(request, safe(await request.text()))
        if (key === undefined) return undefined
        if (seen.has(key)) return refusal(409, 'duplicate')
        seen.add(key)
        return undefined
      })
    })(),
  },
  {
    id: 'replay-has-a-new-created',
    rule: 'EV-1',
    title: 'a repeated idempotency key returns the event with a new created',
    break: replies('createEvent', async (response) => {
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
    break: replies('createEvent', async (response) => {
      if (response.headers.get('idempotency-replayed') === null) return response
      return withBody(response, { ...((await response.json()) as Json), data: {} })
    }),
  },
  {
    id: 'live-keys-are-not-idempotent',
    rule: 'EV-1',
    title: 'a repeated idempotency key has no effect in live mode',
    break: tampered((request) =>
      creates(request) && !isTest(request)
        ? altered(request, {
            headers: (headers) => headers.delete('idempotency-key'),
            body: ({ idempotencyKey: _, ...rest }) => rest,
          })
        : request,
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
    break: { options: { limits: { idempotencyWindow: 0 } } },
  },
  {
    id: 'missing-type-is-422',
    rule: 'EV-2',
    title: 'a missing type is 422',
    break: replies('createEvent', async (response) => {
      const { error } = (await response.clone().json()) as { error?: Json }
      return error?.param === 'type' ? withStatus(response, 422) : response
    }),
  },
  {
    id: 'missing-type-without-param',
    rule: 'EV-2',
    title: 'the refusal of a missing type has no param',
    break: refusals('createEvent', ({ error }) => ({ error: { ...(error as Json), param: undefined } })),
  },
  {
    id: 'missing-type-names-data',
    rule: 'EV-2',
    title: 'the refusal of a missing type names data',
    break: refusals('createEvent', ({ error }) => ({ error: { ...(error as Json), param: 'data' } })),
  },
  {
    id: 'missing-type-has-another-code',
    rule: 'EV-2',
    title: 'the refusal of a missing type has the code missing_field',
    break: refusals('createEvent', ({ error }) => ({ error: { ...(error as Json), code: 'missing_field' } })),
  },
  {
    id: 'missing-type-gets-a-default',
    rule: 'EV-2',
    title: 'a missing type becomes "event"',
    break: sentAs((json) => ({ type: 'event', ...json })),
  },
  {
    id: 'event-in-an-envelope',
    rule: 'EV-3',
    title: 'the created event comes in an envelope',
    break: successes('createEvent', (event) => ({ event })),
  },
  {
    id: 'event-without-data',
    rule: 'EV-3',
    title: 'the created event has no data',
    break: successes('createEvent', ({ data: _, ...event }) => event),
  },
  {
    id: 'event-without-created',
    rule: 'EV-3',
    title: 'the created event has no created',
    break: successes('createEvent', ({ created: _, ...event }) => event),
  },
  {
    id: 'one-event-for-equal-requests',
    rule: 'EV-4',
    title: 'equal requests without a key are taken for duplicates',
    break: tampered(async (request) => {
      if (!creates(request)) return request
      const text = await request.clone().text()
      if (keyOf(request, safe(text)) !== undefined) return request
      const key = [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7)
      return altered(request, { headers: (headers) => headers.set('idempotency-key', `same-${key}`) })
    }),
  },
  {
    id: 'key-is-required',
    rule: 'EV-4',
    title: 'an idempotency key is required',
    break: instead(async (request) =>
      creates(request) && keyOf(request, safe(await request.text())) === undefined ? refusal(400) : undefined,
    ),
  },
  {
    id: 'replay-creates-behind-the-answer',
    rule: 'EV-5',
    title: 'a repeated key returns the original and creates a second event',
    break: replies('createEvent', async (response, request, send) => {
      if (response.headers.get('idempotency-replayed') === null) return response
      const plain = await altered(request, {
        headers: (headers) => headers.delete('idempotency-key'),
        body: ({ idempotencyKey: _, ...rest }) => rest,
      })
      await send(plain)
      return response
    }),
  },
  {
    id: 'race-creates-twice',
    rule: 'EV-5',
    title: 'of requests with one key that arrive at once each creates an event',
    break: (() => {
      const underWay = new Map<string, number>()
      return {
        fetch: (send) => async (request) => {
          if (!creates(request)) return send(request)
          const key = keyOf(request, safe(await request.clone().text())) ?? ''
          const others = underWay.get(key) ?? 0
          underWay.set(key, others + 1)
          const seen =
            others === 0 || key === ''
              ? request
              : await altered(request, {
                  headers: (headers) => headers.delete('idempotency-key'),
                  body: ({ idempotencyKey: _, ...rest }) => rest,
                })
          await new Promise((resolve) => setTimeout(resolve, 2))
          const response = await send(seen)
          underWay.set(key, (underWay.get(key) ?? 1) - 1)
          return response
        },
      } satisfies Breakage
    })(),
  },
  {
    id: 'other-body-creates',
    rule: 'EV-5',
    title: 'a repeated key with another body creates a second event',
    break: (() => {
      const bodies = new Map<string, string>()
      return tampered(async (request) => {
        if (!creates(request)) return request
        const text = await request.clone().text()
        const key = keyOf(request, safe(text))
        if (key === undefined) return request
        const known = bodies.get(key)
        bodies.set(key, known ?? text)
        if (known === undefined || known === text) return request
        return altered(request, {
          headers: (headers) => headers.delete('idempotency-key'),
          body: ({ idempotencyKey: _, ...rest }) => rest,
        })
      })
    })(),
  },
  {
    id: 'missing-data-becomes-empty',
    rule: 'EV-6',
    title: 'missing data becomes an empty object',
    break: sentAs((json) => ({ data: {}, ...json })),
  },
  {
    id: 'missing-data-is-404',
    rule: 'EV-6',
    title: 'missing data is 404',
    break: replies('createEvent', async (response) => {
      const { error } = (await response.clone().json()) as { error?: Json }
      return error?.param === 'data' ? withStatus(response, 404) : response
    }),
  },
  {
    id: 'event-id-with-another-prefix',
    rule: 'EV-7',
    title: 'an event id begins with event_',
    break: successes('createEvent', (event) => ({
      ...event,
      id: String(event.id).replace('evt_', 'event_'),
    })),
  },
  {
    id: 'event-id-is-a-number',
    rule: 'EV-3',
    title: 'an event id is a number',
    break: successes('createEvent', (event, { count }) => ({ ...event, id: count })),
  },
  {
    id: 'type-in-lower-case',
    rule: 'EV-8',
    title: 'a type comes back in lower case',
    break: successes('createEvent', (event) => ({ ...event, type: String(event.type).toLowerCase() })),
  },
  {
    id: 'type-needs-a-dot',
    rule: 'EV-8',
    title: 'a type without a dot is refused',
    break: instead(async (request) => {
      const type = creates(request) ? safe(await request.text())?.type : undefined
      return typeof type === 'string' && !type.includes('.') ? refusal(400) : undefined
    }),
  },
  {
    id: 'type-must-be-ascii',
    rule: 'EV-8',
    title: 'a type in other letters than ASCII is refused',
    break: instead(async (request) => {
      const type = creates(request) ? safe(await request.text())?.type : undefined
      return typeof type === 'string' && /[^\x20-\x7e]/.test(type) ? refusal(400) : undefined
    }),
  },
  {
    id: 'created-in-seconds',
    rule: 'EV-9',
    title: 'created is a number of seconds',
    break: successes('createEvent', (event) => ({
      ...event,
      created: Date.parse(String(event.created)) / 1000,
    })),
  },
  {
    id: 'created-in-local-time',
    rule: 'EV-9',
    title: 'created is local time, and says UTC',
    break: successes('createEvent', (event) => ({
      ...event,
      created: new Date(Date.parse(String(event.created)) + 2 * 3_600_000).toISOString(),
    })),
  },
  {
    id: 'created-with-an-offset',
    rule: 'EV-9',
    title: 'created has another offset than UTC',
    break: successes('createEvent', (event) => ({
      ...event,
      created: String(event.created).replace('Z', '+02:00'),
    })),
  },
  {
    id: 'nulls-are-dropped',
    rule: 'EV-10',
    title: 'fields that are null vanish from a payload',
    break: successes('createEvent', (event) => ({ ...event, data: withoutNulls(event.data) })),
  },
  {
    id: 'numbers-become-text',
    rule: 'EV-10',
    title: 'decimal numbers come back as text',
    break: successes('createEvent', (event) => ({
      ...event,
      data: JSON.parse(JSON.stringify(event.data), (_, value: unknown) =>
        typeof value === 'number' && !Number.isInteger(value) ? String(value) : value,
      ) as unknown,
    })),
  },
  {
    id: 'unicode-is-lost',
    rule: 'EV-10',
    title: 'letters beyond the basic plane are lost',
    break: successes('createEvent', (event) => ({
      ...event,
      data: JSON.parse(JSON.stringify(event.data).replace(/[\u{10000}-\u{10ffff}]/gu, '?')) as unknown,
    })),
  },
  {
    id: 'text-is-trimmed-in-the-list',
    rule: 'EV-10',
    title: 'texts are trimmed, in the list alone',
    break: successes('listEvents', (page) => ({
      ...page,
      data: (page.data as Json[]).map((event) => ({
        ...event,
        data: JSON.parse(JSON.stringify(event.data), (_, value: unknown) =>
          typeof value === 'string' ? value.trim() : value,
        ) as unknown,
      })),
    })),
  },
  {
    id: 'single-lists-are-unwrapped',
    rule: 'EV-10',
    title: 'a list of one item comes back as the item',
    break: successes('createEvent', (event) => ({
      ...event,
      data: JSON.parse(JSON.stringify(event.data), (_, value: unknown) =>
        Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value,
      ) as unknown,
    })),
  },
  {
    id: 'window-of-an-hour',
    rule: 'EV-11',
    title: 'an idempotency key is remembered for an hour',
    break: { options: { limits: { idempotencyWindow: 3_600_000 } } },
  },
  {
    id: 'window-of-23-hours',
    rule: 'EV-11',
    title: 'an idempotency key is remembered for 23 hours',
    break: { options: { limits: { idempotencyWindow: 23 * 3_600_000 } } },
  },
  {
    id: 'ids-repeat',
    rule: 'EV-12',
    title: 'event ids repeat',
    break: successes('createEvent', (event, { count }) => ({ ...event, id: `evt_${count % 4}` })),
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
]

function keysBecome(change: (key: string) => string): Breakage {
  return tampered((request) =>
    creates(request)
      ? altered(request, {
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

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (inner === null ? [] : [[name, withoutNulls(inner)]])),
  )
}

function safe(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
