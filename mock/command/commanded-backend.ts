import { createBackend, type Backend } from '../backend'
import type { KeyInput } from '../access/keys'
import { createForwards } from '../deliveries/forwards'
import { createDeliveryFetch } from '../faces/node/delivery-fetch'
import { createMetrics } from '../faces/node/metrics'
import type { Store } from '../store/store'
import { forwardTo, withWebhooks, webhookOf } from './local-webhooks'
import type { Log } from './log'
import type { CommandOptions } from './options'
import { residentMemory } from './memory-bounds'
import { shownKeys, shownWebhook, type Start } from './start'
import type { StoredData } from './stored-data'

/** Makes the backend that the command line asks for. `keys` are those to begin with, where no seed names any. */
export async function backendOf(
  options: CommandOptions,
  keys: readonly KeyInput[],
  store: Store | undefined,
  log: Log,
): Promise<Backend> {
  const { dialect, plan, maxMemory, role, seed, webhooks, controlToken, ca, allowPrivate } = options
  const forwards = createForwards([...options.forwards, ...webhooks.flatMap((one) => forwardTo(one) ?? [])])
  return createBackend({
    dialect,
    plan,
    keys,
    maxMemory,
    store,
    role,
    seed: withWebhooks(seed, webhooks),
    controlToken,
    forwards,
    metrics: options.prism === 'static' ? undefined : await createMetrics(),
    onEntry: log.entry,
    // Deliveries and notices come as entries. The logger would tell of them again.
    logger: { error: log.logger.error },
    fetch: createDeliveryFetch({ allowInternal: allowPrivate, forwards, ca, logger: log.logger }),
  })
}

/** The part of the start that tells of the backend. */
export function played(options: CommandOptions, { keys, store }: StoredData): Start['backend'] {
  const { plan, dialect, maxMemory, role, forwards, controlToken, seed, webhooks } = options
  return {
    keys: shownKeys(keys, seed?.keys !== undefined),
    wantsToken: controlToken !== undefined,
    plan,
    dialect,
    maxMemory,
    // Prism's proxy in front has no bound that anybody knows.
    residentMemory: options.prism === 'validate' ? undefined : residentMemory(maxMemory),
    role,
    store,
    webhooks: webhooks.map((one) => shownWebhook(one.target, webhookOf(one))),
    forwards,
  }
}
