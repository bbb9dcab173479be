import { clauses } from './clauses'
import { awaitListed } from '../../probes/await-listed'
import { createEvent, eventInput, newIdempotencyKey } from '../../probes/events'
import { expectNow } from '../../probes/timestamps'
import { expectOriginal } from '../../probes/replays'
import { expectSame, expectThat } from '../../probes/expect'
import { sendEvent } from '../../probes/events'
import { workingPlaces } from '../../probes/idempotency'
import type { Check } from '../../engine/check'

/** The checks that judge many rules with few requests, for a quick run. */
export const endToEndChecks: readonly Check[] = [
  {
    ...clauses.creation,
    id: 'event-from-creation-to-list',
    quick: true,
    title:
      'an event comes back and is listed as it was sent, once for an idempotency key and each time without one',
    rules: ['EV-3', 'EV-4', 'EV-7', 'EV-8', 'EV-9', 'EV-10', 'EV-12', 'PG-6', 'PG-8'],
    level: 'must',
    mode: 'non-disruptive',
    needs: ['event-key'],
    async run(context) {
      const key = context.eventKey()
      const data = { text: 'Größe 支払い 😀 ', number: 0.1, list: [1, null, {}], nothing: null }
      const input = { ...eventInput(context, 'whole', data), type: `${context.unique('Whole')}.größe` }
      const { event, answer } = await createEvent(context, key, input)
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
    },
  },
  {
    ...clauses.replay,
    id: 'idempotency-key-at-a-glance',
    quick: true,
    title: 'a repeated idempotency key returns the original event, and another key another one',
    rules: ['EV-1', 'EV-5', 'EV-13'],
    level: 'must',
    mode: 'non-disruptive',
    needs: ['event-key'],
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
    },
  },
]
