import { NotApplicable, Violation } from '../engine/outcome'
import { createEvent, eventInput, eventOf, sendEvent, type EventInput } from '../probes/events'
import { expectSame, isRefusal, isSuccess } from '../probes/expect'
import { idempotency, workingPlaces } from '../probes/idempotency'
import { awaitListed, population } from '../probes/listing'
import { forEachKey } from './events'
import type { Check } from '../engine/check'
import type { Context } from '../engine/context'
import type { IdempotencyPlace } from '../engine/options'
import type { Key } from '../engine/key'

const base = { level: 'must', mode: 'non-disruptive', needs: ['event-key'], timeLimit: 60_000 } as const
const hour = 3_600_000

/** The idempotency key: what a repeated one returns and what it must not create. */
export const idempotencyChecks: readonly Check[] = [
  {
    ...base,
    id: 'idempotency-replay',
    title: 'a repeated idempotency key returns the original event',
    rules: ['EV-1'],
    async run(context) {
      const places = await workingPlaces(context, 'EV-1')
      await forEachKey(context, async (key) => {
        for (const used of [places, ...(places.length > 1 ? places.map((place) => [place]) : [])]) {
          const input = eventInput(context, 'replay', { text: 'Größe 支払い 😀', list: [1, null] })
          const once = { places: used, value: crypto.randomUUID() }
          const first = await createEvent(context, key, input, once)
          // Others' keys come between.
          await createEvent(context, key, undefined, { places: used, value: crypto.randomUUID() })
          for (let repeat = 0; repeat < 2; repeat += 1) {
            const answer = await sendEvent(context, key, input, once)
            assertOriginal(first.event, answer)
            context.observe('replayEventStatus', answer.status)
            await context.wait(20)
          }
        }
      })
      return `The key is read from the ${places.map((place) => `${place.in} ${place.name}`).join(' and the ')}.`
    },
  },
  {
    ...base,
    id: 'idempotency-creates-one',
    title: 'a repeated idempotency key creates no second event',
    rules: ['EV-5'],
    async run(context) {
      const places = await workingPlaces(context, 'EV-5')
      await forEachKey(context, async (key) => {
        const input = eventInput(context, 'single')
        const once = { places, value: crypto.randomUUID() }
        const { event } = await createEvent(context, key, input, once)
        await sendEvent(context, key, input, once)
        await sendEvent(context, key, input, once)
        await assertOne(context, key, input.type, event.id)
      })
    },
  },
  {
    ...base,
    id: 'idempotency-at-once',
    title: 'requests with one idempotency key that arrive at once create one event',
    rules: ['EV-5'],
    async run(context) {
      const places = await workingPlaces(context, 'EV-5')
      await forEachKey(context, async (key) => {
        const input = eventInput(context, 'race')
        const once = { places, value: crypto.randomUUID(), reserved: true }
        await context.reserve(6)
        const answers = await Promise.all(
          Array.from({ length: 6 }, () => sendEvent(context, key, input, once)),
        )
        const events = answers.filter(isSuccess).map((answer) => eventOf(answer, 'A creation'))
        const ids = [...new Set(events.map(({ id }) => id))]
        const [id] = ids
        if (ids.length > 1) {
          throw new Violation('EV-5', `${ids.length} events came of one key.`, { received: ids })
        }
        const odd = answers.find((answer) => !isSuccess(answer) && !isRefusal(answer))
        if (odd)
          throw new Violation(['ER-5', 'EV-5'], `One was answered by ${odd.status}.`, {
            evidence: odd.evidence,
          })
        if (id === undefined) throw new Violation('EV-5', 'None of the requests created the event.')
        await assertOne(context, key, input.type, id)
      })
    },
  },
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
        // Alike in their beginning, in their letters but for case, and in nothing.
        const values = [crypto.randomUUID(), value, `${value}-a`, `${value}-A`, `${value}-a1`].concat([
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
    id: 'idempotency-after-many-others',
    title: 'an idempotency key is remembered after many others',
    rules: ['EV-1', 'EV-5'],
    timeLimit: 90_000,
    async run(context) {
      const places = await workingPlaces(context, 'EV-1')
      const key = context.eventKey()
      const input = eventInput(context, 'early')
      const once = { places, value: crypto.randomUUID() }
      const { event } = await createEvent(context, key, input, once)
      // The first check that asks for them: they come after its own key.
      const others = await population(context, key, 102)
      const answer = await sendEvent(context, key, input, once)
      const { id } = eventOf(answer, 'A repeated key')
      if (id !== event.id) {
        throw new Violation(
          'EV-5',
          'A key was forgotten after others were used: a second event was created.',
          {
            expected: event.id,
            received: id,
            evidence: answer.evidence,
          },
        )
      }
      return `After ${others.length} others.`
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
  {
    ...base,
    id: 'idempotency-24-hours',
    title: 'an idempotency key is remembered for 24 hours',
    rules: ['EV-11'],
    needs: ['event-key', 'clock'],
    async run(context) {
      const places = await workingPlaces(context, 'EV-11')
      const once = { places, value: crypto.randomUUID() }
      const { event, input } = await createEvent(context, context.eventKey(), undefined, once)
      for (const hours of [12, 11.99]) {
        await context.wait(hours * hour)
        const answer = await sendEvent(context, context.eventKey(), input, once)
        const again = eventOf(answer, 'A repeated key')
        if (again.id !== event.id) {
          throw new Violation('EV-11', 'The key was forgotten before 24 hours were over.', {
            expected: event.id,
            received: again.id,
            evidence: answer.evidence,
          })
        }
      }
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

function assertOriginal(first: unknown, answer: Awaited<ReturnType<typeof sendEvent>>): void {
  if (!isSuccess(answer)) {
    throw new Violation('EV-1', `A repeated idempotency key was answered by ${answer.status}.`, {
      expected: first,
      received: `${answer.status} ${answer.text}`,
      evidence: answer.evidence,
    })
  }
  expectSame(core(answer.json), core(first), 'EV-1', 'The event of a repeated key', answer)
}

/** The fields of the interface; others may tell a replay from its original. */
function core(event: unknown): unknown {
  const { id, type, created, data } = (event ?? {}) as Record<string, unknown>
  return { id, type, created, data }
}

async function assertOne(context: Context, key: Key, type: string, id: string): Promise<void> {
  // What was made last is listed last, where a list takes its time.
  const { event: mark } = await createEvent(context, key)
  const { items } = await awaitListed(context, key, [id, mark.id])
  const listed = items.filter((item) => item.type === type)
  if (listed.length <= 1) return
  throw new Violation('EV-5', `${listed.length} events are listed for one idempotency key.`, {
    expected: [id],
    received: listed.map((item) => item.id),
  })
}
