/** A part of a backend whose state all processes of a service share, where their store permits that. */
export interface Shareable {
  /** Returns the state as JSON text, for the caller to write to the store. The part regards all changes made until now as written. */
  write(): string
  /** Takes on a state that another process wrote. */
  read(text: string): void
  /**
   * Takes on the state of the store, and applies the changes again that were made in this process and are not written yet. Returns whether there were
   * any. A part without this method takes on the store's state by `read`, and overwrites it with its own at its next change.
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
