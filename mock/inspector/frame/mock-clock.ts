import { signal } from '@preact/signals'

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
  /** Milliseconds, in whole seconds, from the real time of this machine to that of the mock. Negative where the mock is behind. */
  readonly ahead = signal(0)
  #base = 0
  #readAt = 0
  readonly #timer = setInterval(() => {
    if (this.now.value === undefined || this.frozen.value || !this.isReached()) return
    this.now.value = this.#base + Math.round(performance.now() - this.#readAt)
  }, tickInterval)

  /** A clock that stands still while the mock is not reached: nobody knows its time then. */
  constructor(private readonly isReached: () => boolean) {}

  /** Takes a reading of the mock. */
  show({ now, frozen }: ClockReading): void {
    this.#base = Date.parse(now)
    this.#readAt = performance.now()
    this.frozen.value = frozen
    this.ahead.value = Math.round((this.#base - Date.now()) / 1_000) * 1_000
    this.now.value = this.#base
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
