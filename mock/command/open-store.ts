import type { Logger } from '../settings/logger'
import type { Store } from '../store/store'
import type { StoreOptions } from './store-options'
import { UsageError } from './usage-error'

/** A store that the command line asks for, ready to be handed to a backend. */
export interface OpenStore {
  store: Store
  /** Where the data lies, as it may be shown. */
  place: string
  /** Ends what was started for the store. The backend closes the store itself. */
  stop(): Promise<void>
}

/** Makes the store of the command line. */
export async function openStore(_options: StoreOptions, _logger: Logger): Promise<OpenStore> {
  return Promise.reject(new UsageError('--store is not part of this version.'))
}
