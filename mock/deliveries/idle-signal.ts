/** Tells those that wait for it when nothing is left to do. */
export interface IdleSignal {
  /** Resolves when nothing is left to do, at once where nothing is. */
  wait(): Promise<void>
  /** Called when something has ended: it may have been the last. */
  announce(): void
}

export function createIdleSignal(isIdle: () => boolean): IdleSignal {
  let waiting: (() => void)[] = []

  function announce() {
    if (!isIdle()) return
    const resolvers = waiting
    waiting = []
    for (const resolve of resolvers) resolve()
  }

  return {
    announce,
    wait: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        announce()
      }),
  }
}
