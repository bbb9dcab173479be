import { Violation } from '../../engine/outcome'
import { createEvent, eventInput, eventOf, forEachKey, sendEvent } from '../../probes/events'
import { expectRefusal, expectSame, isRefusal, isSuccess } from '../../probes/expect'
import { awaitListed } from '../../probes/listing'
import { expectNow } from '../../probes/timestamps'
import { usualPlaces } from '../../probes/idempotency-names'
import type { Answer } from '../../wire/client'
import type { Check } from '../../engine/check'
import type { Context } from '../../engine/context'
import type { Key } from '../../engine/key'

const base = { level: 'must', mode: 'non-disruptive', needs: ['event-key'] } as const

/** Creating events: their fields, and which are required. */
export const eventChecks: readonly Check[] = [
  {
    ...base,
    id: 'create-event',
    title: 'a type and a payload make an event',
    rules: ['EV-3'],
    async run(context) {
      for (const key of context.eventKeys()) {
        const { answer, event, input } = await createEvent(context, key)
        context.observe('createEventStatus', answer.status)
        for (const field of ['id', 'type', 'created', 'data']) {
          if (!(field in event))
            throw new Violation('EV-3', `The event has no ${field}.`, { received: event })
        }
        expectSame({ type: event.type, data: event.data }, input, 'EV-3', 'The created event', answer)
      }
    },
  },
  {
    ...base,
    id: 'event-id',
    title: 'an event id is evt_ and an identifier',
    rules: ['EV-7'],
    async run(context) {
      await forEachKey(context, async (key) => {
        const { event, answer } = await createEvent(context, key)
        if (/^evt_\S+$/.test(event.id)) return
        throw new Violation('EV-7', 'The id is not evt_ and an identifier.', {
          expected: 'evt_...',
          received: event.id,
          evidence: answer.evidence,
        })
      })
    },
  },
  {
    ...base,
    id: 'event-created-time',
    title: 'created is the time of creation, in UTC',
    rules: ['EV-9'],
    async run(context) {
      await forEachKey(context, async (key) => {
        const { event, answer } = await createEvent(context, key)
        expectNow('EV-9', event.created, answer)
      })
    },
  },
  {
    ...base,
    id: 'event-ids-unique',
    title: 'no two events share an id',
    rules: ['EV-12'],
    async run(context) {
      const ids = new Set<string>()
      await context.reserve(8)
      for (const key of context.eventKeys()) {
        const input = eventInput(context, 'id')
        const made = await Promise.all(
          Array.from({ length: 8 }, () =>
            createEvent(context, key, input, { places: [], value: '', reserved: true }),
          ),
        )
        for (const { event, answer } of made) {
          if (ids.has(event.id)) {
            throw new Violation('EV-12', `Two events have the id ${event.id}.`, { evidence: answer.evidence })
          }
          ids.add(event.id)
        }
      }
    },
  },
  {
    ...base,
    id: 'create-event-missing-type',
    title: 'without type the answer is 400 invalid_request with param type',
    rules: ['EV-2'],
    async run(context) {
      await forEachKey(context, async (key) => {
        // Without data as well it is still the type that is missing.
        for (const body of [{ data: { run: context.prefix } }, {}]) {
          const answer = await context.call('createEvent', { key, body })
          const refusal = { rule: 'EV-2', status: 400, code: 'invalid_request', param: 'type' }
          expectRefusal(answer, refusal, 'An event without type')
        }
      })
    },
  },
  {
    ...base,
    id: 'create-event-missing-data',
    title: 'without data the answer is 400 invalid_request',
    rules: ['EV-6'],
    async run(context) {
      await forEachKey(context, async (key) => {
        const answer = await context.call('createEvent', { key, body: { type: context.unique('no-data') } })
        expectRefusal(answer, { rule: 'EV-6', status: 400, code: 'invalid_request' }, 'An event without data')
      })
    },
  },
  {
    ...base,
    id: 'missing-data-is-named',
    title: 'a refusal for missing data names it in param',
    rules: ['ER-6'],
    level: 'should',
    async run(context) {
      const answer = await context.call('createEvent', {
        key: context.eventKey(),
        body: { type: context.unique('no-data') },
      })
      const refusal = { rule: 'ER-6', status: 400, code: 'invalid_request', param: 'data' }
      expectRefusal(answer, refusal, 'An event without data')
    },
  },
  {
    ...base,
    id: 'equal-requests-without-key',
    title: 'two equal requests without an idempotency key make two events',
    rules: ['EV-4'],
    async run(context) {
      await forEachKey(context, async (key) => {
        const input = eventInput(context, 'twice')
        const plain = await context.call('createEvent', { key, body: input })
        if (isRefusal(plain)) await assertKeyNotWanted(context, key, plain)
        const first = { event: eventOf(plain, 'The creation of an event') }
        const second = await createEvent(context, key, input)
        if (first.event.id !== second.event.id) return
        throw new Violation(
          'EV-4',
          'The second of two equal requests without a key returned the first event.',
          {
            expected: 'another id',
            received: second.event.id,
            evidence: second.answer.evidence,
          },
        )
      })
    },
  },
  {
    ...base,
    id: 'refused-event-is-not-created',
    title: 'a refused event is not created',
    rules: ['EV-2', 'EV-6'],
    async run(context) {
      const key = context.eventKey()
      const type = context.unique('refused')
      const answer = await context.call('createEvent', { key, body: { type } })
      const { event } = await createEvent(context, key)
      const { items } = await awaitListed(context, key, [event.id])
      if (isSuccess(answer) || !items.some((item) => item.type === type)) return
      throw new Violation('EV-6', 'An event without data was refused, and is listed.', { received: type })
    },
  },
]

/** Fails with EV-4 where the same creation succeeds as soon as it bears an idempotency key. */
async function assertKeyNotWanted(context: Context, key: Key, refused: Answer): Promise<void> {
  for (const place of usualPlaces) {
    const once = { places: [place], value: crypto.randomUUID() }
    const answer = await sendEvent(context, key, eventInput(context, 'twice'), once)
    if (!isSuccess(answer)) continue
    throw new Violation('EV-4', 'An event without an idempotency key was refused.', {
      expected: 'a 2xx',
      received: `${refused.status} ${refused.text}`,
      evidence: refused.evidence,
    })
  }
}
