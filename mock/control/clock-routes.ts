import { isControllable, type Advance, type Clock, type ControllableClock } from '../settings/clock'
import { invalidRequest, Refusal } from '../http/refusal'
import type { ControlRoutes } from './route'

const units: Record<string, number> = {
  milliseconds: 1,
  seconds: 1_000,
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
}

// An advance over days of a busy mock leaves more under way than anybody reads.
const shownUnderWay = 100

const readingOf = (clock: Clock) => ({
  now: new Date(clock.now()).toISOString(),
  frozen: isControllable(clock) && clock.frozen,
})

/** Reads and moves the clock of a session. */
export const clockRoutes: ControlRoutes = {
  'GET /clock': (_request, { settings: { clock } }) => readingOf(clock),
  async 'POST /clock/advance'({ body }, { journal, settings: { clock } }) {
    const by = duration(body)
    const before = journal.deliveryCount
    const { fellDue, notAwaited } = await advanced(clock, by)
    const deliveries = journal.shownDeliveries(before)
    const delivered = deliveries.filter(({ outcome }) => outcome === 'delivered').length
    return {
      ...readingOf(clock),
      fellDue,
      delivered,
      deliveries,
      notAwaited: notAwaited.length,
      underWay: notAwaited.slice(0, shownUnderWay),
    }
  },
  'POST /clock/freeze'(_request, { settings: { clock } }) {
    controllable(clock).freeze()
    return readingOf(clock)
  },
  'POST /clock/resume'(_request, { settings: { clock } }) {
    controllable(clock).resume()
    return readingOf(clock)
  },
  async 'POST /clock/now'(_request, { settings: { clock } }) {
    const { toRealTime } = controllable(clock)
    if (!toRealTime) {
      const message = 'This backend was given a clock that cannot go back to the real time.'
      throw new Refusal(409, 'clock_not_controllable', message)
    }
    await toRealTime()
    return readingOf(clock)
  },
}

/** The milliseconds of a duration such as `{ "hours": 24 }` or `{ "minutes": 5, "seconds": 30 }`. */
function duration(body: Record<string, unknown>): number {
  let sum = 0
  for (const [unit, amount] of Object.entries(body)) {
    const factor = Object.hasOwn(units, unit) ? units[unit] : undefined
    if (factor === undefined) {
      throw invalidRequest(`${unit} is no unit of time. Units are ${Object.keys(units).join(', ')}.`, unit)
    }
    if (typeof amount !== 'number' || !(amount >= 0)) {
      throw invalidRequest(`${unit} must be a number that is not negative.`, unit)
    }
    sum += amount * factor
  }
  if (Object.keys(body).length === 0) {
    throw invalidRequest(`Say how far: {"seconds": 5}. Units are ${Object.keys(units).join(', ')}.`)
  }
  return sum
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
