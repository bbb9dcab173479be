import { setTimeout as sleep } from 'node:timers/promises'
import type { Dialect } from '../../../generated/dialect'
import { Client, type Answer, type Sent } from './client'
import { CouldNotRun, NoAnswer, NotApplicable, Violation } from './outcome'
import { Ledger } from './ledger'
import { written } from './exchange'
import { Pacer } from './pacer'
import { Redactor } from './redact'
import type { Context } from './context'
import type { Evidence } from './report'
import type { Key } from './key'
import type { Mode } from './check'
import type { RunOptions } from './options'
import type { Target } from './target'

/** A breach of the document that a check came upon without judging that rule itself. */
export interface FloorFinding {
  rule: string
  message: string
  evidence: Evidence
  check: string
}

/** All that one run knows: shared by its checks, gone with it. */
export class Session {
  readonly mode: Mode
  readonly prefix: string
  readonly keys: readonly Key[]
  readonly client: Client
  readonly pacer: Pacer
  readonly redactor = new Redactor()
  readonly ledger: Ledger
  readonly #floor = new Map<string, FloorFinding>()
  readonly dialect: Dialect = {}
  /** How long deliveries took, in milliseconds. */
  readonly latencies: number[] = []
  /** Ids of webhooks that a later check still needs. */
  readonly spared = new Set<string>()
  /** Keys whose list is too long to be walked to the run's own events, and how that was found. */
  readonly longLists = new Map<Key, CouldNotRun>()
  /** How many deliveries were awaited in vain. */
  missedDeliveries = 0
  /** Keys that the deployment refuses. */
  readonly refused = new Set<Key>()
  readonly #secrets = new Set<string>()
  readonly #memo = new Map<string, Promise<{ value: unknown } | { error: unknown }>>()
  #counter = 0

  constructor(
    readonly target: Target,
    readonly options: RunOptions,
  ) {
    this.mode = options.mode ?? 'non-disruptive'
    this.prefix = options.prefix ?? newPrefix()
    this.ledger = new Ledger(options.record)
    this.keys = keysOf(target)
    for (const key of this.keys) this.redactor.add(key.value, key.label)
    this.pacer = new Pacer(options.rate ?? Infinity, (milliseconds) => sleep(milliseconds))
    this.client = new Client({
      target,
      pacer: this.pacer,
      redactor: this.redactor,
      now: () => this.now(),
      wait: (milliseconds) => this.wait(milliseconds),
      requestTimeout: options.requestTimeout ?? 10_000,
    })
  }

  now(): number {
    return this.target.now?.() ?? Date.now()
  }

  async wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
    if (this.target.advance) await this.target.advance(milliseconds)
    else await sleep(milliseconds, undefined, { signal })
  }

  count(): number {
    this.#counter += 1
    return this.#counter
  }

  /** Live and test key, those that the deployment refuses left out. */
  usableKeys(): Key[] {
    return this.keys.filter((key) => (key.kind === 'live' || key.kind === 'test') && !this.refused.has(key))
  }

  /** Remembers that a webhook may come to exist. */
  announce(sent: Sent): void {
    const url = urlOf(sent)
    const key = sent.key ?? this.usableKeys()[0]
    if (url !== undefined && key) this.ledger.sends(url, key)
  }

  keepEvent({ status, json }: Answer, { key }: Sent): void {
    const { id } = (json ?? {}) as { id?: unknown }
    if (status < 300 && typeof id === 'string' && key) this.ledger.event(id, key)
  }

  /** Remembers a new webhook for the clean-up and its secret for redaction, before anything relies on them. */
  keepSecret(answer: Answer, sent: Sent): void {
    const { status, json } = answer
    const { id, secret } = (status < 300 && json ? json : {}) as { id?: unknown; secret?: unknown }
    // What a broken deployment registers without a valid key has to go, too.
    const key = sent.key ?? this.usableKeys()[0]
    if (typeof id === 'string' && key) this.ledger.add({ id, key })
    const url = urlOf(sent)
    // What is neither named nor refused by the client's fault may exist all the same.
    if (url !== undefined && (typeof id === 'string' || (status >= 400 && status < 500)))
      this.ledger.answered(url)
    if (typeof secret !== 'string') return
    // Who has the part after the prefix can sign. What is shorter would be found in ordinary words.
    const bare = secret.replace(/^whsec_/, '')
    const forms = [bare, encodeURIComponent(bare), Buffer.from(secret).toString('base64').replace(/=+$/, '')]
    for (const form of forms) if (bare.length >= 16) this.#secrets.add(form)
    this.redactor.add(secret, '<signing secret>')
  }

  /** Has whatever looks like a signing secret replaced, whoever showed it. */
  redactTokens({ text }: Answer): void {
    if (!text.includes('whsec_')) return
    for (const [token] of text.matchAll(/whsec_[A-Za-z0-9+/=_-]{8,}/g)) {
      this.redactor.add(token, '<signing secret>')
    }
  }

  /** Whether a text holds the secret of a webhook, or the signing key in it. */
  leaks(text: string): boolean {
    return [...this.#secrets].some((form) => text.includes(form))
  }

  /** Keeps what was found by the way, once for each rule: a broken deployment may break one with every answer. */
  find(finding: FloorFinding): void {
    if (!this.#floor.has(finding.rule)) this.#floor.set(finding.rule, finding)
  }

  /** What was found by the way, the first of each rule. */
  get floor(): readonly FloorFinding[] {
    return [...this.#floor.values()]
  }

  async once<T>(name: string, context: Context, probe: () => Promise<T>): Promise<T> {
    const known = this.#memo.get(name)
    const outcome =
      known ??
      probe().then(
        (value) => ({ value }),
        (error: unknown) => {
          const kind =
            error instanceof Violation || error instanceof CouldNotRun || error instanceof NotApplicable
          const settled = kind && !(error instanceof NoAnswer)
          if (!settled || context.signal.aborted) this.#memo.delete(name)
          return { error }
        },
      )
    if (!known) this.#memo.set(name, outcome)
    const settled = await outcome
    if ('error' in settled) throw settled.error
    return settled.value as T
  }

  /** The last of the evidence, which is where a check fails, and its first. */
  excerpt(evidence: readonly Evidence[], most: number): Evidence[] {
    const kept = evidence.length <= most ? evidence : [...evidence.slice(0, 1), ...evidence.slice(1 - most)]
    return kept.map(written)
  }
}

/** Bears a run: nothing that others make begins with it. */
export function newPrefix(): string {
  return `edc${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`
}

function urlOf({ body }: Sent): string | undefined {
  const { url } = (body ?? {}) as { url?: unknown }
  return typeof url === 'string' ? url : undefined
}

function keysOf({ keys }: Target): Key[] {
  const all: Key[] = []
  if (keys.live) all.push({ kind: 'live', value: keys.live, label: '$EVENT_DELIVERY_LIVE_KEY' })
  if (keys.test) all.push({ kind: 'test', value: keys.test, label: '$EVENT_DELIVERY_TEST_KEY' })
  for (const [index, { value, scopes }] of (keys.scoped ?? []).entries()) {
    all.push({ kind: 'scoped', value, scopes, label: `$EVENT_DELIVERY_SCOPED_KEY_${index + 1}` })
  }
  if (keys.expired) all.push({ kind: 'expired', value: keys.expired, label: '$EVENT_DELIVERY_EXPIRED_KEY' })
  return all
}
