import {
  createEvent,
  eventOf,
  forEachKey,
  newIdempotencyKey,
  sendEvent,
  type EventInput,
} from '../../probes/events'
import { expectThat, idOf } from '../../probes/expect'
import { workingPlaces } from '../../probes/idempotency'
import { clauses } from './clauses'
import type { IdempotencyPlace } from '../../engine/options'
import { CouldNotRun, type Check, type Context } from '../../engine/check'

const hour = 3_600_000
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

const base = {
  ...clauses.window,
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
    ...base,
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
    ...base,
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
  const answer = await sendEvent(context, key, input, { places, value: idempotencyKey })
  if (!judges) return idOf(answer) === eventId ? 'still remembered' : `forgotten (${answer.status})`
  const { id } = eventOf(answer, 'A repeated key')
  const message = 'The key was forgotten before 24 hours were over.'
  expectThat(id === eventId, 'EV-11', message, { expected: eventId, received: id, answer })
  return 'remembered'
}

/** A time from now on, to the minute. */
function inFuture(milliseconds: number): string {
  return `${new Date(Date.now() + milliseconds).toISOString().slice(0, 16)}Z`
}
