import type { Dialect } from '../../../generated/dialect'
import type { OperationId } from '../../../generated/operations'
import { largestOfSender, type Answer, type Sender } from '../wire/client'
import { CouldNotRun, NoAnswer, Violation } from './outcome'
import { examine, type Finding } from './oracle'
import { fillPath, isAddressable, routeOf, type ApiRequest, type Call, type Route } from './request'
import { findUnanswered } from './clean-up'
import { modeOf, requireKey, type Key } from './keys'
import { recordChoice } from './observed-dialect'
import { traces } from './traces'
import { Turns } from './turns'
import type { Evidence } from './report'
import type { LedgerEntry } from './ledger'
import type { Mode } from './vocabulary'
import { PendingFindings } from './side-findings'
import type { Session } from './session'
import type { Receiver } from '../receiver/receiver'
import { permits, type Settings } from './options'

/**
 * The means of a check: the deployment, the keys, the receiver, and what this run has seen so far.
 *
 * @example
 * const run = async (context: Context) => void (await context.call('listEvents', { key: context.anyKey() }))
 */
export class Context implements Sender {
  /** The options that checks go by. */
  readonly settings: Settings
  readonly mode: Mode
  /** The mark of this run in every type, payload and URL that the suite makes. */
  readonly prefix: string
  readonly baseUrl: string
  /** Whether `wait` moves the deployment's clock. */
  readonly movesClock: boolean
  /** Whether `settle` knows when nothing is under way any more. A delivery that has not come by then never comes. */
  readonly canSettle: boolean
  /** The URL at which the receiver takes deliveries, if there is a receiver. */
  readonly receiverUrl: string | undefined
  /** The 429s that were waited out so far. */
  readonly rateLimited: readonly Answer[]
  readonly dialect: Readonly<Dialect>
  /** The deployment's time in process, else this machine's, in milliseconds since the epoch. */
  readonly now: () => number
  readonly evidence: Evidence[] = []
  allowance = { left: largestOfSender }
  /** Ids of the webhooks that this check registered. */
  readonly webhooks = new Set<string>()
  /** The assertions for the end of the run. */
  readonly lateAssertions: (() => Promise<string | void>)[] = []
  /** When the last of them is due, by `now`. */
  lastDue = 0
  readonly findings = new PendingFindings()

  constructor(
    private readonly session: Session,
    /** The check that this context belongs to. */
    readonly check: { readonly id: string; readonly rules: readonly string[] },
    /** Aborted when the check's time is over or the run is interrupted. */
    public signal: AbortSignal,
  ) {
    const { settings, prefix, target, client, dialect, now } = session
    this.settings = settings
    this.mode = settings.mode
    this.prefix = prefix
    this.baseUrl = target.baseUrl
    this.movesClock = target.advance !== undefined
    this.canSettle = target.idle !== undefined
    this.receiverUrl = target.receiver?.baseUrl
    this.rateLimited = client.rateLimited
    this.dialect = dialect
    this.now = now
  }

  /** Has the check go on under another signal, and drops the evidence so far. */
  resume(signal: AbortSignal): void {
    this.signal = signal
    this.evidence.length = 0
    this.allowance = { left: largestOfSender }
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

  // --- The run

  /** Whether the run's mode permits what needs at least this one. */
  permits(least: Mode): boolean {
    return permits(this.mode, least)
  }

  /** A number that no other call returns. */
  nextNumber(): number {
    return (this.session.numbers += 1)
  }

  /** A text that no other call returns, with the run's prefix. */
  unique(word: string): string {
    return `${this.prefix}.${word}.${this.nextNumber()}`
  }

  /** State that probes keep for the run under a name. `make` makes it for the first caller. */
  keep<T>(name: string, make: () => T): T {
    return this.session.memory.keep(name, make)
  }

  /** Runs a probe once a run. Later callers get the outcome of the first, a failure included, unless it says nothing about the deployment. */
  once<T>(name: string, probe: (context: Context) => Promise<T>): Promise<T> {
    return this.session.memory.once(this, name, () => probe(this))
  }

  /** Records a choice of the deployment. The first record of a field, or of a part that is seen by itself, stays. */
  observe<Field extends keyof Dialect>(field: Field, value: Dialect[Field]): void {
    recordChoice(this.session.dialect, field, value)
  }

  // --- Time and other checks

  /** Lets time pass: moves the deployment's clock where that is possible, else waits. */
  wait(milliseconds: number): Promise<void> {
    return this.session.wait(milliseconds, this.signal)
  }

  /** Waits for something while another check acts. */
  waitFor<T>(wait: Promise<T>): Promise<T> {
    return this.session.waitFor(wait)
  }

  /** Waits until so many requests may start at once. */
  reserve(requests: number): Promise<void> {
    return this.session.pacer.reserve(requests, this.signal)
  }

  /** Resolves when no delivery is under way; at once where the deployment cannot tell. */
  async settle(): Promise<void> {
    await this.session.target.idle?.()
  }

  /** Whether no other check is being made. */
  get isAlone(): boolean {
    return this.session.running <= 1
  }

  /**
   * Does something with each item, several at once, and resolves to what came of them in the order of the items. It does so one by one where
   * no other check is being made, so that what is made again alone is disturbed by nothing, and where the deployment's clock is moved.
   */
  each<Item, T>(items: readonly Item[], act: (item: Item) => Promise<T>): Promise<T[]> {
    return new Turns(this.isAlone ? 1 : this.session.concurrency).each(items, act)
  }

  // --- Keys

  /** The keys that were given, of one kind or of all. */
  keys(kind?: Key['kind']): readonly Key[] {
    return this.session.keys.filter((key) => kind === undefined || key.kind === kind)
  }

  /** The live and the test key, unless the deployment refuses them. */
  usableKeys(): Key[] {
    return [...this.session.usableKeys]
  }

  /** The live key; `CouldNotRun` where there is none, or the deployment refuses it. The same holds for `testKey` and `anyKey`. */
  liveKey(): Key {
    return requireKey(this.session, 'live')
  }

  testKey(): Key {
    return requireKey(this.session, 'test')
  }

  /** Any full key, for requests that only read. */
  anyKey(): Key {
    return requireKey(this.session, 'live', 'test')
  }

  /** The keys that may create events in this mode, the test key first. */
  eventKeys(): Key[] {
    const keys = this.session.usableKeys.filter((key) => this.mode === 'full' || modeOf(key) === 'test')
    if (keys.length === 0) throw new CouldNotRun('There is no key that may create events.', '--test-key')
    return keys.reverse()
  }

  eventKey(): Key {
    return this.eventKeys()[0] as Key
  }

  // --- Requests

  /** Method and path of an operation, as the pinned dialect has them or else as the document does. */
  route(operation: OperationId): Route {
    return routeOf(operation, this.settings.dialect)
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
    if (this.session.secrets.areIn(...answer.headers.values(), isCreation ? '' : answer.text))
      this.blame({ rule: 'WH-3', message: 'An answer holds the secret of a webhook.' }, answer.evidence)
    trace?.after?.(this.session, sent, answer)
    // A server at another origin is not the deployment, so that the document says nothing about its answers.
    if (sent.origin !== undefined) return answer
    const wasAccepted = this.session.usableKeys.some((key) => key === sent.key)
    for (const finding of examine(sent.odd ? undefined : operation, answer, wasAccepted)) {
      const isDoubtful = sent.reserved && answer.status >= 500
      if (isDoubtful) this.findings.add({ ...finding, evidence: answer.evidence, check: this.check.id }, true)
      else this.blame(finding, answer.evidence)
    }
    return answer
  }

  /** Sends a request and asserts nothing of its answer. */
  async sendUnjudged(sent: ApiRequest): Promise<Answer> {
    try {
      const answer = await this.session.client.send(sent, this)
      if (sent.reserved) this.findings.noteOfBurst(answer)
      if (answer.resentAfter) this.findings.flaky += 1
      return answer
    } catch (error) {
      if (sent.reserved && error instanceof NoAnswer) this.findings.noteOfBurst(error)
      throw error
    }
  }

  /** Blames the deployment for a broken rule: at once where this check judges the rule, else at the end of the run. */
  blame(finding: Finding, evidence: Evidence): void {
    if (this.check.rules.includes(finding.rule)) {
      throw new Violation(finding.rule, finding.message, { evidence })
    }
    this.findings.add({ ...finding, evidence, check: this.check.id })
  }

  // --- Webhooks and their secrets

  /** The run's webhooks that were not deleted. */
  openWebhooks(): readonly LedgerEntry[] {
    return this.session.ledger.open()
  }

  /** How many registrations got no certain answer: for each a webhook may stand that nobody can name. */
  get lostRegistrations(): number {
    return this.session.ledger.unanswered().length
  }

  /** Looks in the lists for webhooks whose registration got no certain answer: they stand as well. */
  async findLostWebhooks(): Promise<void> {
    if (this.lostRegistrations > 0) await findUnanswered(this.session, this.signal)
  }

  /** Has a secret replaced by `label` in everything that is shown. */
  hide(secret: string, label: string): void {
    this.session.redactor.add(secret, label)
  }

  redact(text: string): string {
    return this.session.redactor.redact(text)
  }

  /** Whether a text holds the signing secret of one of the run's webhooks. */
  holdsSecret(text: string): boolean {
    return this.session.secrets.areIn(text)
  }

  // --- Deliveries

  /** The receiver; `CouldNotRun` where there is none. */
  receiver(): Receiver {
    const { receiver } = this.session.target
    if (!receiver) throw new CouldNotRun('There is no receiver for deliveries.', '--receiver-url')
    return receiver
  }

  /** Tells how long the first delivery of the run took, in milliseconds. */
  tellDelivered(latency: number): void {
    this.session.options.onDelivered?.({ latency })
  }
}
