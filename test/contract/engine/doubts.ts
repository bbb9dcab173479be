import { Allowance, inMebibytes } from '../wire/allowance'
import type { Flaw } from '../wire/client'
import type { Session, SideFinding } from './session'

/** Bytes that all answers of a check may take together. The longest list that a check walks is far smaller. */
const largestOfCheck = 48 * 1024 * 1024

/** The memory that the answers to one check may take. */
export function allowanceOfCheck(): Allowance {
  const most = inMebibytes(largestOfCheck)
  return new Allowance(largestOfCheck, `The answers to this check are longer than ${most} together.`)
}

/** The flaky answers of a check, and the rules that it saw to be broken without judging them, until its result is final. */
export class Doubts {
  readonly #findings: SideFinding[] = []
  readonly #findingsOfBursts: SideFinding[] = []
  /** The flaws of bursts, whose requests are not sent again one by one. */
  readonly flawsOfBursts: Flaw[] = []
  /** How many requests were answered rightly only when they were sent again. */
  resent = 0

  /** How many answers were flaky, or might have been. */
  get flaky(): number {
    return this.resent + this.flawsOfBursts.length
  }

  /** Notes a finding. A server error in a burst is in doubt, because the check may repeat the burst. */
  add(finding: SideFinding, isInDoubt = false): void {
    if (isInDoubt) this.#findingsOfBursts.push(finding)
    else this.#findings.push(finding)
  }

  /** Hands to the session what is certain, once the check has come to a good or a bad end. */
  settle(session: Session, isGood: boolean): void {
    const findings = [...this.#findings.splice(0), ...(isGood ? [] : this.#findingsOfBursts)]
    for (const finding of findings) session.addFinding(finding)
    if (isGood) session.client.flaws.push(...this.flawsOfBursts)
    this.#findingsOfBursts.length = 0
    this.flawsOfBursts.length = 0
  }
}
