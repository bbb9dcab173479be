import {
  alterRequest,
  answerInstead,
  changeErrors,
  changeRequests,
  changeResponses,
  changeSuccesses,
  errorResponse,
  operationOf,
  parseObject,
  withStatus,
  type Breakage,
  type Mutant,
} from '../support/breakage'

type Json = Record<string, unknown>

const creates = (request: Request) => operationOf(request) === 'createEvent'

/** A creation whose body is changed on its way in. */
const sentAs = (change: (json: Json, request: Request) => unknown): Breakage =>
  changeRequests((request) =>
    creates(request) ? alterRequest(request, { body: (json) => change(json, request) }) : request,
  )

/** Mutants of event creation. */
export const eventMutants: readonly Mutant[] = [
  {
    id: 'missing-type-is-422',
    rule: 'EV-2',
    title: 'a missing type is 422',
    break: changeResponses('createEvent', async (response) => {
      const { error } = (await response.clone().json()) as { error?: Json }
      return error?.param === 'type' ? withStatus(response, 422) : response
    }),
  },
  {
    id: 'missing-type-without-param',
    rule: 'EV-2',
    title: 'the refusal of a missing type has no param',
    break: changeErrors('createEvent', ({ error }) => ({ error: { ...(error as Json), param: undefined } })),
  },
  {
    id: 'missing-type-names-data',
    rule: 'EV-2',
    title: 'the refusal of a missing type names data',
    break: changeErrors('createEvent', ({ error }) => ({ error: { ...(error as Json), param: 'data' } })),
  },
  {
    id: 'missing-type-has-another-code',
    rule: 'EV-2',
    title: 'the refusal of a missing type has the code missing_field',
    break: changeErrors('createEvent', ({ error }) => ({
      error: { ...(error as Json), code: 'missing_field' },
    })),
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
    break: changeSuccesses('createEvent', (event) => ({ event })),
  },
  {
    id: 'event-without-data',
    rule: 'EV-3',
    title: 'the created event has no data',
    break: changeSuccesses('createEvent', ({ data: _, ...event }) => event),
  },
  {
    id: 'event-without-created',
    rule: 'EV-3',
    title: 'the created event has no created',
    break: changeSuccesses('createEvent', ({ created: _, ...event }) => event),
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
    break: changeResponses('createEvent', async (response) => {
      const { error } = (await response.clone().json()) as { error?: Json }
      return error?.param === 'data' ? withStatus(response, 404) : response
    }),
  },
  {
    id: 'event-id-with-another-prefix',
    rule: 'EV-7',
    title: 'an event id begins with event_',
    break: changeSuccesses('createEvent', (event) => ({
      ...event,
      id: String(event.id).replace('evt_', 'event_'),
    })),
  },
  {
    id: 'event-id-is-a-number',
    rule: 'EV-3',
    title: 'an event id is a number',
    break: changeSuccesses('createEvent', (event, { count }) => ({ ...event, id: count })),
  },
  {
    id: 'type-in-lower-case',
    rule: 'EV-8',
    title: 'a type comes back in lower case',
    break: changeSuccesses('createEvent', (event) => ({ ...event, type: String(event.type).toLowerCase() })),
  },
  {
    id: 'type-needs-a-dot',
    rule: 'EV-8',
    title: 'a type without a dot is refused',
    break: answerInstead(async (request) => {
      const type = creates(request) ? parseObject(await request.text())?.type : undefined
      return typeof type === 'string' && !type.includes('.') ? errorResponse(400) : undefined
    }),
  },
  {
    id: 'type-must-be-ascii',
    rule: 'EV-8',
    title: 'a type in other letters than ASCII is refused',
    break: answerInstead(async (request) => {
      const type = creates(request) ? parseObject(await request.text())?.type : undefined
      return typeof type === 'string' && /[^\x20-\x7e]/.test(type) ? errorResponse(400) : undefined
    }),
  },
  {
    id: 'created-in-seconds',
    rule: 'EV-9',
    title: 'created is a number of seconds',
    break: changeSuccesses('createEvent', (event) => ({
      ...event,
      created: Date.parse(String(event.created)) / 1000,
    })),
  },
  {
    id: 'created-in-local-time',
    rule: 'EV-9',
    title: 'created is local time, and says UTC',
    break: changeSuccesses('createEvent', (event) => ({
      ...event,
      created: new Date(Date.parse(String(event.created)) + 2 * 3_600_000).toISOString(),
    })),
  },
  {
    id: 'created-with-an-offset',
    rule: 'EV-9',
    title: 'created has another offset than UTC',
    break: changeSuccesses('createEvent', (event) => ({
      ...event,
      created: String(event.created).replace('Z', '+02:00'),
    })),
  },
  {
    id: 'nulls-are-dropped',
    rule: 'EV-10',
    title: 'fields that are null vanish from a payload',
    break: changeSuccesses('createEvent', (event) => ({ ...event, data: withoutNulls(event.data) })),
  },
  {
    id: 'numbers-become-text',
    rule: 'EV-10',
    title: 'decimal numbers come back as text',
    break: changeSuccesses('createEvent', (event) => ({
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
    break: changeSuccesses('createEvent', (event) => ({
      ...event,
      data: JSON.parse(JSON.stringify(event.data).replace(/[\u{10000}-\u{10ffff}]/gu, '?')) as unknown,
    })),
  },
  {
    id: 'text-is-trimmed-in-the-list',
    rule: 'EV-10',
    title: 'texts are trimmed, in the list alone',
    break: changeSuccesses('listEvents', (page) => ({
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
    break: changeSuccesses('createEvent', (event) => ({
      ...event,
      data: JSON.parse(JSON.stringify(event.data), (_, value: unknown) =>
        Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value,
      ) as unknown,
    })),
  },
  {
    id: 'ids-repeat',
    rule: 'EV-12',
    title: 'event ids repeat',
    break: changeSuccesses('createEvent', (event, { count }) => ({ ...event, id: `evt_${count % 4}` })),
  },
]

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (inner === null ? [] : [[name, withoutNulls(inner)]])),
  )
}
