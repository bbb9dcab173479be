import { failureLine } from './usage-error'

/** The exit statuses of a process that a signal ended. */
const statuses = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/** A signal that asks a command to end. */
export type EndingSignal = keyof typeof statuses

/** Milliseconds within which a repeated signal is an echo: npx passes on a Ctrl-C that the terminal has sent to all. */
const echoTime = 400

/** The parts of a process that an interruption needs. */
export interface Interruptible {
  /** Milliseconds of a clock that never goes back. */
  now(): number
  /** Ends the process. */
  exit(status: number): void
  /** Milliseconds from the first signal to the end of the process, whatever goes on. Unlimited unless given. */
  longestEnd?: number
}

/**
 * Ends the work of a command, which then closes what it opened. Ends the process where closing takes too long, or where a repeated signal
 * says not to wait.
 */
export class Interruption {
  readonly #abort = new AbortController()
  readonly #received = new Map<EndingSignal, number>()
  readonly #process: Interruptible
  #tell = (): void => {}
  #status = 0

  constructor(process: Interruptible) {
    this.#process = process
  }

  /** Aborted when the work has to end. */
  get signal(): AbortSignal {
    return this.#abort.signal
  }

  /** The exit status that `end` was given, 0 before: for a process that has nothing to close. */
  get status(): number {
    return this.#status
  }

  /** Has `tell` called before the process ends early, to report what was not closed. */
  onEarlyEnd(tell: () => void): void {
    this.#tell = tell
  }

  /**
   * Ends the work. The same signal again ends the process at once. Another signal does not: it may be the next step of a program that stops
   * the command.
   */
  receive(name: EndingSignal): void {
    const now = this.#process.now()
    const first = this.#received.get(name) ?? now
    this.#received.set(name, first)
    if (now - first > echoTime) this.#exit(statuses[name])
    else this.end('The run was interrupted.', statuses[name])
  }

  /** Ends the work for a reason. `status` is that of the process where the end of the work takes too long. */
  end(reason: string, status: number): void {
    if (this.signal.aborted) return
    this.#status = status
    this.#abort.abort(new Error(reason))
    const { longestEnd } = this.#process
    if (longestEnd !== undefined) setTimeout(() => this.#exit(status), longestEnd).unref()
  }

  #exit(status: number): void {
    this.#tell()
    this.#process.exit(status)
  }
}

/**
 * Carries out work that blocks the process until another one writes, as reading a named pipe does. No listener of a signal can run
 * meanwhile, so none is there: a signal ends the process.
 */
export function withoutListeners<Result>(work: () => Result): Result {
  const heard = (Object.keys(statuses) as EndingSignal[]).map(
    (signal) => [signal, process.listeners(signal)] as const,
  )
  for (const [signal] of heard) process.removeAllListeners(signal)
  try {
    return work()
  } finally {
    for (const [signal, listeners] of heard) for (const listener of listeners) process.on(signal, listener)
  }
}

/** How the process of a program ends. */
export interface Ending {
  /** The name of the program, which begins its messages. */
  name: string
  /** The exit status of a failure that nothing has caught. */
  failed: number
  /** Milliseconds from the first signal to the end of the process. Unlimited unless given. */
  longestEnd?: number
}

/** The parts of a process that are watched, or that end it. */
export interface OwnProcess {
  stdin: { isTTY?: boolean }
  stdout: { isTTY?: boolean }
  stderr: { isTTY?: boolean; write(text: string): unknown }
  exitCode?: number | string | null | undefined
  exit(status: number): void
  on(event: string, listener: (error: unknown) => void): unknown
}

/** Watches this process for signals and for failures that nothing has caught, which are told in one line, without a stack. */
export function watchProcess({ name, failed, longestEnd }: Ending, own: OwnProcess = process): Interruption {
  const { stdin, stdout, stderr } = own
  const interruption = new Interruption({
    now: () => performance.now(),
    exit: (status) => own.exit(status),
    longestEnd,
  })
  // SIGHUP says that the terminal was closed. A process without a terminal goes on, and nohup counts on the signal being ignored.
  const hasTerminal = [stdin, stdout, stderr].some(({ isTTY }) => isTTY)
  for (const signal of Object.keys(statuses) as EndingSignal[]) {
    if (signal !== 'SIGHUP' || hasTerminal) own.on(signal, () => interruption.receive(signal))
  }
  own.on('uncaughtException', (error: unknown) => {
    stderr.write(`${failureLine(name, error)}\n`)
    own.exitCode = failed
    if (interruption.signal.aborted) own.exit(failed)
    else interruption.end(`${name} itself failed.`, failed)
  })
  return interruption
}
