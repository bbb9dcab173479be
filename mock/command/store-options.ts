import type { FlagValues } from './flags'
import type { StorePlace } from './store-values'
import { UsageError } from './usage-error'

/** The store of the command line. Without one the data lies in memory. */
export interface StoreOptions {
  place: StorePlace
  schema?: string
  /** The URL for word of changes. That of the place unless given. */
  listenUrl?: string
  /** Whether statements are prepared. */
  prepare: boolean
  /** Milliseconds. Absent where nothing is dropped. */
  retain?: number
  /** The key with which secrets are encrypted at rest. */
  encryptionKey?: string
}

/** The variable of the key that encrypts secrets. A command line would show it to everybody on the machine. */
export const storeKeyVariable = 'EVENT_DELIVERY_STORE_KEY'

/** The fewest characters of that key. */
export const shortestKey = 32

/** Options that only make sense with a store, by the flags that give them. */
const ofStores = { role: '--role', retain: '--retain', storeSchema: '--store-schema' } as const
const ofServers = { listenUrl: '--listen-url', noPrepare: '--no-prepare' } as const

/** Reads the flags of the store. `undefined` where the data lies in memory. Throws a `UsageError` for flags that contradict each other. */
export function storeOptions(flags: FlagValues, environment: NodeJS.ProcessEnv): StoreOptions | undefined {
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
