import type { Dialect } from '../../../generated/dialect'
import type { OperationId } from '../../../generated/operations'
import { allowanceOfCheck, Doubts } from './doubts'
import { CouldNotRun, NoAnswer, Violation } from './outcome'
import { examine, type Finding } from './oracle'
import { findUnanswered } from './clean-up'
import { fillPath, isAddressable, routeOf, type Parameters, type Route } from './route'
import { recordChoice } from './observed-dialect'
import { traces } from './traces'
import { flawOf, type ApiRequest } from './paced-client'
import type { Answer } from '../wire/client'
import type { Evidence } from './report'
import type { ExchangeEvidence } from '../wire/exchange'
import type { Key } from './key'
import type { LedgerEntry } from './ledger'
import type { Mode } from './vocabulary'
import type { Receiver } from '../receiver/receiver'
import type { Session } from './session'
import type { Settings } from './options'

/** An assertion that a check makes at the end of the run. */
export interface LateAssertion {
  name: string
  run: () => Promise<string | void>
  /** Milliseconds since the epoch, by `Context.now`, before which it is not made. */
  due: number
}

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
export class Context {
  readonly evidence: Evidence[] = []
  /** Ids of the webhooks that this check registered. */
  readonly webhooks = new Set<string>()
  readonly #session: Session
  readonly #later: LateAssertion[] = []
  #signal: AbortSignal
  #allowance = allowanceOfCheck()
  readonly doubts = new Doubts()

  constructor(
    session: Session,
    /** The check that this context belongs to. */
    readonly check: { readonly id: string; readonly rules: readonly string[] },
    signal: AbortSignal,
  ) {
    this.#session = session
    this.#signal = signal
  }

  // --- The check

  /** Aborted when the check's time is over or the run is interrupted. */
  get signal(): AbortSignal {
    return this.#signal
  }

  /**
   * Registers an assertion that is made at the end of the run, for effects that come late. Its result counts for this check,
   * where it is worse than that of `run`. `after`: milliseconds that have to pass before, 4,000 unless given. In process the
   * clock makes them pass.
   *
   * @example
   * context.later('nothing comes any more', async () => expectNoDelivery(context, received()[0], 'DL-2', 'It came.'))
   */
  later(name: string, run: () => Promise<string | void>, { after = 4_000 }: { after?: number } = {}): void {
    this.#later.push({ name, run, due: this.now() + after })
  }

  /** The assertions for the end of the run. */
  get lateAssertions(): readonly LateAssertion[] {
    return this.#later
  }

  /** Has the check go on under another signal, and drops the evidence so far. */
  resume(signal: AbortSignal): void {
    this.#signal = signal
    this.evidence.length = 0
    this.#allowance = allowanceOfCheck()
  }

  // --- The run

  /** The options that checks go by. */
  get settings(): Settings {
    return this.#session.settings
  }

  get mode(): Mode {
    return this.settings.mode
  }

  /** The mark of this run in every type, payload and URL that the suite makes. */
  get prefix(): string {
    return this.#session.prefix
  }

  get baseUrl(): string {
    return this.#session.target.baseUrl
  }

  /** A number that no other call returns. */
  nextNumber(): number {
    return this.#session.nextNumber()
  }

  /** A text that no other call returns, with the run's prefix. */
  unique(word: string): string {
    return `${this.prefix}.${word}.${this.nextNumber()}`
  }

  /**
   * Runs a probe once a run. Every later caller gets the outcome of the first, failures included. An outcome that may come of
   * a flaky answer is not kept.
   */
  once<T>(name: string, probe: () => Promise<T>): Promise<T> {
    const before = this.doubts.flaky
    return this.#session.once(name, this.signal, probe, () => this.doubts.flaky > before)
  }

  /** State that probes keep for the run under a name. `make` makes it for the first caller. */
  keep<T>(name: string, make: () => T): T {
    return this.#session.keep(name, make)
  }

  // --- Time

  /** The deployment's time in process, else this machine's, in milliseconds since the epoch. */
  now(): number {
    return this.#session.now()
  }

  /** Lets time pass: moves the deployment's clock where that is possible, else waits. */
  wait(milliseconds: number): Promise<void> {
    return this.#session.wait(milliseconds, this.signal)
  }

  /** Whether `wait` moves the deployment's clock. */
  get movesClock(): boolean {
    return this.#session.target.advance !== undefined
  }

  /** Whether `settle` knows when nothing is under way any more. A delivery that has not come by then never comes. */
  get canSettle(): boolean {
    return this.#session.target.idle !== undefined
  }

  /** Resolves when no delivery is under way; at once where the deployment cannot tell. */
  async settle(): Promise<void> {
    await this.#session.target.idle?.()
  }

  // --- Keys

  /** The keys that were given, of one kind or of all. */
  keys(kind?: Key['kind']): readonly Key[] {
    return this.#session.keys.of(kind)
  }

  /** The live and the test key, unless the deployment refuses them. */
  usableKeys(): Key[] {
    return this.#session.keys.usable()
  }

  liveKey(): Key {
    return this.#session.keys.require('live')
  }

  testKey(): Key {
    return this.#session.keys.require('test')
  }

  /** Any full key, for requests that only read. */
  anyKey(): Key {
    return this.#session.keys.require('live', 'test')
  }

  /** The keys that may create events in this mode, the test key first. */
  eventKeys(): Key[] {
    return this.#session.keys.forEvents(this.mode)
  }

  eventKey(): Key {
    return this.eventKeys()[0] as Key
  }

  // --- Requests

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
    trace?.before?.(this.#session, sent)
    const answer = await this.sendUnjudged(sent)
    const isCreation = trace?.showsSecret && answer.status < 300
    const headers = [...answer.headers.values()].join('\n')
    if (this.holdsSecret(isCreation ? headers : `${headers}\n${answer.text}`)) {
      this.blame({ rule: 'WH-3', message: 'An answer holds the secret of a webhook.' }, answer.evidence)
    }
    trace?.after?.(this.#session, sent, answer)
    // A server at another origin is not the deployment, so that the document says nothing about its answers.
    if (sent.origin !== undefined) return answer
    for (const finding of examine(sent.odd ? undefined : operation, answer)) {
      const isDoubtful = sent.reserved && answer.status >= 500
      if (isDoubtful) this.doubts.add({ ...finding, evidence: answer.evidence, check: this.check.id }, true)
      else this.blame(finding, answer.evidence)
    }
    return answer
  }

  /** Sends a request and asserts nothing of its answer. */
  async sendUnjudged(sent: ApiRequest): Promise<Answer> {
    const keep = (evidence: ExchangeEvidence) => void this.evidence.push(evidence)
    const send = this.#session.client.send(sent, this.signal, keep, this.#allowance)
    const outcome = await send.catch((error: unknown) => {
      if (error instanceof NoAnswer) return error
      throw error
    })
    const flaw = sent.reserved ? flawOf(outcome) : undefined
    if (flaw !== undefined) this.doubts.flawsOfBursts.push(flaw)
    if (outcome instanceof NoAnswer) throw outcome
    const answer = outcome
    if (answer.resentAfter) this.doubts.resent += 1
    return answer
  }

  /** The 429s that were waited out so far. */
  get rateLimited(): readonly Answer[] {
    return this.#session.client.rateLimited
  }

  /** Waits until so many requests may start at once. */
  reserve(requests: number): Promise<void> {
    return this.#session.pacer.reserve(requests, this.signal)
  }

  /** Method and path of an operation, as the pinned dialect has them or else as the document does. */
  route(operation: OperationId): Route {
    return routeOf(operation, this.settings.dialect)
  }

  // --- What the run has seen

  /** Blames the deployment for a broken rule: at once where this check judges the rule, else at the end of the run. */
  blame(finding: Finding, evidence: Evidence): void {
    if (this.check.rules.includes(finding.rule)) {
      throw new Violation(finding.rule, finding.message, { evidence })
    }
    this.doubts.add({ ...finding, evidence, check: this.check.id })
  }

  /** Records a choice of the deployment. The first record of a field, or of a part that is seen by itself, stays. */
  observe<Field extends keyof Dialect>(field: Field, value: Dialect[Field]): void {
    recordChoice(this.#session.dialect, field, value)
  }

  get dialect(): Readonly<Dialect> {
    return this.#session.dialect
  }

  /** The run's webhooks that were not deleted. */
  openWebhooks(): readonly LedgerEntry[] {
    return this.#session.ledger.open()
  }

  /** Looks in the lists for webhooks whose registration got no certain answer: they stand as well. */
  async findLostWebhooks(): Promise<void> {
    if (this.#session.ledger.unanswered().length > 0) await findUnanswered(this.#session, this.signal)
  }

  // --- Secrets

  /** Has a secret replaced by `label` in everything that is shown. */
  hide(secret: string, label: string): void {
    this.#session.redactor.add(secret, label)
  }

  redact(text: string): string {
    return this.#session.redactor.redact(text)
  }

  /** Whether a text holds the signing secret of one of the run's webhooks. */
  holdsSecret(text: string): boolean {
    return this.#session.secrets.areIn(text)
  }

  // --- Deliveries

  /** The receiver; `CouldNotRun` where there is none. */
  receiver(): Receiver {
    const { receiver } = this.#session.target
    if (!receiver) throw new CouldNotRun('There is no receiver for deliveries.', '--receiver-url')
    return receiver
  }

  /** The URL at which the receiver takes deliveries, if there is a receiver. */
  get receiverUrl(): string | undefined {
    return this.#session.target.receiver?.baseUrl
  }
}
