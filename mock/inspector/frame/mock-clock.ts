import { signal, type ReadonlySignal } from '@preact/signals'
import type { Control } from '../transport/control'

/** The clock of the mock, as the control routes tell it. */
export interface ClockReading {
  /** ISO 8601, UTC. */
  now: string
  frozen: boolean
}

/** The clock of the mock, which runs on between two readings. */
export interface MockClock {
  /** Milliseconds since the epoch, a few times a second. `undefined` before the first reading. */
  readonly now: ReadonlySignal<number | undefined>
  readonly frozen: ReadonlySignal<boolean>
  /** Takes a reading that came as an answer. */
  show(reading: ClockReading): void
  /** Asks the mock. */
  read(): Promise<void>
  stop(): void
}

// Milliseconds of real time.
const tickInterval = 250

export function createMockClock(control: Pick<Control, 'call'>): MockClock {
  const now = signal<number | undefined>(undefined)
  const frozen = signal(false)
  let base = 0
  let readAt = 0

  function show(reading: ClockReading): void {
    base = Date.parse(reading.now)
    readAt = performance.now()
    frozen.value = reading.frozen
    now.value = base
  }

  const timer = setInterval(() => {
    if (now.value !== undefined && !frozen.value) now.value = base + Math.round(performance.now() - readAt)
  }, tickInterval)

  return {
    now,
    frozen,
    show,
    async read() {
      show(await control.call<ClockReading>('GET', '/__mock/clock'))
    },
    stop: () => clearInterval(timer),
  }
}
