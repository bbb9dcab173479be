import type { Pass } from '../transport/bucket'
import type { Pace } from '../transport/pace'

/** The pace of the calls of a bulk: that of its client, behind the bulk's own rate where it has one. */
export class BulkPace implements Pace {
  /** How many calls wait for a turn of this pace. */
  waiting = 0

  constructor(
    private readonly shared: Pace,
    private readonly own: Pace | undefined,
    private readonly onPass: () => void,
  ) {}

  enter(signal: AbortSignal | undefined, isRetry: boolean): Pass | Promise<Pass> {
    const enterShared = () => this.shared.enter(signal, isRetry, this.own !== undefined)
    const first = this.own?.enter(signal, isRetry)
    const turn = first instanceof Promise ? first.then(enterShared) : enterShared()
    if (turn instanceof Promise) {
      this.waiting++
      turn.then(this.#leaveQueue, this.#leaveQueue)
    }
    return turn
  }

  readonly #leaveQueue = () => {
    this.waiting--
    this.onPass()
  }

  rate(): number {
    return Math.min(this.own?.rate() ?? Infinity, this.shared.rate())
  }

  expectedWait(): number {
    return (this.own?.expectedWait() ?? 0) + this.shared.expectedWait()
  }

  leave(pass: Pass, wasTaken: boolean): void {
    this.shared.leave(pass, wasTaken)
  }

  refuse(pass: Pass, pauseMs: number): void {
    this.shared.refuse(pass, pauseMs)
  }
}
