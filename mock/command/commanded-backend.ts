import { createBackend, type Backend } from '../backend'
import type { KeyInput } from '../access/keys'
import type { Forwards } from '../deliveries/forwards'
import { createDeliveryFetch } from '../faces/node/delivery-fetch'
import type { Metrics } from '../settings/metrics'
import type { Store } from '../store/store'
import { withWebhooks, webhookOf } from './local-webhooks'
import type { Log } from './log'
import type { CommandOptions } from './options'
import { residentMemory } from './memory-bounds'
import { shownKeys, type Start } from './start'
import type { StoredData } from './stored-data'

/** The parts of a backend that were made for it. */
export interface BackendParts {
  /** The keys to begin with, where no seed names any. */
  keys: readonly KeyInput[]
  metrics: Metrics | undefined
  /** The store of the command line. `undefined` where the data lies in memory. */
  store: Store | undefined
  forwards: Forwards
  log: Log
}

/** Makes the backend that the command line asks for. */
export function backendOf(
  options: CommandOptions,
  { keys, metrics, store, forwards, log }: BackendParts,
): Backend {
  const { dialect, plan, maxMemory, role, controlToken, signWith, limits } = options
  const { seed, webhooks, ca, allowPrivate } = options
  const given = { dialect, plan, maxMemory, role, controlToken, signWith, limits }
  return createBackend({
    ...given,
    ...{ keys, metrics, store, forwards },
    seed: withWebhooks(seed, webhooks),
    onEntry: log.entry,
    wantsEntry: log.wants,
    // The log shows deliveries and notices by their entries in the journal. Only errors come through the logger as well.
    logger: { error: log.logger.error },
    fetch: createDeliveryFetch({ allowInternal: allowPrivate, forwards, ca, logger: log.logger }),
  })
}

/** The facts about the backend that the start shows. */
export function played(options: CommandOptions, { keys, store }: StoredData): Start['backend'] {
  const { plan, dialect, maxMemory, role, forwards, controlToken, seed, webhooks } = options
  return {
    keys: shownKeys(keys, seed?.keys !== undefined),
    wantsToken: controlToken !== undefined,
    plan,
    dialect,
    maxMemory,
    // Nobody knows how much memory the proxy of Prism takes, which runs in this process.
    residentMemory: options.prism === 'validate' ? undefined : residentMemory(maxMemory),
    role,
    store,
    webhooks: webhooks.map((one) => ({ target: one.target, ...webhookOf(one) })),
    forwards,
  }
}
