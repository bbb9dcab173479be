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
      if (!planted) await take()
      for (const [name, part] of all) {
        await sharing.change(name, (text) => (planted || text === undefined ? part.write() : undefined))
      }
      close()
      ends.push(...all.map(([name, part]) => part.watch(() => write(name, part))))
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
