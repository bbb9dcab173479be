import type { Dialect } from '../generated/dialect'
import type { KeyInput } from './access/keys'
import type { Forwards } from './deliveries/forwards'
import { nearest } from '../src/core/nearest'
import { signingTimes, type SignWith } from './deliveries/signing-time'
import type { Fault } from './faults/fault'
import type { EntryOutline, JournalEntry } from './journal/journal'
import type { Clock } from './settings/clock'
import type { Logger } from './settings/logger'
import type { Metrics } from './settings/metrics'
import type { Plan } from './settings/plan'
import type { IdSource, Random } from './settings/random'
import { roles, type Role } from './settings/role'
import { defaultLimits, type Limits } from './settings/settings'
import { refuseStrayOption } from './settings/stray-field'
import type { Seed } from './state/seed'
import { checkEntry } from './state/seed-entries'
import type { Store } from './store/store'

/** Options of `createBackend`. Each has a default. */
export interface BackendOptions {
  /** The dialect to play: how a deployment resolves what the interface leaves open. The default dialect unless given. */
  dialect?: Dialect
  /**
   * The plan of the account: `free` (10 requests a second), `pro` (100), `enterprise:RATE`, or `none` for no limit. Scoped keys are
   * permitted with the last two alone. `none` unless given.
   */
  plan?: Plan
  /** The keys to start with. `builtInKeys` unless given. */
  keys?: readonly KeyInput[]
  /** Data to start with: a seed, a snapshot, or `examples` for the examples of the document. None unless given. */
  seed?: Seed | 'examples'
  /** Faults in force from the start, and again after a reset. None unless given. */
  faults?: readonly Fault[]
  /**
   * The clock of the backend, for timestamps, retries, rates and expiry. Unless given, a clock that runs with the system's and that the
   * control routes can stop and move.
   */
  clock?: Clock
  /** The source of randomness for ids, keys, secrets, faults and the jitter of retries. That of `createRandom` unless given. */
  random?: Random
  /** Makes the ids of events, webhooks and keys. Unless given, they sort by time. */
  ids?: IdSource
  /**
   * The store of the main state. Memory unless given. Sessions are always kept in memory; a store that several processes
   * share, such as one on PostgreSQL, permits none.
   */
  store?: Store
  /**
   * The part of this process where several share a store: `api` answers requests and sends no delivery, `worker` sends
   * deliveries and answers `/__mock/health` and `/__mock/metrics` alone, `all` does both. `all` unless given.
   */
  role?: Role
  /** Counts requests and deliveries for `/__mock/metrics`. Nothing is counted unless given. */
  metrics?: Metrics
  /** Sends the deliveries. The platform's own unless given. */
  fetch?: typeof fetch
  /**
   * The forwards that the control routes show and change. A `fetch` in these options must follow the same forwards, as
   * `createDeliveryFetch({ forwards })` does. None at first unless given.
   */
  forwards?: Forwards
  /**
   * The time that the signatures of deliveries bear: `real-time` or `mock-time`, that of the clock. Unless given, the real time where a
   * delivery goes to a socket (without `fetch`, or with one of `createDeliveryFetch`), whose receiver verifies by it, and else that of the clock.
   */
  signWith?: SignWith
  /** Told of deliveries and of failures of the store. Nothing is told unless given. */
  logger?: Logger
  /** The limits that differ from the usual ones, which `Limits` states. */
  limits?: Partial<Limits>
  /**
   * Memory for all that the backend keeps: events, idempotency keys, webhooks, keys, pending deliveries, journal and
   * sessions together, in bytes as the engine holds them. 512 MiB unless given. Beyond it journal entries are dropped
   * first, then the sessions unused for longest, then the oldest events without a live idempotency key or a pending
   * delivery. What still does not fit is answered with 503. A store that is handed in has a bound of its own besides.
   */
  maxMemory?: number
  /**
   * Gets each entry of the journal when it is added, with the name of its session, `null` for the main state. Entries of
   * requests make their headers, bodies and command line when those are read; `JSON.stringify` reads all of them.
   */
  onEntry?: (entry: JournalEntry, session: string | null) => void
  /**
   * Whether `onEntry` gets an entry. Asked before the entry is made, so that entries which nobody wants cost nothing. Each
   * one is wanted unless given.
   */
  wantsEntry?: (entry: EntryOutline) => boolean
  /**
   * The bearer token that the control routes demand. Without one they answer to loopback alone. Beyond loopback it must
   * have 16 characters at least: `openssl rand -hex 16` makes one.
   */
  controlToken?: string
}

/** The methods that an object must have. */
type Methods = readonly string[]

/** The kind of each option's value, or the methods that it must have. An option with neither is judged by the code that reads it. */
const kinds: Readonly<Record<keyof BackendOptions, string | Methods | undefined>> = {
  dialect: undefined,
  plan: undefined,
  keys: 'an array',
  seed: undefined,
  faults: 'an array',
  clock: ['now', 'schedule'],
  random: ['bytes', 'fraction'],
  ids: 'a function',
  store: ['open', 'close', 'ingest'],
  role: undefined,
  metrics: ['request', 'delivery', 'write'],
  fetch: 'a function',
  forwards: ['list', 'target'],
  signWith: undefined,
  logger: [],
  limits: [],
  maxMemory: 'a number',
  onEntry: 'a function',
  wantsEntry: 'a function',
  controlToken: 'a string',
}

/** Throws a `TypeError` that names the first option which is unknown or of another kind, and says what would be right. */
export function checkOptions(options: BackendOptions): void {
  if (typeof options !== 'object' || options === null)
    throw new TypeError('The options of createBackend must be an object.')
  refuseStrayOption(options, Object.keys(kinds), 'the options of createBackend')
  for (const [name, wanted] of Object.entries(kinds)) {
    const given: unknown = options[name as keyof BackendOptions]
    if (given === undefined || wanted === undefined || fits(given, wanted)) continue
    const methods = typeof wanted === 'string' ? '' : wanted.map((method) => `${method}()`).join(' and ')
    const object = methods === '' ? 'an object' : `an object with ${methods}`
    throw new TypeError(`${name} must be ${typeof wanted === 'string' ? wanted : object}.`)
  }
  checkChoice('role', options.role, roles)
  checkChoice('signWith', options.signWith, signingTimes)
  for (const [index, key] of options.keys?.entries() ?? []) checkEntry('keys', key, index, 'the options')
  checkLimits(options.limits ?? {})
}

function fits(given: unknown, wanted: string | Methods): boolean {
  if (wanted === 'an array') return Array.isArray(given)
  if (typeof wanted === 'string') return wanted.endsWith(` ${typeof given}`)
  if (typeof given !== 'object' || given === null) return false
  return wanted.every((method) => typeof (given as Record<string, unknown>)[method] === 'function')
}

function checkChoice(name: string, given: string | undefined, known: readonly string[]): void {
  if (given === undefined || known.includes(given)) return
  const hint = `The nearest one is ${nearest(String(given), known)}.`
  throw new TypeError(`${name} must be one of ${known.join(', ')}. ${hint}`)
}

function checkLimits(limits: Partial<Limits>): void {
  refuseStrayOption(limits, Object.keys(defaultLimits), 'limits')
  for (const [name, limit] of Object.entries(limits)) {
    if (limit !== undefined && !(typeof limit === 'number' && limit >= 0))
      throw new TypeError(`limits.${name} must be a number from 0 on.`)
  }
}
