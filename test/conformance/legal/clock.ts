/** The time by which a service lives. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Has something done so many milliseconds from now. A service is at rest only when all that is pressing is done. */
  after(milliseconds: number, run: () => unknown, pressing?: boolean): void
  /** Resolves when so many milliseconds have passed. */
  pass(milliseconds: number): Promise<void>
}

/** The time of this machine, for a service on a socket. */
export const machineClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, run) => void setTimeout(run, milliseconds).unref(),
  pass: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}

interface Task {
  due: number
  pressing: boolean
  run: () => unknown
}

/**
 * The time of a service in process. It moves only when it is moved, so that lateness of seconds costs nothing, and carries
 * out in order what falls due.
 */
export class MovedClock implements Clock {
  #now: number
  #tasks: Task[] = []
  #running: Promise<void> = Promise.resolve()

  constructor(start: number) {
    this.#now = start
  }

  readonly now = (): number => this.#now

  after(milliseconds: number, run: () => unknown, pressing = true): void {
    this.#tasks.push({ due: this.#now + milliseconds, pressing, run })
  }

  async pass(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds
    // Requests that are sent at once all begin before the first of them lets time pass.
    await new Promise((resolve) => setImmediate(resolve))
    await this.#runUntil(() => end)
  }

  /** Moves the time on, and carries out what falls due meanwhile. */
  readonly advance = (milliseconds: number): Promise<void> => this.#runUntil(() => this.#now + milliseconds)

  /** Lets a moment pass. What is due is carried out without anybody waiting for it. */
  tick(milliseconds: number): void {
    this.#now += milliseconds
    void this.#runUntil(() => this.#now)
  }

  /** Moves the time on until nothing is left that is pressing. */
  readonly idle = async (): Promise<void> => {
    for (;;) {
      await this.#running
      const pressing = this.#tasks.filter((task) => task.pressing).map(({ due }) => due)
      if (pressing.length === 0) return
      await this.#runUntil(() => Math.min(...pressing))
    }
  }

  #runUntil(end: () => number): Promise<void> {
    const run = async () => {
      const moment = end()
      for (;;) {
        const [next] = this.#tasks.filter(({ due }) => due <= moment).sort((a, b) => a.due - b.due)
        if (!next) break
        this.#tasks = this.#tasks.filter((task) => task !== next)
        this.#now = Math.max(this.#now, next.due)
        await next.run()
      }
      this.#now = Math.max(this.#now, moment)
    }
    this.#running = this.#running.then(run)
    return this.#running
  }
}
