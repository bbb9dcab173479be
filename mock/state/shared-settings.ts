import type { Shareable } from '../settings/shareable'
import type { Sharing } from '../store/sharing'

/** The settings that all processes of a service share: clock, faults and forwards. */
export interface SharedSettings {
  /**
   * Takes on the settings that the store holds, and writes those of this process that it lacks. A process that planted the
   * data writes all of its own.
   */
  open(planted: boolean): Promise<void>
  /** Takes on one setting of the store, or all of them. */
  take(name?: string): Promise<void>
  /** Resolves when all changes that were made in this process are written. Rejects where one could not be. */
  written(): Promise<void>
  close(): void
}

/** Lets the changes of some parts reach the other processes that share a store, and takes on theirs. */
export function createSharedSettings(
  sharing: Sharing,
  parts: Readonly<Record<string, Shareable>>,
): SharedSettings {
  let writing: Promise<unknown> = Promise.resolve()
  let pending = 0
  const all = Object.entries(parts)
  const ends: (() => void)[] = []

  function write(name: string, part: Shareable) {
    pending++
    const written = writing
      .catch(() => {})
      .then(() => sharing.change(name, () => part.write()))
      .finally(() => pending--)
    // Whoever made the change is told of the failure by `written`.
    written.catch(() => {})
    writing = written
  }

  /** Takes on what the store holds at the start. Returns whether this process has something to add to it. */
  function takeOn(part: Shareable, text: string): boolean {
    if (part.join) return part.join(text)
    part.read(text)
    return false
  }

  async function take(only?: string) {
    for (const [name, part] of all) {
      if (only !== undefined && name !== only) continue
      const text = await sharing.read(name)
      // A change that was made here meanwhile is the later one.
      if (text !== undefined && pending === 0) part.read(text)
    }
  }

  return {
    async open(planted) {
      close()
      for (const [name, part] of all) {
        await sharing.change(name, (text) => {
          // From this moment on, each change here is written. It is the store's that comes first.
          ends.push(part.watch(() => write(name, part)))
          return planted || text === undefined || takeOn(part, text) ? part.write() : undefined
        })
      }
    },
    take,
    async written() {
      await writing
    },
    close,
  }

  function close() {
    for (const end of ends.splice(0)) end()
  }
}
