import { fstatSync } from 'node:fs'
import type { Writable } from 'node:stream'

/** A stream of lines that never holds up the process. */
export interface Output {
  /** Writes lines. They are left out while nobody reads what was written before. */
  write(lines: string): void
  /** How many writes were left out since the last call, once there is room again to say so. */
  takeMissed(): number
}

// About ten thousand lines: a reader that is only slow loses none.
const longestBacklog = 2 ** 20

/**
 * Makes an output on a stream that nobody may read, or whose reader may close it, as `| head` does. Once the reader has closed the stream,
 * the output calls `closed` with its error, and writes nothing more. The lines of one turn of the event loop are written together, because a write to a
 * pipe costs as much as half a request. Lines that wait when the process ends are written then.
 */
export function createOutput(stream: Writable, closed: (error: Error) => void): Output {
  let missed = 0
  let isClosed = false
  const hasRoom = () => stream.writableLength <= longestBacklog
  stream.on('error', (error) => {
    isClosed = true
    closed(error)
  })

  process.on('exit', release)

  function holdForThisTurn() {
    if (stream.writableCorked > 0) return
    stream.cork()
    setImmediate(release)
  }

  function release() {
    stream.uncork()
  }

  return {
    write(lines) {
      if (isClosed) return
      if (!hasRoom()) {
        missed++
        return
      }
      holdForThisTurn()
      stream.write(`${lines}\n`)
    },
    takeMissed() {
      if (missed === 0 || !hasRoom()) return 0
      const count = missed
      missed = 0
      return count
    },
  }
}

/** Whether two streams, by their numbers, lead to the same pipe or terminal, as after `2>&1`. */
export function isSameStream(one: number, other: number): boolean {
  const [first, second] = [fstatSync(one), fstatSync(other)]
  return first.dev === second.dev && first.ino === second.ino
}
