import { isControllable, type Advance, type Clock, type ControllableClock } from '../settings/clock'
import { invalidRequest, Refusal } from '../http/refusal'
import { objectOf } from './fields'
import { type ControlRoutes, json, route } from './route'
import { anyObject, count, flag, listOf, named, time } from './schemas'

const units = {
  milliseconds: 1,
  seconds: 1_000,
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
} as const

const amount = { type: 'number', minimum: 0, title: 'a number that is not negative' } as const

// An advance over days of a busy mock leaves more under way than anybody reads.
const shownUnderWay = 100

/** The time of a clock, and whether it stands still. */
export const readingOf = (clock: Clock) => ({
  now: new Date(clock.now()).toISOString(),
  frozen: isControllable(clock) && clock.frozen,
})

const reading = json(named('Clock'))

/** Reads and moves the clock of a session. */
export const clockRoutes: ControlRoutes = {
  'GET /clock': route({
    title: 'Reads the clock',
    answers: { 200: reading },
    handle: (_request, { settings: { clock } }) => readingOf(clock),
  }),
  'POST /clock/advance': route({
    title: 'Advances the clock by the sum of these times, and runs in order what falls due',
    more: 'What is not awaited within two seconds of real time goes on, and stands in `underWay`',
    body: {
      'milliseconds?': amount,
      'seconds?': amount,
      'minutes?': amount,
      'hours?': amount,
      'days?': amount,
    },
    answers: {
      200: json(
        objectOf({
          ...{ now: time, frozen: flag, fellDue: count, delivered: count },
          ...{ deliveries: listOf(named('Attempt')), notAwaited: count, underWay: listOf(anyObject) },
        }),
      ),
    },
    async handle({ body }, { journal, settings: { clock } }) {
      const by = duration(body)
      const before = journal.deliveryCount
      const { fellDue, notAwaited } = await advanced(clock, by)
      const deliveries = journal.shownDeliveries(before)
      const delivered = deliveries.filter(({ outcome }) => outcome === 'delivered').length
      const counts = { fellDue, delivered, deliveries, notAwaited: notAwaited.length }
      return { ...readingOf(clock), ...counts, underWay: notAwaited.slice(0, shownUnderWay) }
    },
  }),
  'POST /clock/freeze': changing('Stops the clock', (clock) => clock.freeze()),
  'POST /clock/resume': changing('Lets the clock run on from where it stands', (clock) => clock.resume()),
  'POST /clock/now': changing('Takes the clock to the real time, also back', ({ toRealTime }) => {
    if (toRealTime) return toRealTime()
    const message = 'This backend was given a clock that cannot go back to the real time.'
    throw new Refusal(409, 'clock_not_controllable', message)
  }),
}

/** A route that changes the clock, and answers what it shows then. */
function changing(title: string, change: (clock: ControllableClock) => unknown) {
  return route({
    title,
    answers: { 200: reading },
    async handle(_request, { settings: { clock } }) {
      await change(controllable(clock))
      return readingOf(clock)
    },
  })
}

/** The milliseconds of a duration such as `{ "hours": 24 }` or `{ "minutes": 5, "seconds": 30 }`. */
function duration(body: { [Unit in keyof typeof units]?: number }): number {
  const stated = Object.entries(body) as [keyof typeof units, number][]
  if (stated.length > 0) return stated.reduce((sum, [unit, amount]) => sum + amount * units[unit], 0)
  throw invalidRequest(`Say how far: {"seconds": 5}. Units are ${Object.keys(units).join(', ')}.`)
}

async function advanced(clock: Clock, by: number): Promise<Advance> {
  const movable = controllable(clock)
  try {
    return (await movable.advance(by)) ?? { fellDue: 0, notAwaited: [] }
  } catch (error) {
    throw error instanceof RangeError ? invalidRequest(error.message) : error
  }
}

function controllable(clock: Clock): ControllableClock {
  if (isControllable(clock)) return clock
  throw new Refusal(409, 'clock_not_controllable', 'This backend was given a clock that cannot be moved.')
}
