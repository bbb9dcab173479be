import { UsageError } from '../../src/core/commands/usage-error'
import { weaknessOf } from '../access/token'
import { isLoopback } from '../../src/core/url'
import { defaultLimits, type Limits } from '../settings/settings'
import type { PostgresStoreOptions } from '../store/postgres/settings'
import type { FlagValues } from './flags'
import { defaultMemory, refuseBeyondHeap } from './memory-bounds'
import type { StorePlace } from './store-values'
import { readCertificate } from './values'

/** The store of the command line. Without one the data lies in memory. */
export interface StoreOptions extends Pick<
  PostgresStoreOptions,
  'schema' | 'listenUrl' | 'retain' | 'encryptionKey'
> {
  place: StorePlace
  /** Whether statements are prepared. */
  prepare: boolean
}

/** The command line, read and completed. */
export type CommandOptions = ReturnType<typeof readOptions>

/** The variable of the token that guards the control API. */
export const tokenVariable = 'EVENT_DELIVERY_MOCK_TOKEN'

/** The variable of the key that encrypts secrets. A command line would show it to everybody on the machine. */
export const storeKeyVariable = 'EVENT_DELIVERY_STORE_KEY'

/** The fewest characters of that key. */
export const shortestKey = 32

/** Options that only make sense with a store, by the flags that give them. */
const ofStores = { role: '--role', retain: '--retain', storeSchema: '--store-schema' } as const
const ofServers = { listenUrl: '--listen-url', noPrepare: '--no-prepare' } as const

/**
 * Completes the flags of a command line. Throws a `UsageError` where flags contradict each other, whose message repeats no value that may be
 * a secret.
 */
export function readOptions(flags: FlagValues, environment: NodeJS.ProcessEnv) {
  const { port = 4010, host = '127.0.0.1', tls = false, tlsName: tlsNames = [], caOut } = flags
  const { quiet = false, log, json = false, plan = 'none', maxMemory = defaultMemory() } = flags
  const { dialect, seed, role = 'all', signWith = 'real-time', ca = [] } = flags
  const { webhook: webhooks = [], forward: forwards = [], allowHost = [], allowOrigin = [] } = flags
  const prism: 'static' | 'validate' | undefined = flags.static
    ? 'static'
    : flags.validate
      ? 'validate'
      : undefined
  const controlToken = environment[tokenVariable] || undefined
  refuseForeignFlags(flags)
  refuseBeyondHeap(maxMemory)
  if (!isLoopback(host)) refuseWeakToken(host, controlToken)
  return {
    ...{ port, host, dialect, plan, seed, role, webhooks, forwards, signWith, quiet, json, controlToken },
    /** Whether to make a certificate, for the names of `tlsNames` too. */
    tls,
    tlsNames,
    /** The file to write the authority of that certificate to. A temporary one unless given. */
    caOut,
    /** The certificate of `--cert` and `--key`. */
    certificate: readCertificate(flags),
    // A name in the certificate is there for clients that use it. A pattern is no name.
    allowHosts: [...allowHost, ...tlsNames.filter((name) => !name.includes('*'))],
    allowOrigins: allowOrigin,
    /** The most memory for all data, in bytes. */
    maxMemory,
    /** Absent where the data lies in memory. */
    store: storeOptions(flags, environment),
    /** Authorities (PEM) to trust when delivering. */
    ca,
    allowPrivate: flags.allowPrivate || isLoopback(host),
    /** The limits that the flags name. */
    limits: limitsOf(flags),
    /** `static` serves Prism in the backend's place, `validate` puts it in front. */
    prism,
    /** The form of the log. Text unless given. Where it is given, successes are logged as well. */
    log,
  }
}

function limitsOf(flags: FlagValues): Partial<Limits> {
  const {
    deliveryConcurrency: deliveries = defaultLimits.deliveries,
    endpointConcurrency: deliveriesPerWebhook = defaultLimits.deliveriesPerWebhook,
    deliveryTimeout = defaultLimits.deliveryTimeout,
  } = flags
  // A lease that ended before its attempt would let another process make the same attempt.
  const deliveryLease = Math.max(defaultLimits.deliveryLease, 3 * deliveryTimeout)
  return { deliveries, deliveriesPerWebhook, deliveryTimeout, deliveryLease }
}

/** Refuses flags of a certificate that the mock makes, where it makes none. */
function refuseForeignFlags({ tls, tlsName, caOut, cert }: FlagValues): void {
  if (tls && cert !== undefined)
    throw new UsageError('--tls makes a certificate: leave it out when you give one by --cert.')
  if (tls) return
  if (tlsName)
    throw new UsageError('--tls-name names the mock in the certificate of --tls, which is missing.')
  if (caOut !== undefined)
    throw new UsageError('--ca-out writes the authority of the certificate of --tls, which is missing.')
}

/** Refuses a token that is too weak for a mock that others can reach. */
function refuseWeakToken(host: string, token: string | undefined): void {
  const weakness = weaknessOf(token)
  if (weakness === undefined) return
  throw new UsageError(
    `${host} is not loopback. ${weakness}, and set ${tokenVariable} to it, or listen on 127.0.0.1.`,
  )
}

/** Reads the flags of the store. `undefined` where the data lies in memory. Throws a `UsageError` for flags that contradict each other. */
function storeOptions(flags: FlagValues, environment: NodeJS.ProcessEnv): StoreOptions | undefined {
  const { store: place, storeSchema: schema, listenUrl, noPrepare = false, retain } = flags
  if (!place) {
    const stray = given(flags, { ...ofStores, ...ofServers })
    if (stray) throw new UsageError(`${stray} says how a store is used: give --store, which is missing.`)
    return undefined
  }
  if (place.kind === 'folder') {
    const stray = given(flags, ofServers)
    if (stray) throw new UsageError(`${stray} goes with a PostgreSQL of yours, and --store names a folder.`)
  }
  const encryptionKey = environment[storeKeyVariable] || undefined
  if (encryptionKey !== undefined && encryptionKey.length < shortestKey) {
    throw new UsageError(
      `${storeKeyVariable} has fewer than ${shortestKey} characters. Make one with: openssl rand -base64 32`,
    )
  }
  return { place, schema, listenUrl, prepare: !noPrepare, retain, encryptionKey }
}

function given(
  flags: FlagValues,
  names: Readonly<Partial<Record<keyof FlagValues, string>>>,
): string | undefined {
  const [found] = Object.entries(names).filter(([name]) => flags[name as keyof FlagValues] !== undefined)
  return found?.[1]
}
