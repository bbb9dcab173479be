import { cannotWrite } from '../../src/core/commands/files'
import type { Logger } from '../settings/logger'
import type { EmbeddedPostgres } from '../store/embedded/start-embedded'
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

/**
 * The PostgreSQL in which the data lies. For a folder it is started, by a package that is loaded only then. Rejects where that package is
 * not installed, and with a `UsageError` where the system refuses the folder.
 */
export async function reachServer(
  place: StorePlace,
  logger?: (line: string) => void,
): Promise<EmbeddedPostgres> {
  if (place.kind === 'server') return { url: place.url, stop: async () => {} }
  const { startEmbedded } = await import('../store/embedded/start-embedded')
  return startEmbedded(place.folder, { logger }).catch((error: NodeJS.ErrnoException) => {
    const isOfFile = error.path !== undefined && !error.syscall?.startsWith('spawn')
    if (isOfFile) throw cannotWrite('--store', place.folder, error)
    throw new Error(`--store ${place.folder}: ${error.message}`, { cause: error })
  })
}

/** Makes the store of the command line. Nothing of PostgreSQL is loaded for a command line without one. */
export async function openStore(
  options: StoreOptions,
  logger: Required<Pick<Logger, 'warn'>>,
): Promise<OpenStore> {
  const { place, ...settings } = options
  const warn = (line: string) => logger.warn(line)
  const [{ url, stop }, { createPostgresStore }] = await Promise.all([
    reachServer(place, warn),
    import('../store/postgres/postgres-store'),
  ])
  const store = createPostgresStore({ ...settings, url, logger: warn })
  return { store, place: shownPlace(place), stop }
}
