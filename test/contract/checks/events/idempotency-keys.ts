import { NotApplicable, Violation } from '../../engine/outcome'
import { createEvent, eventInput, eventOf, forEachKey, sendEvent, type EventInput } from '../../probes/events'
import { expectSame, isRefusal, isSuccess } from '../../probes/expect'
import { idempotency, workingPlaces } from '../../probes/idempotency'
import { assertOne, assertOriginal, core } from '../../probes/replays'
import type { Check } from '../../engine/check'
import type { Context } from '../../engine/context'
import type { IdempotencyPlace } from '../../engine/options'
import type { Key } from '../../engine/key'

const base = { level: 'must', mode: 'non-disruptive', needs: ['event-key'], timeLimit: 60_000 } as const

/** Idempotency keys that differ, and one key for requests that differ. */
export const idempotencyKeyChecks: readonly Check[] = [
  {
    ...base,
    id: 'idempotency-other-key',
    title: 'requests with different idempotency keys create different events',
    rules: ['EV-13'],
    async run(context) {
      const { places } = await idempotency(context)
      await forEachKey(context, async (key) => {
        const input = eventInput(context, 'apart')
        const value = crypto.randomUUID()
        const long = value.repeat(4).slice(0, 120)
        // Alike in their beginning, in their letters but for case, in all but their marks, and in nothing.
        const values = [crypto.randomUUID(), value, `${value}-a`, `${value}-A`, `${value}-a1`].concat([
          value.replaceAll('-', ''),
          `${long}a`,
          `${long}b`,
        ])
        const events = []
        for (const one of values) {
          const answer = await sendEvent(context, key, input, { places, value: one })
          // A deployment may want keys of a certain form.
          if (isRefusal(answer)) continue
          events.push(eventOf(answer, 'A creation'))
        }
        const ids = new Set(events.map(({ id }) => id))
        if (ids.size === events.length) return
        throw new Violation('EV-13', 'Two different keys returned the same event.', {
          expected: `${events.length} events`,
          received: events.map(({ id }) => id),
        })
      })
    },
  },
  {
    ...base,
    id: 'idempotency-other-body',
    title: 'an idempotency key that comes again with another body creates no event',
    rules: ['EV-5', 'EV-1'],
    async run(context) {
      const places = await workingPlaces(context, 'EV-5')
      await forEachKey(context, async (key) => {
        for (const change of [
          { data: { run: context.prefix, other: true } },
          { type: context.unique('other') },
        ]) {
          const { first, answer, input } = await mismatch(context, key, places, change)
          if (isRefusal(answer)) continue
          const second = eventOf(answer, 'A repeated key with another body')
          if (second.id !== first.id) {
            throw new Violation('EV-5', 'A repeated key with another body created a second event.', {
              expected: first.id,
              received: second.id,
              evidence: answer.evidence,
            })
          }
          // Neither refused nor the original: it says of an event what no event is.
          expectSame(
            core(second),
            core(first),
            'EV-1',
            'The event of a repeated key with another body',
            answer,
          )
          await assertOne(context, key, input.type, first.id)
        }
      })
    },
  },
  {
    ...base,
    id: 'idempotency-mismatch-answer',
    title: 'an idempotency key that comes again with another body returns the original event',
    rules: ['EV-1'],
    level: 'should',
    async run(context) {
      const places = await workingPlaces(context, 'EV-1')
      const change = { data: { run: context.prefix, other: true } }
      const { first, answer } = await mismatch(context, context.eventKey(), places, change)
      if (answer.status === 409) context.observe('idempotencyMismatch', '409')
      if (answer.status === 422) context.observe('idempotencyMismatch', '422')
      if (isSuccess(answer)) context.observe('idempotencyMismatch', 'original')
      assertOriginal(first, answer)
    },
  },
  {
    ...base,
    id: 'idempotency-apart-by-mode',
    title: 'an idempotency key of the test mode means nothing in live mode',
    rules: ['AU-7'],
    mode: 'full',
    needs: ['live-key', 'test-key'],
    async run(context) {
      const { places, effective } = await idempotency(context)
      if (!effective)
        throw new NotApplicable('No name of the idempotency key has an effect.', '--idempotency')
      const once = { places, value: crypto.randomUUID() }
      const input = eventInput(context, 'modes')
      const test = await createEvent(context, context.testKey(), input, once)
      const live = await createEvent(context, context.liveKey(), input, once)
      if (test.event.id !== live.event.id) return
      throw new Violation('AU-7', 'The live key got the event that the test key had made.', {
        received: live.event.id,
        evidence: live.answer.evidence,
      })
    },
  },
]

async function mismatch(
  context: Context,
  key: Key,
  places: readonly IdempotencyPlace[],
  change: Partial<EventInput>,
) {
  const input = eventInput(context, 'mismatch')
  const once = { places, value: crypto.randomUUID() }
  const { event: first } = await createEvent(context, key, input, once)
  const answer = await sendEvent(context, key, { ...input, ...change }, once)
  return { first, answer, input }
}
