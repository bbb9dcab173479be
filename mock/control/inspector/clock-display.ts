import { byId, readable } from './dom'

/** The clock of the mock, as the control routes describe it. */
export interface ClockReading {
  now: string
  frozen: boolean
}

/** Shows the clock of the mock, which runs on between two readings. */
export interface ClockDisplay {
  show(reading: ClockReading): void
  readonly frozen: boolean
}

export function createClockDisplay(): ClockDisplay {
  let readAt = Date.now()
  let now = readAt
  let frozen = true

  function tick() {
    const time = frozen ? now : now + Date.now() - readAt
    byId('now').textContent = `${readable(new Date(time).toISOString())} UTC${frozen ? ' (frozen)' : ''}`
  }
  setInterval(tick, 250)

  return {
    show(reading) {
      readAt = Date.now()
      now = Date.parse(reading.now)
      frozen = reading.frozen
      byId('freeze').textContent = frozen ? 'Resume' : 'Freeze'
      tick()
    },
    get frozen() {
      return frozen
    },
  }
}
