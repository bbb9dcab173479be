import { relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Reporter, SerializedError, TestModule, TestSpecification, Vitest } from 'vitest/node'

const second = 1_000
const minute = 60 * second

export interface HangLimits {
  /** Milliseconds in which no test and no file ends, after which the run has hung. By default, what a test and a hook may take. */
  silence?: number
  /** Milliseconds for which the run may go on after its last file has ended. */
  ending?: number
}

/**
 * Ends a run that hangs. The limits of tests and hooks are timers in the process of the test, which do not fire while
 * that process is busy in a loop or is stopped, and vitest waits for its processes without a limit. This reporter names
 * the files that have not ended. Where each of them has, and only a process does not end, the outcome of the tests is known and counts.
 */
export default class HangWatch implements Reporter {
  readonly #limits: HangLimits
  readonly #unfinished = new Map<string, string>()
  #vitest: Vitest | undefined
  #timer: NodeJS.Timeout | undefined
  #endsByForce = false

  constructor(limits: HangLimits = {}) {
    this.#limits = limits
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#unfinished.clear()
    for (const { project, moduleId } of specifications) {
      const file = relative(process.cwd(), moduleId)
      this.#unfinished.set(keyOf(project.name, moduleId), project.name ? `${file} (${project.name})` : file)
    }
    this.#waitAnew()
  }

  onTestCaseResult(): void {
    this.#waitAnew()
  }

  onTestModuleEnd(module: TestModule): void {
    this.#unfinished.delete(keyOf(module.project.name, module.moduleId))
    this.#waitAnew()
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    clearTimeout(this.#timer)
    if (!this.#endsByForce) return
    const hasPassed = errors.length === 0 && modules.every((module) => module.state() !== 'failed')
    // The summary is written in this turn. After it, vitest would wait in vain for the process once more.
    setImmediate(() => process.exit(hasPassed ? 0 : 1))
  }

  #waitAnew(): void {
    clearTimeout(this.#timer)
    const { testTimeout = 0, hookTimeout = 0 } = this.#vitest?.projects[0]?.config ?? {}
    const { silence = testTimeout + hookTimeout + minute, ending = 2 * minute } = this.#limits
    const delay = this.#unfinished.size === 0 ? ending : silence
    // A longer delay than a timer can count would fire at once. Such a run sets no limit.
    if (delay < 2 ** 31) this.#timer = setTimeout(() => void this.#end(delay), delay)
  }

  async #end(waited: number): Promise<void> {
    const seconds = Math.round(waited / second)
    const hangs = this.#unfinished.size > 0
    if (hangs) {
      const names = [...this.#unfinished.values()].map((name) => `  ${name}\n`).join('')
      process.stderr.write(`\nThe run hangs: for ${seconds} s no test has ended. Not ended are:\n${names}`)
    } else {
      process.stderr.write(
        `\nAll files ended ${seconds} s ago, but a process of theirs has not said so, and is ended.\n`,
      )
    }
    this.#endsByForce = !hangs
    // Asked once, vitest asks its processes to end. Asked twice, it ends them by force and then the run, with its summary.
    void this.#vitest?.cancelCurrentRun('keyboard-input')
    void this.#vitest?.cancelCurrentRun('keyboard-input')
    await sleep(hangs ? second : minute)
    process.exit(1)
  }
}

const keyOf = (project: string, moduleId: string) => `${project} ${moduleId}`
