import { awaitListed, lookUntilListed } from '../../probes/await-listed'
import { createdBy, createEvent, eventInput, newIdempotencyKey, sendEvent } from '../../probes/events'
import { expectNow } from '../../probes/timestamps'
import { expectOriginal } from '../../probes/replays'
import { expectParam, expectShape } from '../../probes/error-shape'
import { expectRefusal, expectSame, expectThat } from '../../probes/expect'
import { refusesKey } from '../../probes/answers'
import { listPage, traverse } from '../../probes/listing'
import { workingPlaces } from '../../probes/idempotency'
import { CouldNotRun } from '../../engine/outcome'
import { untilSteady } from '../../probes/steady-lists'
import type { Check } from '../../engine/check'
import type { Context } from '../../engine/context'
import type { Key } from '../../engine/key'

const base = { level: 'must', mode: 'non-disruptive', needs: ['event-key'], quick: 'only' } as const

/** The checks of a quick run that create events, or try to. */
export const eventGlanceChecks: readonly Check[] = [
  {
    ...base,
    id: 'event-from-creation-to-list',
    title:
      'an event comes back as it was sent, each time a new one without a key, and is listed page by page',
    rules: [
      ...['AU-1', 'EV-3', 'EV-4', 'EV-7', 'EV-8', 'EV-9', 'EV-10', 'EV-12'],
      ...['PG-1', 'PG-2', 'PG-4', 'PG-5', 'PG-6', 'PG-8'],
    ],
    restsOn:
      'POST /v1/events, request body and response; GET /v1/events; List envelope; Authentication, rule 1',
    leavesOpen:
      'The status of the success, further fields, the order of the list and how soon an event is listed are the service’s choice.',
    async run(context) {
      const key = context.eventKey()
      const data = { text: 'Größe 支払い 😀 ', number: 0.1, list: [1, null, {}], nothing: null }
      const input = { ...eventInput(context, 'whole', data), type: `${context.unique('Whole')}.größe` }
      const first = await sendEvent(context, key, input)
      const refused = `The ${key.kind} key is accepted for listing and refused for creating an event.`
      expectThat(!refusesKey(first), 'AU-1', refused, { answer: first })
      const { event, answer } = createdBy(context, first, input)
      expectThat(/^evt_\S+$/.test(event.id), 'EV-7', 'The id is not evt_ and an identifier.', {
        expected: 'evt_...',
        received: event.id,
        answer,
      })
      expectNow('EV-9', event.created, 'creation', answer)
      const equal = await createEvent(context, key, input)
      const message = 'The second of two equal requests without a key returned the first event.'
      const details = { expected: 'another id', received: equal.event.id, answer: equal.answer }
      expectThat(event.id !== equal.event.id, ['EV-4', 'EV-12'], message, details)
      const { items } = await awaitListed(context, key, [event.id, equal.event.id])
      const listed = items.filter(({ type }) => type === input.type).length
      expectSame(listed, 2, 'PG-6', 'The number of events that are listed', answer)
      listedAtAGlance(context, key).push(event.id, equal.event.id)
      await untilSteady(context, key, [event.id, equal.event.id], async () => {
        const { pages } = await traverse(context, key, { limit: 1 }, (seen) => seen.length >= 2)
        const seen = pages.reduce((sum, page) => sum + page.items.length, 0)
        const ended = '`hasMore` was false while more items followed.'
        expectThat(seen >= 2, 'PG-4', ended, { expected: '2 items', answer: pages.at(-1)?.answer })
      })
    },
  },
  {
    ...base,
    id: 'modes-at-a-glance',
    title: 'the first page of the live list shows no event of the test key',
    rules: ['AU-7'],
    needs: ['test-key', 'live-key'],
    restsOn: 'Authentication, rule 4',
    leavesOpen: 'The order of the list is the service’s choice.',
    async run(context) {
      const key = context.testKey()
      const made = listedAtAGlance(context, key)
      if (made.length === 0) {
        const { event } = await createEvent(context, key)
        const { traversal } = await lookUntilListed(context, key, [event.id])
        const isListed = traversal.items.some(({ id }) => id === event.id)
        if (!isListed) throw new CouldNotRun('No event of the test key is listed.', '--listing-timeout')
        made.push(event.id)
      }
      const { items } = await listPage(context, context.liveKey(), { limit: 100 })
      const shown = items.find(({ id }) => made.includes(id))
      const message = 'An event of the test key is listed for the live key.'
      expectThat(!shown, 'AU-7', message, { received: shown?.id })
    },
  },
  {
    ...base,
    id: 'idempotency-key-at-a-glance',
    title: 'a repeated idempotency key returns the original event, and another key another one',
    rules: ['EV-1', 'EV-5', 'EV-13'],
    restsOn: 'POST /v1/events, rule 1',
    leavesOpen:
      "Name and place of the key, its longest form, the status of the replay, and further fields and headers of the answer are the service's choice.",
    timeLimit: 60_000,
    async run(context) {
      const places = await workingPlaces(context, 'EV-5')
      const key = context.eventKey()
      const input = eventInput(context, 'glance')
      const once = newIdempotencyKey(places)
      const first = await createEvent(context, key, input, once)
      const again = await sendEvent(context, key, input, once)
      const { event } = await createEvent(context, key, input, newIdempotencyKey(places))
      const message = 'Two different keys returned the same event.'
      expectThat(event.id !== first.event.id, 'EV-13', message, {
        expected: 'another event',
        received: event.id,
      })
      expectOriginal(first.event, again)
      const { items } = await awaitListed(context, key, [first.event.id, event.id])
      const ids = items.flatMap(({ id, type }) => (type === input.type ? [id] : []))
      expectThat(ids.length <= 2, 'EV-5', 'A repeated key made another event, which is listed.', {
        expected: [event.id, first.event.id],
        received: ids,
      })
    },
  },
  {
    ...base,
    id: 'refusals-at-a-glance',
    title: 'an event without type or data is 400 invalid_request, and truncated JSON is refused',
    rules: ['EV-2', 'EV-6', 'ER-1', 'ER-2', 'ER-3', 'ER-5', 'GN-2'],
    restsOn: 'POST /v1/events, rule 2 and request body; Errors',
    leavesOpen:
      'The words of messages and further fields are the service’s choice, and so is which 4xx a malformed request gets.',
    async run(context) {
      const key = context.eventKey()
      const send = (body: unknown) => context.call('createEvent', { key, body })
      const typeless = await send({ data: { run: context.prefix } })
      expectRefusal(typeless, 'EV-2', 'An event without type', { param: 'type' })
      const dataless = await send({ type: context.unique('no-data') })
      expectRefusal(dataless, 'EV-6', 'An event without data')
      for (const answer of [typeless, dataless]) {
        expectRefusal(answer, 'ER-3', 'An event without a required field')
        expectShape(answer)
        expectParam(answer)
      }
      const raw = `{"type":"${context.unique('malformed')}","data":{`
      const malformed = await context.call('createEvent', { key, raw })
      const message = `A malformed request was answered by ${malformed.status}.`
      expectThat(malformed.status >= 400, 'GN-2', message, { expected: 'a 4xx', answer: malformed })
    },
  },
]

/** Ids of the key's events that a check of a quick run has seen in the list. */
export function listedAtAGlance(context: Context, key: Key): string[] {
  return context.keep(`listed at a glance ${key.label}`, () => [])
}
