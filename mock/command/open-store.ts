import { createPostgresStore } from '../store/postgres/postgres-store'
import { startEmbedded } from '../store/embedded/start-embedded'
import type { Logger } from '../settings/logger'
import type { Store } from '../store/store'
import { shownPlace } from './store-values'
import type { StoreOptions } from './store-options'

/** A store that the command line asks for, ready to be handed to a backend. */
export interface OpenStore {
  store: Store
  /** Where the data lies, as it may be shown. */
  place: string
  /** Ends what was started for the store. The backend closes the store itself. */
  stop(): Promise<void>
}

/** Makes the store of the command line. A folder gets a PostgreSQL of its own, which ends with this process. */
export async function openStore(options: StoreOptions, logger: Logger): Promise<OpenStore> {
  const { place, schema, listenUrl, prepare, retain, encryptionKey } = options
  const server = place.kind === 'folder' ? await startEmbedded(place.folder) : undefined
  const url = place.kind === 'folder' ? (server as { url: string }).url : place.url
  const store = createPostgresStore({ url, listenUrl, prepare, schema, retain, encryptionKey, logger })
  return { store, place: shownPlace(place), stop: async () => server?.stop() }
}
