import { quoted } from '../../src/core/shell'
import type { Dialect } from '../../generated/dialect'
import { builtInKeys, type KeyInput } from '../access/keys'
import type { Forward } from '../deliveries/forwards'
import { isLoopback } from '../../src/core/url'
import { planTerms, type Plan } from '../settings/plan'
import type { Role } from '../settings/role'
import type { RegisteredWebhook } from './local-webhooks'

/** A key of the mock, as the start shows it. */
export interface ShownKey {
  /** The key, or its prefix alone where it comes from a file and may be one of a real service. */
  key: string
  name: string
}

/** The receiver of a `--webhook`, as it is registered. */
export interface ShownWebhook extends RegisteredWebhook {
  /** The URL that the deliveries are sent to. */
  target: string
}

/** The store, as the start shows it. */
export interface ShownStore {
  /** Without a password. */
  place: string
  schema?: string
  /** `new` where this start planted the first data, `found` where there was data, `away` where the store cannot be reached yet. */
  data: 'new' | 'found' | 'away'
}

/** All that is worth knowing when the mock has started. */
export interface Start {
  baseUrl: string
  /** The path of the certificate to trust. Absent where the mock makes none. */
  ca?: string
  /** Whether the certificate comes from the user, so that nothing is known of who trusts it. */
  foreignCertificate: boolean
  /** Absent with `--static`, as is everything that only the backend has. */
  backend?: {
    keys: readonly ShownKey[]
    wantsToken: boolean
    plan: Plan
    dialect?: Dialect
    /** The most memory for all data, in bytes. */
    maxMemory: number
    /** The resident memory of the process under the worst load, in bytes. Absent with `--validate`: Prism bounds nothing. */
    residentMemory?: number
    /** Absent where the data lies in memory. */
    store?: ShownStore
    /** The role of the process. `all` unless given. */
    role?: Role
    webhooks: readonly ShownWebhook[]
    forwards: readonly Forward[]
  }
}

/** The base URL that a client on this machine uses: an address that stands for all addresses is replaced by loopback. */
export function reachable(baseUrl: string): string {
  return baseUrl.replace('://0.0.0.0:', '://127.0.0.1:').replace('://[::]:', '://[::1]:')
}

/** The keys as the start shows them. Those of a file may be keys of a real service, so they are shown whole only if built in. */
export function shownKeys(keys: readonly KeyInput[], areFromFile: boolean): ShownKey[] {
  return keys.map(({ key, name = '' }) => ({
    key: areFromFile && !isBuiltIn(key) ? `${/^sk_(?:live|test)_/.exec(key)?.[0] ?? ''}...` : key,
    name,
  }))
}

function isBuiltIn(key: string): boolean {
  return builtInKeys.some((known) => known.key === key)
}

/** The start as the first line of `--json`. */
export function startJson({ baseUrl, ca, backend }: Start): object {
  if (!backend) return { baseUrl, ca }
  const { keys, plan, dialect = {}, maxMemory, residentMemory, store, role, webhooks, forwards } = backend
  const memory = { maxMemory, residentMemory }
  if (role === 'worker') return { baseUrl, ca, role, store, ...memory, forwards }
  const inspector = `${reachable(baseUrl)}/__mock`
  return { baseUrl, ca, inspector, keys, plan, dialect, ...memory, store, role, webhooks, forwards }
}

/** The requests a second of a plan, in words. */
export function planWords(plan: Plan): string {
  const { rate } = planTerms(plan)
  return rate === Infinity
    ? `${plan}: no rate limit`
    : `${plan.replace(/:.*/, '')}: ${rate} requests a second`
}

/** A size in the largest unit that divides it. */
export function sizeWords(bytes: number): string {
  for (const [unit, size] of [
    ['GiB', 2 ** 30],
    ['MiB', 2 ** 20],
    ['KiB', 2 ** 10],
  ] as const) {
    if (bytes % size === 0) return `${bytes / size} ${unit}`
  }
  return `${bytes} bytes`
}

/** A size that was reckoned, rounded up to what people can compare. */
export function roundWords(bytes: number): string {
  if (bytes >= 2 ** 30) return `${Math.ceil((bytes / 2 ** 30) * 10) / 10} GiB`
  return `${Math.ceil(bytes / 2 ** 20 / 10) * 10} MiB`
}

/** A command line that creates an event when it is pasted into a POSIX shell. */
export function sampleCurl({ baseUrl, ca, foreignCertificate, backend }: Start): string {
  const url = reachable(baseUrl)
  const key = sampleKey(backend?.keys ?? [])
  const type = backend?.webhooks.flatMap(({ events }) => events).find((name) => name !== '*') ?? 'order.paid'
  const isInsecure = foreignCertificate && isLoopback(new URL(url).host)
  return [
    'curl',
    ...(ca === undefined ? [] : ['--cacert', quoted(ca)]),
    ...(isInsecure ? ['--insecure'] : []),
    `${url}/v1/events`,
    ...['-H', key],
    ...['-H', quoted('Content-Type: application/json')],
    ...['-d', quoted(JSON.stringify({ type, data: { order: 1042 } }))],
  ].join(' ')
}

/** The header with the first live key that is shown whole. The shell fills in one that is not. */
function sampleKey(keys: readonly ShownKey[]): string {
  if (keys.length === 0) return quoted('Authorization: Bearer sk_live_mock')
  const whole = keys.find(({ key }) => key.startsWith('sk_live_') && !key.endsWith('...'))
  return whole
    ? quoted(`Authorization: Bearer ${whole.key}`)
    : '"Authorization: Bearer $EVENT_DELIVERY_API_KEY"'
}
