import type { Dialect } from '../../../generated/dialect'
import type { OperationId } from '../../../generated/operations'
import { CouldNotRun } from './outcome'
import { Turns, usualConcurrency } from './turns'
import { recordChoice } from './observed-dialect'
import { routeOf, type Route } from './request'
import type { Answer } from '../wire/client'
import type { Key } from './keys'
import type { LedgerEntry } from './ledger'
import type { Mode } from './vocabulary'
import type { Receiver } from '../receiver/receiver'
import type { Session } from './session'
import type { Settings } from './options'

/** The part of a check's means that is the same for every check: the run with its keys, its clock, its receiver and what it has seen. */
export class RunAccess {
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
  /** The 429s that were waited out so far. */
  readonly rateLimited: readonly Answer[]
  readonly dialect: Readonly<Dialect>
  /** The deployment's time in process, else this machine's, in milliseconds since the epoch. */
  readonly now: () => number

  constructor(protected readonly session: Session) {
    const { settings, prefix, target, client, dialect, now } = session
    this.settings = settings
    this.mode = settings.mode
    this.prefix = prefix
    this.baseUrl = target.baseUrl
    this.movesClock = target.advance !== undefined
    this.canSettle = target.idle !== undefined
    this.rateLimited = client.rateLimited
    this.dialect = dialect
    this.now = now
  }

  // --- The run

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
    const { kept } = this.session
    if (!kept.has(name)) kept.set(name, make())
    return kept.get(name) as T
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
    const { concurrency = usualConcurrency } = this.session.options
    return new Turns(this.movesClock || this.isAlone ? 1 : concurrency).each(items, act)
  }

  // --- Time

  /** Tells how long the first delivery of the run took, in milliseconds. */
  tellDelivered(latency: number): void {
    this.session.options.onDelivered?.({ latency })
  }

  /** Waits for something while another check acts. */
  waitFor<T>(wait: Promise<T>): Promise<T> {
    return this.session.waitFor(wait)
  }

  /** Resolves when no delivery is under way; at once where the deployment cannot tell. */
  async settle(): Promise<void> {
    await this.session.target.idle?.()
  }

  // --- Keys

  /** The keys that were given, of one kind or of all. */
  keys(kind?: Key['kind']): readonly Key[] {
    return this.session.keys.of(kind)
  }

  /** The live and the test key, unless the deployment refuses them. */
  usableKeys(): Key[] {
    return [...this.session.keys.usable]
  }

  liveKey(): Key {
    return this.session.keys.require('live')
  }

  testKey(): Key {
    return this.session.keys.require('test')
  }

  /** Any full key, for requests that only read. */
  anyKey(): Key {
    return this.session.keys.require('live', 'test')
  }

  /** The keys that may create events in this mode, the test key first. */
  eventKeys(): Key[] {
    return this.session.keys.forEvents(this.mode)
  }

  eventKey(): Key {
    return this.eventKeys()[0] as Key
  }

  // --- Requests

  /** Method and path of an operation, as the pinned dialect has them or else as the document does. */
  route(operation: OperationId): Route {
    return routeOf(operation, this.settings.dialect)
  }

  // --- What the run has seen

  /** Records a choice of the deployment. The first record of a field, or of a part that is seen by itself, stays. */
  observe<Field extends keyof Dialect>(field: Field, value: Dialect[Field]): void {
    recordChoice(this.session.dialect, field, value)
  }

  /** The run's webhooks that were not deleted. */
  openWebhooks(): readonly LedgerEntry[] {
    return this.session.ledger.open()
  }

  /** How many registrations got no certain answer: for each a webhook may stand that nobody can name. */
  get lostRegistrations(): number {
    return this.session.ledger.unanswered().length
  }

  // --- Secrets

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

  /** The URL at which the receiver takes deliveries, if there is a receiver. */
  get receiverUrl(): string | undefined {
    return this.session.target.receiver?.baseUrl
  }
}
