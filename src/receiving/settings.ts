import type { Event } from '../catalog/event'
import { given } from '../errors/printable'
import { refuse, refuseValue } from '../errors/refuse'
import { type Clock, systemClock } from '../transport/clock'
import type { DedupeStore } from './dedupe'
import { hex } from '../core/encoding'
import { secretKey, signedBytes } from './hmac'
import { createMemoryStore } from './memory-store'
import { nearest } from '../core/nearest'
import { type DedupeInput, type EventHandler, handlerOf, type ReceiverOptions } from './options'
import { keepsDeliveries } from './kept-delivery'
import type { SignatureScheme } from './scheme'
import { standardWebhooks } from './standard-webhooks'
import { isTransactional, type TransactionalStore } from './transaction'
import { requireWebCrypto } from './web-crypto'

/** The complete options of a receiver, as its parts use them. Times are in milliseconds. */
export interface ReceiverSettings {
  handlerOf(eventType: string): EventHandler<Event>
  store: DedupeStore | TransactionalStore<unknown> | false
  /** The text by which a duplicate of the delivery is recognised. Empty where the delivery has none. */
  dedupeKeyOf(delivery: DedupeInput): string
  /** The scopes in which deliveries are claimed. */
  scopes(): Promise<readonly string[]>
  lease: number
  retention: number
  handlerTimeout: number
  /** The time after which a handler counts as hung. */
  abandonedAfter: number
  maxBytes: number
  bodyTimeout: number
  clock: Clock
}

/** A rule of an option: whether a value is right, and the words for what is. */
type Rule = [isRight: (value: unknown) => boolean, right: string]

const isFunction = (value: unknown) => typeof value === 'function'
const hasFunctions =
  (...names: string[]) =>
  (value: unknown) =>
    names.every((name) => isFunction((Object(value) as Record<string, unknown>)[name]))
const isPositive = (value: unknown) => typeof value === 'number' && value > 0
const milliseconds = 'a number of milliseconds above 0'
const isObject = (value: unknown) => typeof value === 'object' && value !== null

// Made by a function: a bundler could not leave out a table that calls functions, where nothing but `verify` is imported.
const optionRules = (): Record<keyof ReceiverOptions<object>, Rule> => ({
  // The secrets have checks of their own, since the scheme decides what can be one.
  secret: [() => true, ''],
  scheme: [
    hasFunctions('key', 'read', 'write', 'prefix', 'encode'),
    'a scheme, such as svix or timestampedHex(), imported from @event-delivery/sdk/webhooks',
  ],
  tolerance: [(value) => typeof value === 'number' && value >= 0, 'a number of seconds, 0 or more'],
  now: [isFunction, 'a function that gives the milliseconds since the epoch'],
  catalog: [isObject, 'an object of validators by event type'],
  on: [isObject, 'an object of handlers by event type: { "order.paid": (event) => { ... } }'],
  otherwise: [
    isFunction,
    'a function that handles the events without a handler of their own: otherwise: (event) => { ... }',
  ],
  store: [
    (value) =>
      value === false || isTransactional(value) || hasFunctions('claim', 'renew', 'commit', 'release')(value),
    'a store with claim, renew, commit and release, or false to handle each delivery',
  ],
  dedupeBy: [
    (value) => isFunction(value) || value === 'delivery' || value === 'event',
    "'delivery', 'event', or a function that makes a text of a delivery",
  ],
  scope: [(value) => typeof value === 'string' && value !== '', 'text that names the endpoint'],
  lease: [isPositive, milliseconds],
  retention: [isPositive, milliseconds],
  handlerTimeout: [isPositive, milliseconds],
  onError: [isFunction, 'a function that takes the error'],
  onWarning: [isFunction, 'a function that takes a text'],
  observe: [isFunction, 'a function that takes a delivery and its handling'],
  bodyTimeout: [isPositive, milliseconds],
  maxBytes: [isPositive, 'a number of bytes above 0'],
  clock: [hasFunctions('now', 'schedule'), 'a clock with now and schedule'],
})

function checkOptions(options: unknown): asserts options is ReceiverOptions<object> {
  if (!isObject(options)) {
    refuse('options', 'must be an object: createReceiver({ secret, otherwise: (event) => { ... } }).')
  }
  const rules = optionRules()
  for (const [name, value] of Object.entries(options)) {
    const rule = Object.prototype.hasOwnProperty.call(rules, name) && rules[name as keyof typeof rules]
    if (!rule)
      refuse(name, `is no option of createReceiver. The nearest one is ${nearest(name, Object.keys(rules))}.`)
    const [isRight, right] = rule
    if (value !== undefined && !isRight(value)) refuse(name, `must be ${right}. It is ${given(value)}.`)
  }
  const { otherwise, on, store } = options as Partial<ReceiverOptions<object>>
  for (const [type, handler] of Object.entries(on ?? {}))
    if (!isFunction(handler))
      refuse(
        `on["${type}"]`,
        `must be a function that handles the event: (event) => { ... }. It is ${given(handler)}.`,
      )
  if (keepsDeliveries(store)) {
    for (const [name, value] of Object.entries({ on, otherwise }))
      if (value !== undefined)
        refuse(name, 'has no use beside inbox.queued: give the handlers to inbox.work().')
    return
  }
  if (otherwise === undefined) {
    refuse('otherwise', `is missing. It must be ${rules.otherwise[1]}.`)
  }
}

// The least that Standard Webhooks permits. A shorter one still works, down to the least that `verify` accepts.
const specifiedKeyBytes = 24

/** Checks the secrets of a receiver, and completes them to a list. */
function checkSecrets({
  secret,
  scheme = standardWebhooks,
  onWarning,
}: ReceiverOptions<object>): readonly string[] {
  const secrets: readonly string[] = Array.isArray(secret) ? secret : [secret]
  if (!secrets.length) refuse('secret', 'is an empty list. Give the secret of the webhook.')
  for (const [at, each] of secrets.entries()) {
    const name = secrets.length > 1 ? `secret[${at}]` : 'secret'
    if (String(each).startsWith('sk_')) {
      refuse(name, 'is an API key. Give the whsec_ secret that the creation of the webhook returned.')
    }
    const size = secretKey(scheme, each).length
    if (size >= specifiedKeyBytes) continue
    const warning = `${name} has ${size} bytes. Standard Webhooks asks for 24 to 64: replace it by a longer one.`
    if (onWarning) onWarning(warning)
    else console.warn(`[event-delivery] ${warning}`)
  }
  return secrets
}

function dedupeKeyBy(dedupeBy: ReceiverOptions<object>['dedupeBy']): ReceiverSettings['dedupeKeyOf'] {
  if (dedupeBy === 'event') return ({ event }) => event.id
  // In a scheme without delivery ids, the id of the event stands in the signed body.
  if (typeof dedupeBy !== 'function') return ({ id, event }) => id ?? event.id
  return (delivery) => {
    const key: unknown = dedupeBy(delivery)
    if (typeof key === 'string' && key !== '') return key
    return refuseValue('dedupeBy', key, 'let the function make a text that is not empty.')
  }
}

const scopeLength = 32

/** Hashes of the keys of the secrets. Each webhook has a secret of its own, so it has a scope of its own, the same in each process. */
async function scopesOf(scheme: SignatureScheme, secrets: readonly string[]): Promise<readonly string[]> {
  const scopes = await Promise.all(
    secrets.map(async (secret) => {
      const bytes = signedBytes('event-delivery scope ', secretKey(scheme, secret))
      return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))).slice(0, scopeLength)
    }),
  )
  return [...new Set(scopes)]
}

// A handler that runs for so many times its limit counts as hung.
const abandonmentFactor = 10
const usualLease = 30_000
const fourDays = 345_600_000

/** Checks the options of a receiver, and completes them. */
export function settingsOf<Catalog extends object, Tx>(
  options: ReceiverOptions<Catalog, Tx>,
): ReceiverSettings {
  checkOptions(options)
  requireWebCrypto()
  const { on = {}, otherwise, clock = systemClock, scheme = standardWebhooks, scope } = options
  const { handlerTimeout = 25_000 } = options
  const handlers = on as Record<string, EventHandler<Event> | undefined>
  const secrets = checkSecrets(options)
  let scopes: Promise<readonly string[]> | undefined
  return {
    handlerOf: (eventType) => handlerOf(handlers, otherwise, eventType),
    store: options.store ?? createMemoryStore({ clock }),
    dedupeKeyOf: dedupeKeyBy(options.dedupeBy),
    scopes: async () => (scope === undefined ? (scopes ??= scopesOf(scheme, secrets)) : [scope]),
    lease: options.lease ?? usualLease,
    retention: options.retention ?? fourDays,
    handlerTimeout,
    abandonedAfter: abandonmentFactor * handlerTimeout,
    maxBytes: options.maxBytes ?? 1_048_576,
    bodyTimeout: options.bodyTimeout ?? 10_000,
    clock,
  }
}
