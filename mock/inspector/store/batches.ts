/** Calls back before the next frame is drawn, or soon where nothing is drawn because the page is hidden. */
export type Frames = (draw: () => void) => void

/** Collects what comes and hands it on once a frame. */
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
const hiddenPace = 250

/** The frames of a window. */
export function framesOf(window: Window): Frames {
  return (draw) => {
    if (window.document.hidden) window.setTimeout(draw, hiddenPace)
    else window.requestAnimationFrame(draw)
  }
}
