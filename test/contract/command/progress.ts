import { progressLine } from './terminal'
import type { CheckResult } from '../engine/report'

/** A terminal that can rewrite its last line. */
export interface LiveTerminal {
  /** The width of the window, which may change between two lines. */
  readonly columns: number
  write: (text: string) => void
}

/** Shows the progress of a run. */
export interface Progress {
  start: (check: { id: string; index: number; total: number }) => void
  result: (result: CheckResult) => void
  end: () => void
}

/** Prints one plain line for each check, for logs. */
export function plainProgress(total: number, print: (text: string) => void): Progress {
  let done = 0
  return {
    start: () => undefined,
    result(result) {
      done += 1
      print(progressLine(result, done, Math.max(done, total)))
    },
    end: () => undefined,
  }
}

const clear = '\r\u001b[2K'
const notable = ['failed', 'errored', 'warned', 'could-not-run']

/** Keeps one line on the running check, the progress and the time. Results that somebody has to look at stay above it. */
export function liveProgress(total: number, terminal: LiveTerminal): Progress {
  const { write } = terminal
  const began = performance.now()
  let [done, running] = [0, 'begins']
  const show = () => {
    const seconds = Math.floor((performance.now() - began) / 1000)
    const filled = Math.round((20 * done) / Math.max(1, total))
    const line = `${'█'.repeat(filled)}${'░'.repeat(20 - filled)} ${done}/${total}  ${seconds} s  ${running}`
    write(clear + line.slice(0, Math.max(1, terminal.columns - 1)))
  }
  // The seconds go on while a check takes long.
  const timer = setInterval(show, 500)
  timer.unref()
  return {
    start({ id }) {
      running = id
      show()
    },
    result(result) {
      done += 1
      if (notable.includes(result.status))
        write(`${clear}${progressLine(result, done, Math.max(done, total))}\n`)
      show()
    },
    end() {
      clearInterval(timer)
      write(clear)
    },
  }
}
