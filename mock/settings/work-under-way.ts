import { within } from './time-limit'

/** The work that was begun and has not ended, with what a report says of it. */
export class WorkUnderWay {
  readonly #work = new Map<Promise<unknown>, object>()

  // Bound, because a clock hands it on as its own `track`.
  readonly add = (work: Promise<unknown>, about: object = {}): void => {
    const ended = () => void this.#work.delete(work)
    this.#work.set(work, about)
    work.then(ended, ended)
  }

  get reports(): object[] {
    return [...this.#work.values()]
  }

  /**
   * Waits until all work has ended, for at most a third of the time that is left until `giveUpAt`. Work that is in `inVain` is not awaited; work that
   * does not end within this wait is added to it.
   */
  async untilEnded(giveUpAt: number, inVain: Set<Promise<unknown>>): Promise<void> {
    for (const work of inVain) if (!this.#work.has(work)) inVain.delete(work)
    // Work may start further work, so this looks again until there is none.
    for (;;) {
      const awaited = [...this.#work.keys()].filter((work) => !inVain.has(work))
      if (awaited.length === 0) return
      const share = Math.max(0, giveUpAt - performance.now()) / 3
      if (await within(share, Promise.allSettled(awaited), undefined)) continue
      for (const work of awaited) if (this.#work.has(work)) inVain.add(work)
      return
    }
  }
}
