import {
  answerInstead,
  changeRequests,
  changeSuccesses,
  operationOf,
  remembering,
  usesTestKey,
  withIdempotencyKey,
  type Mutant,
} from '../support/breakage'

type Json = Record<string, unknown>

const items = (page: Json, change: (events: Json[]) => Json[]) => ({
  ...page,
  data: change(page.data as Json[]),
})
const large = (event: Json) => JSON.stringify(event.data).length > 60_000

/** Mutants that change what they were given, or hide it, where few look. */
export const changeMutants: readonly Mutant[] = [
  {
    id: 'lists-are-cut-at-1000',
    rule: 'EV-10',
    title: 'a list of a payload is cut after 1,000 items',
    break: changeSuccesses('createEvent', (event) => ({
      ...event,
      data: revived(event.data, (_, value) => (Array.isArray(value) ? value.slice(0, 1_000) : value)),
    })),
  },
  {
    id: 'names-of-secrets-are-masked',
    rule: 'EV-10',
    title: 'what a payload names password or token is masked',
    break: changeSuccesses('createEvent', (event) => ({
      ...event,
      data: revived(event.data, (name, value) => (/^(password|token)$/.test(name) ? '***' : value)),
    })),
  },
  {
    id: 'retrieved-event-has-no-payload',
    rule: 'EV-10',
    title: 'an event that is retrieved has an empty payload',
    break: changeSuccesses('retrieveEvent', (event) => ({ ...event, data: {} })),
  },
  {
    id: 'retrieved-event-is-of-now',
    rule: 'EV-9',
    title: 'an event that is retrieved was created just then',
    break: changeSuccesses('retrieveEvent', (event) => ({ ...event, created: '2026-11-21T04:00:00.000Z' })),
  },
  {
    id: 'listed-types-in-lower-case',
    rule: 'PG-8',
    title: 'the types of listed events are in lower case',
    break: changeSuccesses('listEvents', (page) =>
      items(page, (events) => events.map((event) => ({ ...event, type: String(event.type).toLowerCase() }))),
    ),
  },
  {
    id: 'types-are-trimmed',
    rule: 'EV-8',
    title: 'blanks around a type are taken off',
    break: changeSuccesses('createEvent', (event) => ({ ...event, type: String(event.type).trim() })),
  },
  {
    id: 'types-are-cut-at-100',
    rule: 'EV-8',
    title: 'a type is cut after 100 characters',
    break: changeSuccesses('createEvent', (event) => ({ ...event, type: String(event.type).slice(0, 100) })),
  },
  {
    id: 'empty-payloads-are-not-listed',
    rule: 'PG-6',
    title: 'an event with an empty payload is not listed',
    break: changeSuccesses('listEvents', (page) =>
      items(page, (events) => events.filter(({ data }) => JSON.stringify(data) !== '{}')),
    ),
  },
  {
    id: 'large-events-are-not-listed',
    rule: 'PG-6',
    title: 'an event of more than 60 kB is not listed',
    break: changeSuccesses('listEvents', (page) =>
      items(page, (events) => events.filter((one) => !large(one))),
    ),
  },
  {
    id: 'description-on-one-line',
    rule: 'WH-7',
    title: 'the lines of a description are joined',
    break: changeSuccesses('createWebhook', (webhook) =>
      typeof webhook.description === 'string'
        ? { ...webhook, description: webhook.description.replaceAll('\n', ' ') }
        : webhook,
    ),
  },
  {
    id: 'nothing-at-all-names-data',
    rule: 'EV-2',
    title: 'without type and data the refusal names data',
    break: answerInstead(async (request) => {
      if (operationOf(request) !== 'createEvent' || (await request.text()) !== '{}') return undefined
      const error = { code: 'invalid_request', message: 'data is required.', param: 'data' }
      return Response.json({ error }, { status: 400 })
    }),
  },
  {
    id: 'long-idempotency-keys-are-ignored',
    rule: 'EV-5',
    title: 'an idempotency key of more than 64 characters has no effect',
    break: remembering(() => {
      let count = 0
      return keyed((key) => (key.length > 64 ? `${key.slice(0, 32)}-${(count += 1)}` : key))
    }),
  },
  {
    id: 'test-keys-are-not-idempotent',
    rule: 'EV-5',
    title: 'an idempotency key has no effect in test mode',
    break: remembering(() => {
      let count = 0
      return keyed((key) => `${key}-${(count += 1)}`, usesTestKey)
    }),
  },
  {
    id: 'marks-of-idempotency-keys-are-dropped',
    rule: 'EV-13',
    title: 'idempotency keys are compared without their dashes',
    break: keyed((key) => key.replaceAll('-', '')),
  },
]

function revived(value: unknown, change: (name: string, value: unknown) => unknown): unknown {
  return JSON.parse(JSON.stringify(value), change)
}

function keyed(change: (key: string) => string, concerns: (request: Request) => boolean = () => true) {
  return changeRequests((request) =>
    operationOf(request) === 'createEvent' && concerns(request)
      ? withIdempotencyKey(request, change)
      : request,
  )
}
