import { checksOf } from '../checks-of'
import { createEvent, eventOf, forEachKey } from '../../probes/events'
import { eventInput, newIdempotencyKey, sendEvent, type EventInput } from '../../probes/sending'
import { eventFields, expectOneListed, expectOriginal } from '../../probes/replays'
import { expectSame, expectThat, isRefusal, isSuccess } from '../../probes/expect'
import { idempotency, workingPlaces } from '../../probes/idempotency'
import type { IdempotencyPlace } from '../../engine/options'
import { NotApplicable, type Context, type Key } from '../../engine/check'

const base = { level: 'must', mode: 'non-disruptive', needs: ['event-key'], timeLimit: 60_000 } as const

/** Idempotency keys that differ, and one key for requests that differ. */
export const idempotencyKeyChecks = checksOf(base, [
  {
    id: 'idempotency-other-key',
    title: 'requests with different idempotency keys create different events',
    rules: ['EV-13'],
    async run(context) {
      const { places } = await idempotency(context)
      await forEachKey(context, async (key) => {
        const input = eventInput(context, 'apart')
        const ids: string[] = []
        for (const value of similarKeys()) {
          const answer = await sendEvent(context, key, input, { places, value })
          // A deployment may want keys of a certain form.
          if (!isRefusal(answer)) ids.push(eventOf(answer, 'A creation').id)
        }
        const details = { expected: `${ids.length} events`, received: ids }
        const holds = new Set(ids).size === ids.length
        expectThat(holds, 'EV-13', 'Two different keys returned the same event.', details)
      })
    },
  },
  {
    id: 'idempotency-other-body',
    title: 'an idempotency key that comes again with another body creates no event',
    rules: ['EV-5', 'EV-1'],
    async run(context) {
      const places = await workingPlaces(context, 'EV-5')
      await forEachKey(context, async (key) => {
        const changes = [{ data: { run: context.prefix, other: true } }, { type: context.unique('other') }]
        for (const change of changes) {
          const { original, input, answer } = await repeatChanged(context, key, places, change)
          if (isRefusal(answer)) continue
          const { id } = original
          const second = eventOf(answer, 'A repeated key with another body')
          const message = 'A repeated key with another body created a second event.'
          expectThat(second.id === id, 'EV-5', message, { expected: id, received: second.id, answer })
          // An answer with the original's id and other fields describes an event that does not exist.
          const subject = 'The event of a repeated key with another body'
          expectSame(eventFields(second), eventFields(original), 'EV-1', subject, answer)
          await expectOneListed(context, key, input.type, id)
        }
      })
    },
  },
  {
    id: 'idempotency-mismatch-answer',
    title: 'an idempotency key that comes again with another body returns the original event',
    rules: ['EV-1'],
    level: 'should',
    async run(context) {
      const places = await workingPlaces(context, 'EV-1')
      const change = { data: { run: context.prefix, other: true } }
      const { original, answer } = await repeatChanged(context, context.eventKey(), places, change)
      const refused = (['400', '409', '422'] as const).find((status) => status === String(answer.status))
      const choice = isSuccess(answer) ? 'original' : refused
      if (choice) context.observe('idempotencyMismatch', choice)
      // The interface does not say whether a request with another body is the same request sent twice (OQ-20).
      expectOriginal(original, answer, isRefusal(answer))
    },
  },
  {
    id: 'idempotency-apart-by-mode',
    title: 'an idempotency key of the test mode means nothing in live mode',
    rules: ['AU-7'],
    mode: 'full',
    needs: ['live-key', 'test-key'],
    async run(context) {
      const { places, effective } = await idempotency(context)
      if (!effective)
        throw new NotApplicable('No name of the idempotency key has an effect.', '--idempotency')
      const once = newIdempotencyKey(places)
      const input = eventInput(context, 'modes')
      const test = await createEvent(context, context.testKey(), input, once)
      const { event, answer } = await createEvent(context, context.liveKey(), input, once)
      const message = 'The live key got the event that the test key had made.'
      expectThat(test.event.id !== event.id, 'AU-7', message, { received: event.id, answer })
    },
  },
])

/** Keys that are alike: in their beginning, in all but letter case, in all but their dashes. */
function similarKeys(): string[] {
  const value = crypto.randomUUID()
  const long = value.repeat(4).slice(0, 120)
  const alike = [value, `${value}-a`, `${value}-A`, `${value}-a1`, value.replaceAll('-', '')]
  return [crypto.randomUUID(), ...alike, `${long}a`, `${long}b`]
}

/** Creates an event and sends its idempotency key once more, with a body that differs. */
async function repeatChanged(
  context: Context,
  key: Key,
  places: readonly IdempotencyPlace[],
  change: Partial<EventInput>,
) {
  const input = eventInput(context, 'mismatch')
  const once = newIdempotencyKey(places)
  const { event: original } = await createEvent(context, key, input, once)
  return { original, input, answer: await sendEvent(context, key, { ...input, ...change }, once) }
}
