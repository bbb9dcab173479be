/** The work that was begun and has not ended, with what a report says of it. */
export class TrackedWork {
  readonly #underWay = new Map<Promise<unknown>, object>()

  add(work: Promise<unknown>, about: object = {}): void {
    const ended = () => void this.#underWay.delete(work)
    this.#underWay.set(work, about)
    work.then(ended, ended)
  }

  /** The reports of the work that has not ended. */
  get reports(): object[] {
    return [...this.#underWay.values()]
  }

  /** Waits for the work to end, but not for what was waited for in vain, and no longer than for a third of the rest. */
  async untilEnded(giveUpAt: number, inVain: Set<Promise<unknown>>): Promise<void> {
    for (const work of inVain) if (!this.#underWay.has(work)) inVain.delete(work)
    // Work may start further work, so this looks again until there is none.
    for (;;) {
      const awaited = [...this.#underWay.keys()].filter((work) => !inVain.has(work))
      if (awaited.length === 0) return
      const share = Math.max(0, giveUpAt - performance.now()) / 3
      if (await settled(awaited, share)) continue
      for (const work of awaited) if (this.#underWay.has(work)) inVain.add(work)
      return
    }
  }
}

/** Whether all of this work ends within so many milliseconds of real time. */
async function settled(work: readonly Promise<unknown>[], patience: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const patienceEnded = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, patience, false)
  })
  const allEnded = Promise.allSettled(work).then(() => true)
  const ended = await Promise.race([allEnded, patienceEnded])
  clearTimeout(timer)
  return ended
}
