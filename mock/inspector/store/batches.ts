/** Calls back before one of the next frames is drawn, or soon where nothing is drawn because the page is hidden. */
export type Frames = (draw: () => void) => void

/** Collects what comes and hands it on before a frame. */
export interface Batches<Item> {
  add(items: readonly Item[]): void
  /** Forgets what was not handed on. */
  drop(): void
}

export function createBatches<Item>(frames: Frames, handOn: (items: readonly Item[]) => void): Batches<Item> {
  let waiting: Item[] = []
  let isAsked = false

  return {
    add(items) {
      for (const item of items) waiting.push(item)
      if (isAsked) return
      isAsked = true
      frames(() => {
        isAsked = false
        const batch = waiting
        waiting = []
        if (batch.length > 0) handOn(batch)
      })
    },
    drop() {
      waiting = []
    },
  }
}

// Milliseconds of real time: a hidden page draws no frames, and must take entries nevertheless.
const hiddenInterval = 250
// Milliseconds of real time between two batches. Nobody reads faster, and the frames between them are left to scrolling.
const shownInterval = 80

/** The frames of a window. The first one after a rest comes at once. */
export function framesOf(window: Window): Frames {
  let last = -Infinity
  return (draw) => {
    if (window.document.hidden) {
      window.setTimeout(draw, hiddenInterval)
      return
    }
    const ask = () =>
      window.requestAnimationFrame((now) => {
        last = now
        draw()
      })
    const wait = last + shownInterval - performance.now()
    if (wait > 0) window.setTimeout(ask, wait)
    else ask()
  }
}
