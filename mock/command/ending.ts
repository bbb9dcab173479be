import { constants } from 'node:os'

/** The end of the command, which a signal asks for, or a reader of its output that has gone. */
export interface Ending {
  /** Ends in good order: all that was opened is closed. Before anything was opened, ends the process. */
  begin(): void
  /**
   * Sets what there is to close. It then begins with Ctrl-C and SIGTERM, too. A second signal ends the process at once, with the
   * status that shells give to it. `failed` hears of what could not be closed.
   */
  set(close: () => Promise<void>, failed: (error: unknown) => void): void
}

// The longest time of a timer.
const longest = 2 ** 31 - 1

/** Makes the ending of this process. */
export function createEnding(): Ending {
  let close: (() => void) | undefined
  let isEnding = false

  function begin(): void {
    if (isEnding) return
    isEnding = true
    if (close) close()
    else process.exit(0)
  }

  function signalled(signal: NodeJS.Signals): void {
    if (isEnding) process.exit(128 + constants.signals[signal])
    begin()
  }

  return {
    begin,
    set(work, failed) {
      close = () => {
        // The connections of a store keep no process alive, and what is given back over them has to arrive.
        const alive = setInterval(() => {}, longest)
        work()
          .catch(failed)
          .finally(() => clearInterval(alive))
      }
      process.on('SIGINT', signalled)
      process.on('SIGTERM', signalled)
    },
  }
}
