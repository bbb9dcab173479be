/** Calls back before one of the next frames is drawn, or soon where nothing is drawn because the page is hidden. */
export type Frames = (draw: () => void) => void

/** Collects items and hands them on together, before a frame is drawn. */
export class Batches<Item> {
  #waiting: Item[] = []
  #isAsked = false

  constructor(
    private readonly frames: Frames,
    private readonly handOn: (items: readonly Item[]) => void,
  ) {}

  add(item: Item): void {
    this.#waiting.push(item)
    if (this.#isAsked) return
    this.#isAsked = true
    this.frames(() => {
      this.#isAsked = false
      const batch = this.#waiting
      this.#waiting = []
      if (batch.length > 0) this.handOn(batch)
    })
  }

  /** Drops the items that were not handed on yet. */
  drop(): void {
    this.#waiting = []
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
