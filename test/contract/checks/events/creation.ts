import { checksOf } from '../checks-of'
import { lookUntilListed } from '../../probes/listing'
import { createdBy, createEvent, eventOf, forEachKey, retrieveEvent, sampleEvent } from '../../probes/events'
import { eventInput, newIdempotencyKey, sendEvent } from '../../probes/sending'
import {
  expectLater,
  expectNow,
  expectSame,
  expectThat,
  fail,
  isRefusal,
  isSuccess,
} from '../../probes/expect'
import { usualPlaces, idempotency } from '../../probes/idempotency'
import type { Answer, Check, Context, Key } from '../../engine/check'
import { expectAnother, expectOneListed } from '../../probes/replays'
import { createUnlessTooLarge } from '../../probes/sizes'
import { distinctText } from '../../probes/nasty-values'

/** Checks of creating events: their fields, which are required, and that all comes back as it was sent. */
export const creationChecks = checksOf({ level: 'must', mode: 'non-disruptive', needs: ['event-key'] }, [
  {
    id: 'create-event',
    title: 'a type and a payload make an event, which holds them as they were sent',
    rules: ['EV-3', 'EV-7', 'EV-8', 'EV-9', 'EV-10', 'AU-1'],
    quick: true,
    run: (context) =>
      forEachKey(context, async (key) => {
        const { answer, event, input } = await sampleEvent(context, key)
        context.observe('createEventStatus', answer.status)
        for (const field of ['id', 'type', 'created', 'data'])
          expectThat(field in event, 'EV-3', `The event has no ${field}.`, { answer })
        const details = { expected: 'evt_...', received: event.id, answer }
        expectThat(/^evt_./.test(event.id), 'EV-7', 'The id is not evt_ and an identifier.', details)
        expectSame({ type: event.type, data: event.data }, input, 'EV-3', 'The created event', answer)
        expectNow('EV-9', event.created, 'creation', answer)
      }),
  },
  {
    id: 'event-created-time',
    title: 'created is the time of creation, in UTC',
    rules: ['EV-9'],
    run: (context) =>
      forEachKey(context, async (key) => {
        const { event, answer } = await sampleEvent(context, key)
        expectNow('EV-9', event.created, 'creation', answer)
        context.later(async () => {
          const later = await createEvent(context, key)
          expectLater('EV-9', event.created, later.event.created, 'events', later.answer)
        })
      }),
  },
  {
    id: 'equal-requests-without-key',
    title: 'two equal requests without an idempotency key make two events',
    rules: ['EV-4'],
    run: (context) =>
      forEachKey(context, async (key) => {
        // A field of the payload, such as this `idempotencyKey`, is no field of the request.
        const input = eventInput(context, 'twice', { idempotencyKey: context.unique('payload') })
        const plain = await sendEvent(context, key, input)
        if (isRefusal(plain)) await expectKeyNotWanted(context, key, plain)
        const first = eventOf(plain, 'The creation of an event')
        await expectAnother(context, key, { event: first, input })
        const large = eventInput(context, 'twice', { text: distinctText(9_000) })
        const made = await createUnlessTooLarge(context, key, large)
        if (made) await expectAnother(context, key, made)
      }),
  },
  {
    id: 'event-written-otherwise',
    title: 'a creation may be written with line ends, blanks, escapes and its fields in any order',
    rules: ['EV-3'],
    async run(context) {
      const key = context.eventKey()
      const input = eventInput(context, 'written', { text: 'a/b \u00e9' })
      const [type, data] = [input.type, input.data].map((part) => escaped(JSON.stringify(part)))
      const raw = `\r\n\t{ "d\\u0061ta" :\n${data} ,\r\n "typ\\u0065":${type}\t}\n`
      const answer = await context.call('createEvent', { key, raw })
      const { event } = createdBy(context, answer, input)
      expectSame({ type: event.type, data: event.data }, input, 'EV-3', 'The created event', answer)
    },
  },
  {
    id: 'retrieved-event-equals-created-one',
    title: 'an event that is retrieved by its id equals what its creation returned',
    rules: ['EV-7', 'EV-8', 'EV-9', 'EV-10'],
    run: (context) =>
      forEachKey(context, async (key) => {
        const type = `${context.unique('Retrieved')}.größe`
        const { event } = await createEvent(context, key, { ...eventInput(context), type })
        // A deployment that lists a new event late may retrieve it late as well.
        await lookUntilListed(context, key, [event.id])
        // The retrieved event is held against what its creation returned.
        await retrieveEvent(context, key, event.id)
      }),
  },
])

/** Fails with EV-4 where the same creation succeeds as soon as it bears an idempotency key. */
async function expectKeyNotWanted(context: Context, key: Key, refused: Answer): Promise<void> {
  for (const place of usualPlaces) {
    const answer = await sendEvent(context, key, eventInput(context, 'twice'), newIdempotencyKey([place]))
    if (!isSuccess(answer)) continue
    fail('EV-4', 'An event without an idempotency key was refused.', { expected: 'a 2xx', answer: refused })
  }
}

/** The creation that follows a refused one: a transaction that was left open may take it along. */
export const afterRefusalChecks: readonly Check[] = [
  {
    id: 'creation-after-a-refusal',
    title: 'a refused event is not created, and the one that follows it is kept as it was sent, and once',
    rules: ['EV-3', 'EV-5', 'EV-6', 'EV-8', 'EV-10', 'PG-6'],
    level: 'must',
    mode: 'non-disruptive',
    needs: ['event-key'],
    async run(context) {
      const key = context.eventKey()
      const { places } = await idempotency(context)
      const input = eventInput(context, 'after')
      const refused = context.unique('refused')
      const refusal = await sendEvent(context, key, { type: refused })
      const { event } = await createEvent(context, key, input, newIdempotencyKey(places))
      const listed = await expectOneListed(context, key, input.type, event.id)
      const isListed = !isSuccess(refusal) && listed.some(({ type }) => type === refused)
      const message = 'An event without data was refused, and is listed.'
      expectThat(!isListed, 'EV-6', message, { received: refused })
    },
  },
]

/** JSON whose letters beyond ASCII and whose slashes are escaped, as some clients write it. */
function escaped(json: string): string {
  return json
    .replaceAll('/', '\\/')
    .replace(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
