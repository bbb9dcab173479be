import type { OperationId } from '../../../generated/operations'
import { Allowance, type Answer, type Flaw, type Sender } from '../wire/client'
import { CouldNotRun, NoAnswer, Violation } from './outcome'
import { RunAccess } from './run-access'
import { examine, type Finding } from './oracle'
import { fillPath, isAddressable, type ApiRequest, type Parameters } from './request'
import { findUnanswered } from './clean-up'
import { flawOf } from './paced-client'
import { traces } from './traces'
import type { Evidence } from './report'
import type { Session, SideFinding } from './session'

/** A call of an operation of the interface. */
export interface Call extends Omit<ApiRequest, 'method' | 'path' | 'origin'> {
  /** Path parameters. */
  path?: Parameters
  query?: Parameters
}

/**
 * The means of a check: the deployment, the keys, the receiver, and what this run has seen so far.
 *
 * @example
 * const run = async (context: Context) => void (await context.call('listEvents', { key: context.anyKey() }))
 */
export class Context extends RunAccess {
  readonly evidence: Evidence[] = []
  /** Ids of the webhooks that this check registered. */
  readonly webhooks = new Set<string>()
  /** The assertions for the end of the run. */
  readonly lateAssertions: (() => Promise<string | void>)[] = []
  /** When the last of them is due, by `now`. */
  lastDue = 0
  #sender!: Sender
  readonly findings = new PendingFindings()

  constructor(
    session: Session,
    /** The check that this context belongs to. */
    readonly check: { readonly id: string; readonly rules: readonly string[] },
    signal: AbortSignal,
  ) {
    super(session)
    this.resume(signal)
  }

  /** Aborted when the check's time is over or the run is interrupted. */
  get signal(): AbortSignal {
    return this.#sender.signal
  }

  /**
   * Registers an assertion that is made at the end of the run, for effects that come late. Its result counts for this check,
   * where it is worse than that of `run`. `after`: milliseconds that have to pass before, 2,000 unless given. In process the
   * clock makes them pass.
   *
   * @example
   * context.later(async () => expectNoDelivery(context, received()[0], 'DL-2', 'It came.'))
   */
  later(run: () => Promise<string | void>, { after = 2_000 }: { after?: number } = {}): void {
    this.lateAssertions.push(run)
    this.lastDue = Math.max(this.lastDue, this.now() + after)
  }

  /** Has the check go on under another signal, and drops the evidence so far. */
  resume(signal: AbortSignal): void {
    this.evidence.length = 0
    this.#sender = { signal, evidence: this.evidence, allowance: new Allowance(largestOfCheck) }
  }

  /**
   * Runs a probe once a run. Every later caller gets the outcome of the first, failures included. An outcome that may come of
   * a flaky answer is not kept.
   */
  once<T>(name: string, probe: () => Promise<T>): Promise<T> {
    return this.session.once(name, probe, this)
  }

  /** Lets time pass: moves the deployment's clock where that is possible, else waits. */
  wait(milliseconds: number): Promise<void> {
    return this.session.wait(milliseconds, this.signal)
  }

  /** Calls an operation and holds its answer against the document. */
  async call(operation: OperationId, { path: parameters = {}, query, ...rest }: Call): Promise<Answer> {
    const { method, path } = this.route(operation)
    const odd = Object.values(parameters).find((value) => !isAddressable(String(value)))
    if (odd !== undefined) throw new CouldNotRun(`No path can hold the id ${JSON.stringify(odd)}.`)
    return this.send({ ...rest, method, path: fillPath(path, parameters, query) }, operation)
  }

  /** Sends any request, and asserts what holds for every answer: no server error, no secret, a fit to the document. */
  async send(sent: ApiRequest, operation?: OperationId): Promise<Answer> {
    const trace = operation && traces[operation]
    // A check may go on for a moment after its end. What it noted then, no clean-up would hear of.
    this.signal.throwIfAborted()
    trace?.before?.(this.session, sent)
    const answer = await this.sendUnjudged(sent)
    const isCreation = trace?.showsSecret && answer.status < 300
    const texts = [...answer.headers.values(), isCreation ? '' : answer.text]
    if (texts.some((text) => this.session.secrets.areIn(text))) {
      this.blame({ rule: 'WH-3', message: 'An answer holds the secret of a webhook.' }, answer.evidence)
    }
    trace?.after?.(this.session, sent, answer)
    // A server at another origin is not the deployment, so that the document says nothing about its answers.
    if (sent.origin !== undefined) return answer
    for (const finding of examine(sent.odd ? undefined : operation, answer)) {
      const isDoubtful = sent.reserved && answer.status >= 500
      if (isDoubtful) this.findings.add({ ...finding, evidence: answer.evidence, check: this.check.id }, true)
      else this.blame(finding, answer.evidence)
    }
    return answer
  }

  /** Sends a request and asserts nothing of its answer. */
  async sendUnjudged(sent: ApiRequest): Promise<Answer> {
    try {
      const answer = await this.session.client.send(sent, this.#sender)
      if (sent.reserved) this.findings.noteOfBurst(answer)
      if (answer.resentAfter) this.findings.resent += 1
      return answer
    } catch (error) {
      if (sent.reserved && error instanceof NoAnswer) this.findings.noteOfBurst(error)
      throw error
    }
  }

  /** Waits until so many requests may start at once. */
  reserve(requests: number): Promise<void> {
    return this.session.pacer.reserve(requests, this.signal)
  }

  /** Blames the deployment for a broken rule: at once where this check judges the rule, else at the end of the run. */
  blame(finding: Finding, evidence: Evidence): void {
    if (this.check.rules.includes(finding.rule)) {
      throw new Violation(finding.rule, finding.message, { evidence })
    }
    this.findings.add({ ...finding, evidence, check: this.check.id })
  }

  /** Looks in the lists for webhooks whose registration got no certain answer: they stand as well. */
  async findLostWebhooks(): Promise<void> {
    if (this.lostRegistrations > 0) await findUnanswered(this.session, this.signal)
  }
}

/** Bytes that all answers of a check may take together. The longest list that a check walks is far smaller. */
const largestOfCheck = 48 * 1024 * 1024

/** The flaky answers of a check, and the rules that it saw to be broken without judging them, until its result is final. */
export class PendingFindings {
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

  /** Notes the flaw of a request in a burst, if any. */
  noteOfBurst(outcome: Answer | NoAnswer): void {
    const flaw = flawOf(outcome)
    if (flaw !== undefined) this.flawsOfBursts.push(flaw)
  }

  /** Notes a finding. A server error in a burst is in doubt, because the check may repeat the burst. */
  add(finding: SideFinding, isInDoubt = false): void {
    if (isInDoubt) this.#findingsOfBursts.push(finding)
    else this.#findings.push(finding)
  }

  /** Hands to the session what is certain, once the check has come to a good or a bad end. */
  settle(session: Session, isGood: boolean): void {
    const findings = [...this.#findings.splice(0), ...(isGood ? [] : this.#findingsOfBursts)]
    for (const finding of findings)
      if (!session.findings.has(finding.rule)) session.findings.set(finding.rule, finding)
    if (isGood) session.client.flaws.push(...this.flawsOfBursts)
    this.#findingsOfBursts.length = 0
    this.flawsOfBursts.length = 0
  }
}
