import type { DedupeStore } from '../receiving/dedupe'
import { type DedupeRule, dedupeRules } from './dedupe-rules'

/** Options of `testDedupeStore`. */
export interface DedupeStoreTestOptions {
  /** The `test` of a test runner, such as that of vitest, Jest or `node:test`: each rule becomes a test of its own. */
  test?: ((title: string, body: () => Promise<void>) => unknown) | undefined
  /** Whether each store that is made sees the same deliveries, as those of two processes do. Owner and rival then have a store each. */
  shared?: boolean | undefined
  /** Moves the clock of the stores forward by `ms` milliseconds. Unless given, the rules wait for leases in real time, about 8 s in all. */
  advance?: ((ms: number) => unknown) | undefined
}

// Stores may round a time up to whole seconds.
const slack = 1000
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function keepRule(
  check: DedupeRule,
  makeStore: () => DedupeStore | Promise<DedupeStore>,
  { shared, advance = sleep }: DedupeStoreTestOptions,
): Promise<void> {
  const mine = await makeStore()
  const theirs = shared ? await makeStore() : mine
  const scope = `test-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`
  await check({
    ...{ mine, theirs, scope, delivery: [scope, 'id'] },
    short: 1000,
    medium: 5000,
    long: 600_000,
    pass: async (ms) => void (await advance(ms + slack)),
  })
}

/**
 * Tests a dedupe store by its contract: the rules by which a receiver handles each delivery once. The rules use scopes that nobody else
 * has, so the storage may hold other deliveries; what they write stays there for up to ten minutes of retention.
 *
 * Without `test`, the rules run at once. With it, they become tests, and nothing runs before the test runner does so.
 *
 * @throws Error that lists each rule that the store breaks, and how.
 * @example
 * await testDedupeStore(() => createMemoryStore())
 */
export async function testDedupeStore(
  makeStore: () => DedupeStore | Promise<DedupeStore>,
  options: DedupeStoreTestOptions = {},
): Promise<void> {
  const { test } = options
  const rules = Object.entries(dedupeRules)
  if (test) {
    for (const [title, rule] of rules) test(title, () => keepRule(rule, makeStore, options))
    return
  }
  const failures: string[] = []
  const run = ([title, rule]: [string, DedupeRule]) =>
    keepRule(rule, makeStore, options).catch((error: unknown) => {
      failures.push(`- ${title}: ${error instanceof Error ? error.message : String(error)}`)
    })
  // Rules that wait for real may wait together. Those that move one clock would move it for each other.
  if (options.advance) for (const rule of rules) await run(rule)
  else await Promise.all(rules.map(run))
  if (failures.length) {
    throw new Error(`The store breaks ${failures.length} of ${rules.length} rules.\n${failures.join('\n')}`)
  }
}
