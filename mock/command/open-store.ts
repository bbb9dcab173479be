import type { Logger } from '../settings/logger'
import type { Store } from '../store/store'
import { shownPlace, type StorePlace } from './store-values'
import type { StoreOptions } from './options'

/** A store that the command line asks for, ready to be handed to a backend. */
export interface OpenStore {
  store: Store
  /** The place of the data, as it may be shown. */
  place: string
  /** Ends what was started for the store. The backend closes the store itself. */
  stop(): Promise<void>
}

/** A PostgreSQL that can be connected to. */
export interface ReachedServer {
  /** With the password. */
  url: string
  /** Ends the PostgreSQL where this process started it. */
  stop(): Promise<void>
}

/**
 * The PostgreSQL in which the data lies. For a folder it is started, by a package that is loaded only then. Rejects where that package is
 * not installed.
 */
export async function reachServer(
  place: StorePlace,
  logger?: (line: string) => void,
): Promise<ReachedServer> {
  if (place.kind === 'server') return { url: place.url, stop: async () => {} }
  const { startEmbedded } = await import('../store/embedded/start-embedded')
  return startEmbedded(place.folder, { logger })
}

/** Makes the store of the command line. Nothing of PostgreSQL is loaded for a command line without one. */
export async function openStore(
  options: StoreOptions,
  logger: Required<Pick<Logger, 'warn'>>,
): Promise<OpenStore> {
  const { place, schema, listenUrl, prepare, retain, encryptionKey } = options
  const warn = (line: string) => logger.warn(line)
  const [{ url, stop }, { createPostgresStore }] = await Promise.all([
    reachServer(place, warn),
    import('../store/postgres/postgres-store'),
  ])
  const store = createPostgresStore({
    url,
    listenUrl,
    prepare,
    schema,
    retain,
    encryptionKey,
    logger: warn,
  })
  return { store, place: shownPlace(place), stop }
}
