import type { Dialect } from '../../../generated/dialect'
import { Redactor } from '../../../src/core/redaction'
import { Pacer, Stopwatch, pause } from '../wire/time'
import { Turns, usualConcurrency } from './turns'
import { keysOf, type Key, type KeysOfRun } from './keys'
import { Ledger } from './ledger'
import { PacedClient } from './paced-client'
import { settingsOf, type RunOptions, type Settings } from './options'
import { RunMemory } from './run-memory'
import type { SideFinding } from './side-findings'
import type { Exchange } from '../wire/exchange'
import type { Target } from './target'

/** The state of one run, which its checks share. */
export class Session implements KeysOfRun {
  readonly settings: Settings
  readonly prefix: string
  readonly keys: readonly Key[]
  usableKeys: readonly Key[]
  readonly client: PacedClient
  readonly pacer: Pacer
  readonly redactor = new Redactor(labelOfSecret)
  readonly secrets = new SigningSecrets()
  readonly ledger: Ledger
  readonly dialect: Dialect = {}
  /** How long checks waited on purpose. */
  readonly waiting = new Stopwatch()
  /** How many checks are made at once. A clock that checks move is moved for all of them. */
  readonly concurrency: number
  /** The turns of the checks that are made at once. */
  turns = new Turns(1)
  /** How many checks are being made. */
  running = 0
  /** The first finding of each rule: a broken deployment may break a rule with every answer. */
  readonly findings = new Map<string, SideFinding>()
  readonly memory = new RunMemory()
  /** How many numbers were given out, of which none is given twice. */
  numbers = 0
  /** Every exchange of the run, where its traffic is asked for. */
  readonly exchanges: Exchange[] = []
  readonly now: () => number

  constructor(
    readonly target: Target,
    readonly options: RunOptions,
  ) {
    this.settings = settingsOf(options)
    this.prefix = options.prefix ?? newPrefix()
    this.now = target.now?.bind(target) ?? Date.now
    this.concurrency = target.advance ? 1 : (options.concurrency ?? usualConcurrency)
    this.ledger = new Ledger(options.record)
    this.keys = keysOf(target)
    this.usableKeys = this.keys.filter(({ kind }) => kind === 'live' || kind === 'test')
    for (const { value, label } of this.keys) this.redactor.add(value, label)
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
    if (this.target.advance) await this.target.advance(milliseconds)
    else await this.waitFor(pause(milliseconds, signal))
  }

  /** Waits for something while another check acts. The wait is none of the check's own time. */
  waitFor<T>(wait: Promise<T>): Promise<T> {
    return this.waiting.measure(this.turns.waitFor(wait))
  }
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

  /** Adds a secret, and has it hidden in everything that is shown. */
  add(secret: string, redactor: Redactor): void {
    // The part after the prefix alone is enough to sign with.
    const key = secret.replace(/^whsec_/, '')
    const forms = [key, encodeURIComponent(key), Buffer.from(secret).toString('base64').replace(/=+$/, '')]
    redactor.add(secret, label)
    if (key.length < shortest) return
    redactor.add(key, label)
    for (const form of forms) {
      this.#forms.add(form)
      for (let at = 0; at < piece; at += 1) {
        this.#pieces.add(form.slice(at, at + piece))
        this.#beginnings[beginningAt(form, at)] = 1
      }
    }
  }

  /** Whether one of the texts holds the secret of one of the run's webhooks, or the signing key in it. */
  areIn(...texts: readonly string[]): boolean {
    if (this.#forms.size === 0) return false
    return texts.some((text) => this.#mayBeIn(text) && [...this.#forms].some((form) => text.includes(form)))
  }

  #mayBeIn(text: string): boolean {
    for (let at = 0; at < text.length; at += piece)
      if (this.#beginnings[beginningAt(text, at)] === 1 && this.#pieces.has(text.slice(at, at + piece)))
        return true
    return false
  }
}
