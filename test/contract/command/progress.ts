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

/** Prints one plain line for each check that is made, for logs. What was not judged is counted in the end. */
export function plainProgress(total: number, print: (text: string) => void): Progress {
  const done = new Set<string>()
  return {
    start: () => undefined,
    result(result) {
      if (result.status === 'not-applicable') return
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

/** What is known of a run before it begins. */
export interface ExpectedRun {
  /** The number of its checks. */
  total: number
  /** How many requests each check is to send. */
  requests?: ReadonlyMap<string, number>
  /** Its requests a second. */
  rate?: number
}

/**
 * Keeps one line on the running check, the progress, the time and the time that is left. Results that somebody has to look at stay above
 * it.
 */
export class LiveProgress implements Progress {
  readonly #terminal: LiveTerminal
  readonly #expected: Required<ExpectedRun>
  readonly #toSend: number
  readonly #began = performance.now()
  readonly #timer: NodeJS.Timeout
  readonly #done = new Set<string>()
  #sent = 0
  #running = 'begins'

  constructor(terminal: LiveTerminal, { total, requests = new Map(), rate = Infinity }: ExpectedRun) {
    this.#terminal = terminal
    this.#expected = { total, requests, rate }
    this.#toSend = [...requests.values()].reduce((sum, one) => sum + one, 0)
    // The seconds go on while a check takes long.
    this.#timer = setInterval(() => this.#show(), 500)
    this.#timer.unref()
  }

  start({ id }: Parameters<Progress['start']>[0]): void {
    this.#running = id
    this.#show()
  }

  result(result: CheckResult): void {
    const { total, requests } = this.#expected
    const done = this.#done
    if (!done.has(result.id)) this.#sent += requests.get(result.id) ?? 0
    done.add(result.id)
    if (notable.includes(result.status))
      this.#terminal.write(`${clear}${progressLine(result, done.size, Math.max(done.size, total))}\n`)
    this.#show()
  }

  end(): void {
    clearInterval(this.#timer)
    this.#terminal.write(clear)
  }

  #show(): void {
    const passed = (performance.now() - this.#began) / 1000
    const done = this.#done.size
    // The concluding checks, which judge the run as a whole, make results beyond the checks that were counted.
    const all = Math.max(1, done, this.#expected.total)
    const filled = Math.round((20 * done) / all)
    const bar = `${'█'.repeat(filled)}${'░'.repeat(20 - filled)}`
    const line = `${bar} ${done}/${all}  ${Math.floor(passed)} s${this.#left(passed)}  ${this.#running}`
    this.#terminal.write(clear + line.slice(0, Math.max(1, this.#terminal.columns - 1)))
  }

  /** The time that is left, as the end of a sentence; nothing where it cannot be told. */
  #left(passed: number): string {
    if (this.#sent >= this.#toSend) return ''
    const pace = this.#sent > tellingShare * this.#toSend ? this.#sent / passed : this.#expected.rate
    return pace === Infinity ? '' : `, about ${spell((this.#toSend - this.#sent) / pace)} left`
  }
}
