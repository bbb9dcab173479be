import type { Store } from '../store/store'
import { attemptRules } from './store-rules/attempts'
import { contentRules } from './store-rules/contents'
import { deliveryRules } from './store-rules/deliveries'
import { eventRules } from './store-rules/events'
import { keyRules } from './store-rules/keys'
import { openStore, type StoreRules } from './store-rules/rule'
import { sharingRules } from './store-rules/sharing'
import { textRules } from './store-rules/texts'
import { webhookRules } from './store-rules/webhooks'

/** Options of {@link testStore}. */
export interface StoreTestOptions {
  /** The `test` of a test runner, such as that of vitest, Jest or `node:test`: each rule becomes a test of its own. */
  test?: (title: string, body: () => Promise<void>) => unknown
  /**
   * Makes a store on the data of `store`, as another process does. With it, the rules about stores that share their data
   * are tested, too.
   */
  another?: (store: Store) => Store | Promise<Store>
}

const rulesOfOne: StoreRules = {
  ...eventRules,
  ...webhookRules,
  ...deliveryRules,
  ...attemptRules,
  ...keyRules,
  ...textRules,
  ...contentRules,
}

async function keepRule(
  check: StoreRules[string],
  makeStore: () => Store | Promise<Store>,
  another: StoreTestOptions['another'],
): Promise<void> {
  const made: Store[] = []
  const make = async (store: Store | Promise<Store>) => {
    made.push(await store)
    return store
  }
  const unopened = () => make(makeStore())
  try {
    const store = await unopened()
    await openStore(store)
    await check({ store, unopened, ...(another && { another: async (one: Store) => make(another(one)) }) })
  } finally {
    for (const store of made) await store.close()
  }
}

/**
 * Tests a store by its contract: what a backend relies on, whichever store it has. `makeStore` makes an empty store, which
 * is not opened. Leases are tested in real time, by short ones.
 *
 * Without `test`, the rules run at once, one after the other. With it, they become tests, and nothing runs before the test
 * runner does so.
 *
 * @throws Error that lists each rule that the store breaks, and how.
 * @example
 * await testStore(() => createMemoryStore())
 */
export async function testStore(
  makeStore: () => Store | Promise<Store>,
  { test, another }: StoreTestOptions = {},
): Promise<void> {
  const rules = Object.entries({ ...rulesOfOne, ...(another && sharingRules) })
  if (test) {
    for (const [title, rule] of rules) test(title, () => keepRule(rule, makeStore, another))
    return
  }
  const failures: string[] = []
  for (const [title, rule] of rules) {
    await keepRule(rule, makeStore, another).catch((error: unknown) => {
      failures.push(`- ${title}: ${error instanceof Error ? error.message : String(error)}`)
    })
  }
  if (failures.length > 0) {
    throw new Error(`The store breaks ${failures.length} of ${rules.length} rules.\n${failures.join('\n')}`)
  }
}
