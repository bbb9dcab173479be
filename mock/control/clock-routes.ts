import { isControllable, type Clock, type ControllableClock } from '../settings/clock'
import { invalidRequest, Refusal } from '../http/refusal'
import type { Settings } from '../settings/settings'
import type { ControlRoutes } from './route'

const units: Record<string, number> = {
  milliseconds: 1,
  seconds: 1_000,
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
}

// In the document's timestamps a year has four digits.
const latest = Date.UTC(9999, 11, 31)

/** Reads and moves the clock. */
export function clockRoutes({ clock }: Settings): ControlRoutes {
  const reading = () => ({
    now: new Date(clock.now()).toISOString(),
    frozen: isControllable(clock) && clock.frozen,
  })
  return {
    'GET /clock': reading,
    async 'POST /clock/advance'({ body }, { journal }) {
      const by = duration(body)
      if (clock.now() + by > latest) throw invalidRequest('A clock goes no further than the year 9999.')
      const before = journal.deliveryCount
      await controllable(clock).advance(by)
      return { ...reading(), deliveries: journal.shownDeliveries(before) }
    },
    'POST /clock/freeze'() {
      controllable(clock).freeze()
      return reading()
    },
    'POST /clock/resume'() {
      controllable(clock).resume()
      return reading()
    },
  }
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

function controllable(clock: Clock): ControllableClock {
  if (isControllable(clock)) return clock
  throw new Refusal(409, 'clock_not_controllable', 'This backend was given a clock that cannot be moved.')
}
