import { checksOf } from '../checks-of'
import { createEvent, eventOf, forEachKey } from '../../probes/events'
import { eventInput, newIdempotencyKey, sendAtOnce, sendEvent, type EventInput } from '../../probes/sending'
import { expectOneListed, expectOriginal, expectRepeated } from '../../probes/replays'
import { expectThat, failStatus, isRefusal, isSuccess, idOf } from '../../probes/expect'
import { atOnce } from '../../probes/population'
import { distinctText } from '../../probes/nasty-values'
import { keptEvent, workingPlaces } from '../../probes/idempotency'
import { type Check, CouldNotRun, type Context } from '../../engine/check'
import type { IdempotencyPlace } from '../../engine/options'

const base = { level: 'must', mode: 'non-disruptive', needs: ['event-key'], timeLimit: 60_000 } as const
const hour = 3_600_000
const forgotten = 'The key was forgotten before 24 hours were over.'

/** A repeated idempotency key: what it returns and what it must not create. */
export const idempotencyChecks = checksOf(base, [
  {
    id: 'idempotency-replay',
    title: 'a repeated idempotency key returns the original event',
    rules: ['EV-1'],
    async run(context) {
      const places = await workingPlaces(context, 'EV-1')
      // The end of the run repeats the key of this event, after all the others.
      await keptEvent(context, context.eventKey(), 'kept')
      await forEachKey(context, async (key) => {
        const each = places.length > 1 ? [places, ...places.map((place) => [place])] : [places]
        await context.each(each, async (used) => {
          const input = eventInput(context, 'replay', { text: 'Größe 支払い 😀', list: [1, null] })
          const once = newIdempotencyKey(used)
          const first = await createEvent(context, key, input, once)
          // Another idempotency key comes between the original and its repetition.
          await createEvent(context, key, undefined, newIdempotencyKey(used))
          for (let repeat = 0; repeat < 2; repeat += 1) {
            const answer = await sendEvent(context, key, input, once)
            expectOriginal(first.event, answer)
            context.observe('replayEventStatus', answer.status)
            await context.wait(20)
          }
          context.later(async () => {
            expectOriginal(first.event, await sendEvent(context, key, input, once))
          })
        })
      })
      return `The key is read from the ${places.map((place) => `${place.in} ${place.name}`).join(' and the ')}.`
    },
  },
  {
    id: 'idempotency-creates-one',
    title: 'a repeated idempotency key returns its event and creates no second one, and another key does',
    rules: ['EV-5', 'EV-1', 'EV-13'],
    quick: true,
    async run(context) {
      const places = await workingPlaces(context, 'EV-5')
      const key = context.eventKey()
      const input = eventInput(context, 'single', { text: 'Größe 支払い 😀 ', list: [1, 0.1, null, {}] })
      const once = newIdempotencyKey(places)
      const { event } = await createEvent(context, key, input, once)
      expectOriginal(event, await sendEvent(context, key, input, once))
      const another = { ...input, type: context.unique('another') }
      const other = await createEvent(context, key, another, newIdempotencyKey(places))
      const same = 'Two different keys returned the same event.'
      expectThat(other.event.id !== event.id, 'EV-13', same, { answer: other.answer })
      await expectOneListed(context, key, input.type, event.id, { after: other })
      // A queue may carry the second request out after the first was answered.
      context.later(async () => {
        await expectOneListed(context, key, input.type, event.id, { isLongAgo: true })
      })
    },
  },
  {
    id: 'idempotency-long-key',
    title: 'an idempotency key of 240 characters is refused, or remembered like any other',
    rules: ['EV-1', 'EV-5'],
    async run(context) {
      const places = await workingPlaces(context, 'EV-5')
      const input = eventInput(context, 'long')
      const once = { places, value: crypto.randomUUID().repeat(7).slice(0, 240) }
      const first = await sendEvent(context, context.eventKey(), input, once)
      // The interface does not say how long a key may be.
      if (isRefusal(first)) return `It was refused with ${first.status}.`
      const event = eventOf(first, 'A creation')
      const message = 'A repeated key of 240 characters created a second event.'
      const key = context.eventKey()
      expectOriginal(event, await expectRepeated(context, key, { event, input }, once, 'EV-5', message))
      return undefined
    },
  },
  {
    id: 'idempotency-at-once',
    title: 'requests with one idempotency key that arrive at once create one event',
    rules: ['EV-5'],
    async run(context) {
      const places = await workingPlaces(context, 'EV-5')
      await forEachKey(context, async (key) => {
        const input = eventInput(context, 'race')
        const count = Math.ceil(atOnce(context, key) / 2)
        // Their payloads differ: a lock on key and body together lets those through, and large ones may take another way.
        const texts = ['one', 'another', distinctText(3_000)]
        const inputs = Array.from({ length: count }, (_, index) => {
          return { ...input, data: { run: context.prefix, text: texts[index % 3] } }
        })
        const answers = await sendAtOnce(context, key, inputs, newIdempotencyKey(places))
        const events = answers.filter(isSuccess).map((answer) => eventOf(answer, 'A creation'))
        const ids = [...new Set(events.map(({ id }) => id))]
        expectThat(ids.length <= 1, 'EV-5', `${ids.length} events came of one key.`, { received: ids })
        const odd = answers.find((answer) => !isSuccess(answer) && !isRefusal(answer))
        if (odd) failStatus(odd, 'EV-5', 'One of the requests')
        const [id] = ids
        expectThat(id !== undefined, 'EV-5', 'None of the requests created the event.')
        await expectOneListed(context, key, input.type, id)
      })
    },
  },
  {
    id: 'idempotency-24-hours',
    title: 'an idempotency key is remembered for 24 hours',
    rules: ['EV-11'],
    needs: ['event-key', 'clock'],
    phase: 'late',
    async run(context) {
      const once = newIdempotencyKey(await workingPlaces(context, 'EV-11'))
      const created = await createEvent(context, context.eventKey(), undefined, once)
      for (const hours of [12, 11.99]) {
        await context.wait(hours * hour)
        await expectRepeated(context, context.eventKey(), created, once, 'EV-11', forgotten)
      }
    },
  },
])

const earliest = 20 * hour
/** Half an hour short of the window, for clocks that differ and runs that take long. */
const latest = 23.5 * hour

/** An event that was created with a key, to be asked for again. */
export interface Plant {
  mode: 'live' | 'test'
  places: readonly IdempotencyPlace[]
  idempotencyKey: string
  input: EventInput
  eventId: string
}

/** The file that the first of the two runs leaves for the second. It holds no API key. */
export interface Planted {
  baseUrl: string
  /** ISO 8601. */
  plantedAt: string
  plants: readonly Plant[]
}

const windowBase = {
  id: 'idempotency-24-hours',
  title: 'an idempotency key is remembered for 24 hours',
  rules: ['EV-11'],
  mode: 'non-disruptive',
  needs: ['event-key'],
  variant: 'planted',
} as const

/** Stands in for the check that moves a clock: creates the events for which `verifyCheck` asks a day later. */
export function plantCheck(keep: (plants: readonly Plant[]) => Promise<void>): Check {
  return {
    ...windowBase,
    level: 'observe',
    async run(context) {
      const places = await workingPlaces(context, 'EV-11')
      const plants: Plant[] = []
      await forEachKey(context, async (key) => {
        const once = newIdempotencyKey(places)
        const { event, input } = await createEvent(context, key, undefined, once)
        const mode = key.kind === 'live' ? 'live' : 'test'
        plants.push({ mode, places, idempotencyKey: once.value, input, eventId: event.id })
      })
      await keep(plants)
      return `Planted. --verify judges it from ${inFuture(earliest)} to ${inFuture(latest)}.`
    },
  }
}

/** Repeats the requests of `plantCheck`: from 20 to 23.5 hours after them it judges, later it observes. */
export function verifyCheck({ plantedAt, plants }: Planted): Check {
  const age = Date.now() - Date.parse(plantedAt)
  const judges = age <= latest
  return {
    ...windowBase,
    level: judges ? 'must' : 'observe',
    async run(context) {
      if (age < earliest) {
        const message = `It is too early: ${inFuture(earliest - age)} is 20 hours after the first run.`
        throw new CouldNotRun(message, '--verify')
      }
      const outcomes = []
      for (const plant of plants) outcomes.push(await verify(context, plant, judges))
      const hours = (age / hour).toFixed(1)
      return judges ? `Remembered after ${hours} hours.` : `After ${hours} hours: ${outcomes.join(', ')}.`
    },
  }
}

async function verify(context: Context, plant: Plant, judges: boolean): Promise<string> {
  const { mode, places, idempotencyKey, input, eventId } = plant
  const key = mode === 'live' ? context.liveKey() : context.testKey()
  const once = { places, value: idempotencyKey }
  if (judges) {
    await expectRepeated(context, key, { input, event: { id: eventId } }, once, 'EV-11', forgotten)
    return 'remembered'
  }
  const answer = await sendEvent(context, key, input, once)
  return idOf(answer) === eventId ? 'still remembered' : `forgotten (${answer.status})`
}

/** A time from now on, to the minute. */
function inFuture(milliseconds: number): string {
  return `${new Date(Date.now() + milliseconds).toISOString().slice(0, 16)}Z`
}
