import type { Dialect } from '../../../generated/dialect'
import { Redactor } from '../../../src/core/redaction'
import { Pacer, Stopwatch, pause } from '../wire/time'
import { NoAnswer, Unjudged, Violation } from './outcome'
import { Turns } from './turns'
import { KeyRing, keysOf } from './keys'
import { Ledger } from './ledger'
import { PacedClient } from './paced-client'
import { settingsOf, type RunOptions, type Settings } from './options'
import type { Evidence } from './report'
import type { Finding } from './oracle'
import type { Exchange } from '../wire/exchange'
import type { Target } from './target'

/** A breach of the document that a check came upon without judging that rule itself. */
export interface SideFinding extends Finding {
  evidence: Evidence
  check: string
}

/** A check that runs a probe, with the number of flaky answers that the check has met. */
interface Prober {
  readonly signal: AbortSignal
  readonly findings?: { readonly flaky: number }
}

type Settled = { value: unknown } | { error: unknown }

/** The state of one run, which its checks share. */
export class Session {
  readonly settings: Settings
  readonly prefix: string
  readonly keys: KeyRing
  readonly client: PacedClient
  readonly pacer: Pacer
  readonly redactor = new Redactor(labelOfSecret)
  readonly secrets = new SigningSecrets(this.redactor)
  readonly ledger: Ledger
  readonly dialect: Dialect = {}
  /** How long checks waited on purpose. */
  readonly waiting = new Stopwatch()
  /** How many checks are being made. */
  running = 0
  /** The turns of the checks that are made at once. */
  turns = new Turns(1)
  /** The first finding of each rule: a broken deployment may break a rule with every answer. */
  readonly findings = new Map<string, SideFinding>()
  readonly #outcomes = new Map<string, Promise<Settled>>()
  readonly #repeated = new Set<string>()
  /** The values that probes keep for the run, by name. */
  readonly kept = new Map<string, unknown>()
  /** How many numbers were given out, of which none is given twice. */
  numbers = 0
  /** Every exchange of the run, where its traffic is asked for. */
  readonly exchanges: Exchange[] = []
  readonly now = (): number => this.target.now?.() ?? Date.now()

  constructor(
    readonly target: Target,
    readonly options: RunOptions,
  ) {
    this.settings = settingsOf(options)
    this.prefix = options.prefix ?? newPrefix()
    this.ledger = new Ledger(options.record)
    this.keys = new KeyRing(keysOf(target))
    for (const key of this.keys.all) this.redactor.add(key.value, key.label)
    this.pacer = new Pacer(options.rate ?? Infinity)
    this.client = new PacedClient({
      baseUrl: target.baseUrl,
      fetch: target.fetch ?? ((request) => fetch(request)),
      redactor: this.redactor,
      now: this.now,
      requestTimeout: this.settings.requestTimeout,
      cancels: target.advance === undefined,
      ...(options.onTraffic && { record: (exchange: Exchange) => void this.exchanges.push(exchange) }),
      pacer: this.pacer,
      pause: (milliseconds, signal) =>
        target.advance ? this.wait(milliseconds) : this.pacer.pause(milliseconds, signal),
    })
  }

  async wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
    if (this.target.advance) return void (await this.target.advance(milliseconds))
    await this.waitFor(pause(milliseconds, signal))
  }

  /** Waits for something while another check acts. The wait is none of the check's own time. */
  waitFor<T>(wait: Promise<T>): Promise<T> {
    return this.waiting.measure(this.turns.waitFor(wait))
  }

  /** Has probes that failed be run anew: other checks that were made at the same time may be the reason. */
  forgetErrors(): void {
    for (const [name, outcome] of this.#outcomes)
      void outcome.then((settled) => 'error' in settled && this.#outcomes.delete(name))
  }

  /**
   * Runs a probe for the first caller and gives its outcome to all later ones. An outcome that says nothing about the
   * deployment, like a missing answer or the end of the check's time, is not kept. Neither is one that may come of a flaky answer.
   */
  async once<T>(name: string, probe: () => Promise<T>, by: Prober): Promise<T> {
    const { signal } = by
    const known = this.#outcomes.get(name)
    const outcome = known ?? this.#settle(name, probe, by)
    if (!known) this.#outcomes.set(name, outcome)
    const settled = await (known ? this.waitFor(known) : outcome)
    if (!('error' in settled)) return settled.value as T
    // Another check ran it to no outcome, as at the end of its own time.
    if (known && this.#outcomes.get(name) !== known && !signal.aborted) return this.once(name, probe, by)
    throw settled.error
  }

  /** Runs a probe to its outcome, and forgets that where it is not to be kept. */
  async #settle(name: string, probe: () => Promise<unknown>, { signal, findings }: Prober): Promise<Settled> {
    const before = findings?.flaky
    try {
      const value = await probe()
      if (findings?.flaky !== before && !this.#repeated.has(name)) this.#outcomes.delete(name)
      // A long probe may meet a flaw each time, and its second success is as good as a third.
      this.#repeated.add(name)
      return { value }
    } catch (error) {
      if (!isConclusive(error) || signal.aborted || findings?.flaky !== before) this.#outcomes.delete(name)
      return { error }
    }
  }
}

/** Whether an error says something about the deployment. */
function isConclusive(error: unknown): boolean {
  if (error instanceof NoAnswer) return false
  return error instanceof Violation || error instanceof Unjudged
}

/** A prefix for all that a run makes. Nothing that others make begins with it. */
export function newPrefix(): string {
  return `edc${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`
}

/** Stands in reports in the place of a webhook's secret. */
const label = '<signing secret>'
/** The least characters of a signing key that is looked for in texts: a shorter one might be an ordinary word. */
const shortest = 16
/** Characters of the pieces of a signing key by which texts are searched, whatever the number of keys: half of the shortest key. */
const piece = shortest / 2

/** The label of what begins as a signing secret does, as it is or in base64: that of a webhook which the run did not register is as good as its own. */
const labelOfSecret = (value: string) => (/^(whsec_|d2hzZWNf).{8}/.test(value) ? label : undefined)

/** A number of 18 bits for three characters of a text. Different letters or digits there mostly give different numbers. */
function beginningAt(text: string, at: number): number {
  const head = ((text.charCodeAt(at) & 63) << 12) | ((text.charCodeAt(at + 1) & 63) << 6)
  return head | (text.charCodeAt(at + 2) & 63)
}

/** The signing secrets of the run's webhooks, which no answer besides a creation and no delivery may hold. */
export class SigningSecrets {
  readonly #forms = new Set<string>()
  /**
   * Pieces of the forms, one from each of the first `piece` offsets. A text that holds a form has one of its pieces at an index that is a multiple of
   * the length of a piece, so that only these places are looked at.
   */
  readonly #pieces = new Set<string>()
  /** Marks how pieces begin, which spares a string and its hash for nearly each place of a text: 5 % of a run in process. */
  readonly #beginnings = new Uint8Array(1 << 18)

  constructor(private readonly redactor: Redactor) {}

  add(secret: string): void {
    // The part after the prefix alone is enough to sign with.
    const key = secret.replace(/^whsec_/, '')
    const forms = [key, encodeURIComponent(key), Buffer.from(secret).toString('base64').replace(/=+$/, '')]
    this.redactor.add(secret, label)
    if (key.length < shortest) return
    this.redactor.add(key, label)
    for (const form of forms) {
      this.#forms.add(form)
      for (let at = 0; at < piece; at += 1) {
        this.#pieces.add(form.slice(at, at + piece))
        this.#beginnings[beginningAt(form, at)] = 1
      }
    }
  }

  /** Whether a text holds the secret of one of the run's webhooks, or the signing key in it. */
  areIn(text: string): boolean {
    if (this.#forms.size === 0) return false
    for (let at = 0; at < text.length; at += piece)
      if (this.#beginnings[beginningAt(text, at)] === 1 && this.#pieces.has(text.slice(at, at + piece)))
        return [...this.#forms].some((form) => text.includes(form))
    return false
  }
}
