import type { Backend } from '../backend'
import type { KeyInput } from '../access/keys'
import type { Forwards } from '../deliveries/forwards'
import { additionsOf } from '../settings/additions'
import type { Logger } from '../settings/logger'
import { eachItem } from '../state/each-item'
import type { Store } from '../store/store'
import { StoreLoginError, StoreUnavailableError } from '../store/store-errors'
import { forwardsOf, webhookOf, type LocalWebhook } from './local-webhooks'
import type { OpenStore } from './open-store'
import type { CommandOptions } from './options'
import type { ShownStore } from './start'

/** The data as the start shows it: the keys that are known to be there, and the store where there is one. */
export interface StoredData {
  keys: readonly KeyInput[]
  store?: ShownStore
}

/** The parts with which a process looks at the store. */
export interface Looking {
  backend: Backend
  /** Absent where the data lies in memory. */
  opened: OpenStore | undefined
  forwards: Forwards
  options: CommandOptions
  log: Required<Pick<Logger, 'info' | 'warn' | 'error'>>
}

// Real milliseconds from one look for a store that is away to the next.
const untilNextLook = 1_000

/**
 * Waits until the backend has opened its store, and tells what was found there. A store that cannot be reached is no reason to
 * fail: a database that starts beside this process may come later. Rejects where the store can be reached and not be used, as
 * one that refuses the login.
 */
export async function firstLook(looking: Looking, otherKeys: readonly KeyInput[]): Promise<StoredData> {
  const { opened, options, log } = looking
  const keys = options.seed?.keys ?? otherKeys
  if (!opened) return { keys }
  const shown = { place: opened.place, schema: options.store?.schema }
  try {
    const isNew = await look(looking)
    if (isNew) return { keys, store: { ...shown, data: 'new' } }
    return { keys: await knownKeys(opened.store, keys), store: { ...shown, data: 'found' } }
  } catch (error) {
    if (!isAway(error)) throw error
    log.warn(`${error.message} Requests are answered with 503 meanwhile.`)
    return { keys: [], store: { ...shown, data: 'away' } }
  }
}

/**
 * Looks again and again for a store that could not be reached at the start: it may be that no request ever comes which would open it.
 * `failed` is called where the store can be reached and not be used. Returns a function that ends the looks.
 */
export function untilReached({ store }: StoredData, looking: Looking, failed: () => void): () => void {
  const { log } = looking
  if (store?.data !== 'away') return () => {}
  let timer: NodeJS.Timeout
  const again = () => {
    look(looking).then(
      (isNew) =>
        log.info(
          `The store is there: ${isNew ? 'new data was planted' : 'data of an earlier start was found'}.`,
        ),
      (error: unknown) => {
        if (isAway(error)) {
          timer = setTimeout(again, untilNextLook)
          return
        }
        log.error(`The store cannot be used: ${(error as Error).message}`)
        process.exitCode = 1
        failed()
      },
    )
  }
  timer = setTimeout(again, untilNextLook)
  return () => clearTimeout(timer)
}

/** Whether waiting helps. A server that refuses the login refuses the next one, too. */
function isAway(error: unknown): error is StoreUnavailableError {
  return error instanceof StoreUnavailableError && !(error instanceof StoreLoginError)
}

/** Opens the store, and brings data of an earlier start up to date with the command line. Says whether the data is new. */
async function look({ backend, opened, forwards, options }: Looking): Promise<boolean> {
  const isNew = await backend.ready()
  if (isNew || !opened) return isNew
  // The store holds the forwards of earlier starts. Those of this command line are added before the first delivery is sent, which one of
  // them may have to lead elsewhere.
  const known = new Set(forwards.list().map(({ from, to }) => `${from}=${to}`))
  for (const { from, to } of forwardsOf(options)) if (!known.has(`${from}=${to}`)) forwards.add({ from, to })
  const { dialect, clock } = backend
  await registerMissing(opened.store, options.webhooks, additionsOf(dialect).timestamp(clock.now()))
  return false
}

/**
 * Registers the receivers of `--webhook` that a store with data of an earlier start lacks. A seed is planted once, and a receiver
 * that was added to the command line since then would get nothing. `created` is the time, as the dialect writes it.
 */
async function registerMissing(
  store: Store,
  receivers: readonly LocalWebhook[],
  created: string,
): Promise<void> {
  if (receivers.length === 0) return
  const known = new Set<string>()
  for await (const { id } of eachItem((page) => store.webhooks('live', page), 'oldest-first')) known.add(id)
  for (const receiver of receivers) {
    const { id, url, events, secret } = webhookOf(receiver)
    if (known.has(id)) continue
    await store.addWebhook({ id, mode: 'live', url, events, status: 'active', secret, created })
  }
}

/** Those of the given keys that a store knows. Data of an earlier start has keys of its own. */
async function knownKeys(store: Store, keys: readonly KeyInput[]): Promise<KeyInput[]> {
  const found = await Promise.all(keys.map(async (key) => ((await store.findKey(key.key)) ? [key] : [])))
  return found.flat()
}
