import type { Dialect } from '../../../generated/dialect'
import { operations, type OperationId, type Scope } from '../../../generated/operations'
import type { Receiver } from '../receiver/receiver'
import { CouldNotRun, Violation } from './outcome'
import { examine } from './oracle'
import { makesTestData, type Key } from './key'
import { permits, type Check, type Mode } from './check'
import type { Answer, Sent } from './client'
import type { Evidence, ExchangeEvidence } from './report'
import type { Session } from './session'

/** A request to an operation of the interface. */
export interface Call {
  key?: Key | null
  /** Path parameters. */
  path?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string | number>>
  headers?: Readonly<Record<string, string>>
  body?: unknown
  raw?: string
  contentType?: string
  takes429?: boolean
  reserved?: boolean
  odd?: boolean
}

/**
 * What a check works with: the deployment, the keys, the receiver, and what this run has seen so far.
 *
 * @example
 * const run = async (context: Context) => void (await context.call('listEvents', { key: context.anyKey() }))
 */
export class Context {
  readonly evidence: Evidence[] = []
  /** Ids of the webhooks that this check registered. */
  readonly webhooks = new Set<string>()
  readonly #session: Session

  constructor(
    session: Session,
    readonly check: Check,
    /** Aborted when the check's time is over or the run is interrupted. */
    readonly signal: AbortSignal,
  ) {
    this.#session = session
  }

  get mode(): Mode {
    return this.#session.mode
  }

  /** Bears this run in every type, payload and URL that the suite makes. */
  get prefix(): string {
    return this.#session.prefix
  }

  get session(): Session {
    return this.#session
  }

  get plan(): number | undefined {
    return this.#session.options.plan
  }

  now(): number {
    return this.#session.now()
  }

  /** Lets time pass: by the deployment's clock where it can be moved, else really. */
  wait(milliseconds: number): Promise<void> {
    return this.#session.wait(milliseconds, this.signal)
  }

  /** A text that no other call returns, with the run's prefix. */
  unique(word: string): string {
    return `${this.prefix}.${word}.${this.#session.count()}`
  }

  // --- Keys

  keys(kind: Key['kind']): readonly Key[] {
    return this.#session.keys.filter((key) => key.kind === kind)
  }

  liveKey(): Key {
    return this.#usable('live')
  }

  testKey(): Key {
    return this.#usable('test')
  }

  /** Any full key, for what only reads. */
  anyKey(): Key {
    const key = this.#session.usableKeys()[0]
    if (!key) throw new CouldNotRun('There is no key that the deployment accepts.', '--live-key, --test-key')
    return key
  }

  /** The keys that may create events in this mode, the test key first. */
  eventKeys(): Key[] {
    const keys = this.#session.usableKeys().filter((key) => makesTestData(key) || permits(this.mode, 'full'))
    keys.sort((a, b) => Number(makesTestData(b)) - Number(makesTestData(a)))
    if (keys.length === 0) throw new CouldNotRun('There is no key that may create events.', '--test-key')
    return keys
  }

  eventKey(): Key {
    return this.eventKeys()[0] as Key
  }

  scopedKeys(): readonly Key[] {
    return this.keys('scoped')
  }

  #usable(kind: 'live' | 'test'): Key {
    const key = this.#session.usableKeys().find((one) => one.kind === kind)
    if (key) return key
    throw this.keys(kind).length > 0
      ? new CouldNotRun(`The deployment refuses the ${kind} key.`, `--${kind}-key`)
      : new CouldNotRun(`There is no ${kind} key.`, `--${kind}-key`)
  }

  // --- Requests

  /** Calls an operation and holds its answer against the document. */
  async call(operation: OperationId, call: Call): Promise<Answer> {
    const { method, path } = this.route(operation)
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(call.path?.[name] ?? ''),
    )
    const query = new URLSearchParams(
      Object.entries(call.query ?? {}).map(([name, value]) => [name, String(value)]),
    ).toString()
    const answer = await this.send(
      { ...call, method, path: query ? `${filled}?${query}` : filled },
      operation,
    )
    return answer
  }

  /** Sends any request. What holds for every answer (no 5xx, no secret) is asserted here, too. */
  async send(sent: Sent, operation?: OperationId): Promise<Answer> {
    const keep = (evidence: ExchangeEvidence) => void this.evidence.push(evidence)
    if (operation === 'createWebhook') this.#session.announce(sent)
    const answer = await this.#session.client.send(sent, this.signal, keep)
    this.#session.redactTokens(answer)
    if (operation === 'createEvent') this.#session.keepEvent(answer, sent)
    const shown = [...answer.headers.values()].join('\n')
    const creation = operation === 'createWebhook' && answer.status < 300
    if (this.#session.leaks(creation ? shown : `${shown}\n${answer.text}`)) {
      this.blame({ rule: 'WH-3', message: 'An answer holds the secret of a webhook.' }, answer.evidence)
    }
    if (operation === 'createWebhook') this.#session.keepSecret(answer, sent)
    // What answers at another origin is not the deployment: that it refuses is all there is to say of it.
    if (sent.origin !== undefined) return answer
    for (const finding of examine(sent.odd ? undefined : operation, answer))
      this.blame(finding, answer.evidence)
    return answer
  }

  /** Sets a rule as broken: at once where this check judges it, else at the end of the run. */
  blame(finding: { rule: string; message: string }, evidence: Evidence): void {
    if (this.check.rules.includes(finding.rule)) {
      throw new Violation(finding.rule, finding.message, { evidence })
    }
    this.#session.find({ ...finding, evidence, check: this.check.id })
  }

  /**
   * Method and path of an operation, as the pinned dialect has them or else as the document does. That one is not
   * offered is for the deployment to show, too.
   */
  route(operation: OperationId): { method: string; path: string } {
    const { method, path } = operations[operation]
    const pinned = this.#session.options.dialect?.operations
    const named = operation in (pinned ?? {}) ? pinned?.[operation as keyof typeof pinned] : undefined
    const [namedMethod, namedPath] = named?.split(' ') ?? []
    return { method: namedMethod ?? method, path: namedPath ?? path }
  }

  /** Has `requests` start at once: their share of the pace is waited for before. */
  reserve(requests: number): Promise<void> {
    return this.#session.pacer.reserve(requests)
  }

  // --- What the run has seen

  /** Records a choice of the deployment. The first one stays. */
  observe<Field extends keyof Dialect>(field: Field, value: Dialect[Field]): void {
    const known = this.#session.dialect[field]
    if (known === undefined) this.#session.dialect[field] = value
    else if (field === 'errorCodes' || field === 'operations') {
      this.#session.dialect[field] = { ...(value as object), ...(known as object) } as Dialect[Field]
    }
  }

  get dialect(): Readonly<Dialect> {
    return this.#session.dialect
  }

  /** Runs a probe once a run; its outcome, a failure too, is what every later caller gets. */
  once<T>(name: string, probe: () => Promise<T>): Promise<T> {
    return this.#session.once(name, this, probe)
  }

  // --- Deliveries

  receiver(): Receiver {
    const { receiver } = this.#session.target
    if (!receiver) throw new CouldNotRun('There is no receiver for deliveries.', '--receiver-url')
    return receiver
  }

  hasScope(key: Key, scope: Scope): boolean {
    return key.scopes?.includes(scope) ?? true
  }
}
