import { Violation } from '../../engine/outcome'
import { createEvent, eventInput, eventOf, forEachKey, sendEvent } from '../../probes/events'
import { isRefusal, isSuccess } from '../../probes/expect'
import { workingPlaces } from '../../probes/idempotency'
import { population } from '../../probes/listing'
import { assertOne, assertOriginal } from '../../probes/replays'
import type { Check } from '../../engine/check'

const base = { level: 'must', mode: 'non-disruptive', needs: ['event-key'], timeLimit: 60_000 } as const
const hour = 3_600_000

/** A repeated idempotency key: what it returns and what it must not create. */
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
    id: 'idempotency-long-key',
    title: 'an idempotency key of 200 characters is refused, or remembered like any other',
    rules: ['EV-1', 'EV-5'],
    async run(context) {
      const places = await workingPlaces(context, 'EV-5')
      const input = eventInput(context, 'long')
      const once = { places, value: crypto.randomUUID().repeat(6).slice(0, 200) }
      const answer = await sendEvent(context, context.eventKey(), input, once)
      // How long a key may be is open.
      if (isRefusal(answer)) return `It was refused with ${answer.status}.`
      const first = eventOf(answer, 'A creation')
      const again = await createEvent(context, context.eventKey(), input, once)
      if (again.event.id === first.id) return undefined
      throw new Violation('EV-5', 'A repeated key of 200 characters created a second event.', {
        expected: first.id,
        received: again.event.id,
        evidence: again.answer.evidence,
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
    id: 'idempotency-24-hours',
    title: 'an idempotency key is remembered for 24 hours',
    rules: ['EV-11'],
    needs: ['event-key', 'clock'],
    phase: 'late',
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
