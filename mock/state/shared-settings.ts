import type { Shareable } from '../settings/shareable'
import type { Sharing } from '../store/sharing'

/**
 * Lets the changes of some parts (clock, faults and forwards) reach the other processes that share a store, and takes on
 * theirs.
 */
export function createSharedSettings(sharing: Sharing, parts: Readonly<Record<string, Shareable>>) {
  let writing: Promise<unknown> = Promise.resolve()
  const all = Object.entries(parts)
  const ends: (() => void)[] = []
  // The names of settings that this process is about to read. A further notification of one of these brings nothing new.
  const awaited = new Set<string>()

  function write(name: string, part: Shareable) {
    const written = writing
      .catch(() => {})
      .then(() =>
        sharing.change(name, (text) => {
          if (text !== undefined) part.join?.(text)
          return part.write()
        }),
      )
    // Whoever made the change is told of the failure by `written`.
    written.catch(() => {})
    writing = written
  }

  /** Takes on what the store holds. Returns whether this process has something to add to it. */
  function takeOn(part: Shareable, text: string): boolean {
    if (part.join) return part.join(text)
    part.read(text)
    return false
  }

  /** Takes on a setting in a step that no change of it may cross: what is read is still so when it is taken on. */
  async function takeOne(name: string, part: Shareable) {
    if (awaited.has(name)) return
    awaited.add(name)
    const taken = sharing.change(name, (text) => {
      awaited.delete(name)
      if (text !== undefined) takeOn(part, text)
      return undefined
    })
    await taken.finally(() => awaited.delete(name))
  }

  return {
    /** The settings of this process as JSON text by name, for a store to plant together with its data. */
    writeAll: () => Object.fromEntries(all.map(([name, part]) => [name, part.write()])),
    /** Takes on the settings that the store holds, and writes those of this process that it lacks. */
    async open() {
      close()
      for (const [name, part] of all) {
        await sharing.change(name, (text) => {
          // From here on each change in this process is written to the store. What the store holds is taken on first.
          ends.push(part.watch(() => write(name, part)))
          return text === undefined || takeOn(part, text) ? part.write() : undefined
        })
      }
    },
    /** Takes on one setting of the store, or all of them. */
    async take(only?: string) {
      for (const [name, part] of all) if (only === undefined || name === only) await takeOne(name, part)
    },
    /** Resolves when all changes that were made in this process are written. Rejects where one could not be. */
    written: () => writing,
    close,
  }

  function close() {
    for (const end of ends.splice(0)) end()
  }
}
