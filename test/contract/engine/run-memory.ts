import { NoAnswer, Unjudged, Violation } from './outcome'

/** The end of a probe: its value, or the error with which it failed. */
type Outcome = { value: unknown } | { error: unknown }

/** The parts of a check's context by which the memory decides whether an outcome is kept. */
interface ProbeContext {
  readonly signal: AbortSignal
  /** `flaky` counts the answers so far that came only when the request was sent again. */
  readonly findings: { readonly flaky: number }
  waitFor<T>(wait: Promise<T>): Promise<T>
}

/** The memory of a run: the outcomes of its probes and the values that they keep, for all checks that come later. */
export class RunMemory {
  /** The outcomes of the probes that are run once, by name. */
  readonly #outcomes = new Map<string, Promise<Outcome>>()
  /** The names of the probes that have succeeded before. */
  readonly #probed = new Set<string>()
  /** The values that probes keep for the run, by name. */
  readonly #kept = new Map<string, unknown>()

  /** The value that is kept under a name. `make` makes it for the first caller. */
  keep<T>(name: string, make: () => T): T {
    if (!this.#kept.has(name)) this.#kept.set(name, make())
    return this.#kept.get(name) as T
  }

  /**
   * Runs a probe, or ends as it did for an earlier check. An outcome that says nothing about the deployment, like a missing answer or the
   * end of the check's time, is not kept. Neither is one that may come of a flaky answer.
   */
  async once<T>(context: ProbeContext, name: string, probe: () => Promise<T>): Promise<T> {
    const { signal } = context
    const known = this.#outcomes.get(name)
    const outcome = known ?? this.#outcomeOf(context, name, probe)
    if (!known) this.#outcomes.set(name, outcome)
    const ended = await (known ? context.waitFor(known) : outcome)
    if (!('error' in ended)) return ended.value as T
    // Another check ran it to no outcome, as at the end of its own time.
    if (known && this.#outcomes.get(name) !== known && !signal.aborted) return this.once(context, name, probe)
    throw ended.error
  }

  /** Runs a probe to its outcome, and forgets that where it is not to be kept. */
  async #outcomeOf(
    { signal, findings }: ProbeContext,
    name: string,
    probe: () => Promise<unknown>,
  ): Promise<Outcome> {
    const before = findings.flaky
    try {
      const value = await probe()
      if (findings.flaky !== before && !this.#probed.has(name)) this.#outcomes.delete(name)
      // A long probe may meet a flaw each time, and its second success is as good as a third.
      this.#probed.add(name)
      return { value }
    } catch (error) {
      const isOfDeployment =
        error instanceof Violation || (error instanceof Unjudged && !(error instanceof NoAnswer))
      if (!isOfDeployment || signal.aborted || findings.flaky !== before) this.#outcomes.delete(name)
      return { error }
    }
  }

  /** Has probes that failed be run anew: other checks that were made at the same time may be the reason. */
  forgetErrors(): void {
    for (const [name, outcome] of this.#outcomes)
      void outcome.then((ended) => 'error' in ended && this.#outcomes.delete(name))
  }
}
