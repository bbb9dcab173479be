import { progressLine } from './terminal'
import { spell } from './estimate'
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
  const done = new Set<string>()
  return {
    start: () => undefined,
    result(result) {
      // What is asserted at the end of the run may tell the result of a check again.
      done.add(result.id)
      print(progressLine(result, done.size, Math.max(done.size, total)))
    },
    end: () => undefined,
  }
}

const clear = '\r\u001b[2K'
const notable = ['failed', 'errored', 'warned', 'could-not-run']

/** The share of the requests that must have been sent before the time that is left is told by the time that they took. */
const tellingShare = 0.05

/**
 * Keeps one line on the running check, the progress, the time and the time that is left. Results that somebody has to look at stay
 * above it. `requests` has how many each check is to send, and `rate` is the run's pace.
 */
export function liveProgress(
  total: number,
  terminal: LiveTerminal,
  requests: ReadonlyMap<string, number> = new Map(),
  rate = Infinity,
): Progress {
  const { write } = terminal
  const began = performance.now()
  const toSend = [...requests.values()].reduce((sum, one) => sum + one, 0)
  const done = new Set<string>()
  let [sent, running] = [0, 'begins']
  const left = (seconds: number): string => {
    if (sent >= toSend) return ''
    const pace = sent > tellingShare * toSend ? sent / seconds : rate
    return pace === Infinity ? '' : `, about ${spell((toSend - sent) / pace)} left`
  }
  const show = () => {
    const passed = (performance.now() - began) / 1000
    // The concluding checks, which judge the run as a whole, make results beyond the checks that were counted.
    const all = Math.max(1, done.size, total)
    const filled = Math.round((20 * done.size) / all)
    const bar = `${'█'.repeat(filled)}${'░'.repeat(20 - filled)}`
    const line = `${bar} ${done.size}/${all}  ${Math.floor(passed)} s${left(passed)}  ${running}`
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
      if (!done.has(result.id)) sent += requests.get(result.id) ?? 0
      done.add(result.id)
      if (notable.includes(result.status))
        write(`${clear}${progressLine(result, done.size, Math.max(done.size, total))}\n`)
      show()
    },
    end() {
      clearInterval(timer)
      write(clear)
    },
  }
}
