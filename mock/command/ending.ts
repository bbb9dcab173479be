/** The end of the command, which a signal asks for, or a reader of its output that has gone. */
export interface Ending {
  /** Ends in good order: all that was opened is closed. Before anything was opened, ends the process. */
  begin(): void
  /** Sets what there is to close. It then begins with Ctrl-C and SIGTERM, too. A second Ctrl-C ends the process at once. */
  set(close: () => Promise<void>): void
}

/** Makes the ending of this process. */
export function createEnding(): Ending {
  let close: (() => Promise<void>) | undefined
  let isEnding = false

  function begin(): void {
    if (isEnding) return
    isEnding = true
    if (close) void close()
    else process.exit(0)
  }

  return {
    begin,
    set(work) {
      close = work
      const signalled = () => {
        if (isEnding) process.exit(130)
        begin()
      }
      process.on('SIGINT', signalled)
      process.on('SIGTERM', signalled)
    },
  }
}
