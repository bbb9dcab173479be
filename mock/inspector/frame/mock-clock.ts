import { signal } from '@preact/signals'
import type { Control } from '../transport/control'

/** The clock of the mock, as the control routes tell it. */
export interface ClockReading {
  /** ISO 8601, UTC. */
  now: string
  frozen: boolean
}

// Milliseconds of real time.
const tickInterval = 250

/** The clock of the mock, which runs on between two readings. */
export class MockClock {
  /** Milliseconds since the epoch, a few times a second. `undefined` before the first reading. */
  readonly now = signal<number | undefined>(undefined)
  readonly frozen = signal(false)
  #base = 0
  #readAt = 0
  readonly #timer = setInterval(() => {
    if (this.now.value === undefined || this.frozen.value) return
    this.now.value = this.#base + Math.round(performance.now() - this.#readAt)
  }, tickInterval)

  readonly #control: Pick<Control, 'call'>

  constructor(control: Pick<Control, 'call'>) {
    this.#control = control
  }

  /** Takes a reading that came as an answer. */
  show({ now, frozen }: ClockReading): void {
    this.#base = Date.parse(now)
    this.#readAt = performance.now()
    this.frozen.value = frozen
    this.now.value = this.#base
  }

  /** Asks the mock. */
  async read(): Promise<void> {
    this.show(await this.#control.call<ClockReading>('GET', '/__mock/clock'))
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
