/** The exit statuses of a process that a signal ended. */
const statuses = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/** A signal that asks the command to end. */
export type EndingSignal = keyof typeof statuses

export const endingSignals = Object.keys(statuses) as readonly EndingSignal[]

/**
 * Milliseconds within which a repeated signal is an echo: a parent may pass on a Ctrl-C that the terminal sent to all.
 */
const echoTime = 400
/** Milliseconds from the first signal to the end: the clean-up of an interrupted run ends before, and its reports are written. */
const longestEnd = 10_000

/** The parts of a process that an interruption needs. */
export interface Interruptible {
  /** Milliseconds of a clock that never goes back. */
  now: () => number
  /** Ends the process. */
  exit: (status: number) => void
}

/** Ends a run, which then deletes what it created. Where that takes too long, or is not wanted, it ends the process. */
export class Interruption {
  readonly #abort = new AbortController()
  #tell: () => void = () => undefined
  readonly #received = new Map<EndingSignal, number>()

  constructor(private readonly process: Interruptible) {}

  /** Aborted when the run has to end. */
  get signal(): AbortSignal {
    return this.#abort.signal
  }

  /** Has `tell` called before the process ends early, so that somebody learns what is left. */
  onEarlyEnd(tell: () => void): void {
    this.#tell = tell
  }

  /**
   * Ends the run. The same signal again ends the process at once. Another signal does not: it may be the next step of a
   * program that stops the command.
   */
  receive(name: EndingSignal): void {
    const now = this.process.now()
    const first = this.#received.get(name) ?? now
    this.#received.set(name, first)
    if (now - first > echoTime) this.#exit(statuses[name])
    else this.end('The run was interrupted.', statuses[name])
  }

  /** Ends the run for a reason; `status` is that of the process where the clean-up takes too long. */
  end(reason: string, status: number): void {
    if (this.signal.aborted) return
    this.#abort.abort(new Error(reason))
    setTimeout(() => this.#exit(status), longestEnd).unref()
  }

  #exit(status: number): void {
    this.#tell()
    this.process.exit(status)
  }
}
