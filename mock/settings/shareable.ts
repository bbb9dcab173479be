/** A part of a backend whose state all processes of a service share, where their store permits that. */
export interface Shareable {
  /** Its state as JSON text, on its way to the store: what was changed here until now is known to all from then on. */
  write(): string
  /** Takes on a state that another process wrote. */
  read(text: string): void
  /**
   * Takes on the state of the store, and makes once more the changes that were made here and not written yet. Returns whether
   * there were any. Parts without it take on the store's state at the start, and write their own over it later.
   */
  join?(text: string): boolean
  /** Tells a listener of each change that is made in this process. Returns a function that ends this. */
  watch(listener: () => void): () => void
}

/** Whether a part can be shared, as a clock of `createClock` can. */
export function isShareable(part: object): part is Shareable {
  return 'write' in part && 'read' in part && 'watch' in part
}

/** The listeners of a part that can be shared. */
export class Listeners {
  readonly #listeners = new Set<() => void>()

  /** Adds a listener. Returns a function that removes it. */
  readonly add = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
