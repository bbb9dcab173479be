import { flawOf } from './paced-client'
import type { NoAnswer } from './outcome'
import type { Answer, Flaw } from '../wire/client'
import type { Evidence } from './report'
import type { Finding } from './oracle'

/** A breach of the document that a check came upon without judging that rule itself. */
export interface SideFinding extends Finding {
  evidence: Evidence
  check: string
}

/** The part of a run that takes the findings and flaws of its checks in. */
interface FindingsOfRun {
  /** The first finding of each rule. */
  readonly findings: Map<string, SideFinding>
  readonly client: { readonly flaws: Flaw[] }
}

/** The flaky answers of a check, and the rules that it saw to be broken without judging them, until its result is final. */
export class PendingFindings {
  readonly #findings: SideFinding[] = []
  readonly #findingsOfBursts: SideFinding[] = []
  /** The flaws of bursts, whose requests are not sent again one by one. */
  readonly flawsOfBursts: Flaw[] = []
  /** How many answers were flaky, or might have been: they came rightly only when the request was sent again, or met a flaw in a burst. */
  flaky = 0

  /** Notes the flaw of a request in a burst, if any. */
  noteOfBurst(outcome: Answer | NoAnswer): void {
    const flaw = flawOf(outcome)
    if (flaw === undefined) return
    this.flaky += 1
    this.flawsOfBursts.push(flaw)
  }

  /** Notes a finding. A server error in a burst is in doubt, because the check may repeat the burst. */
  add(finding: SideFinding, isInDoubt = false): void {
    if (isInDoubt) this.#findingsOfBursts.push(finding)
    else this.#findings.push(finding)
  }

  /** Hands to the run what is certain, once the check has come to a good or a bad end. */
  settle(run: FindingsOfRun, isGood: boolean): void {
    const findings = [...this.#findings.splice(0), ...(isGood ? [] : this.#findingsOfBursts)]
    for (const finding of findings)
      if (!run.findings.has(finding.rule)) run.findings.set(finding.rule, finding)
    if (isGood) run.client.flaws.push(...this.flawsOfBursts)
    this.#findingsOfBursts.length = 0
    this.flawsOfBursts.length = 0
  }
}
