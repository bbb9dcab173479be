import type { Scope } from '../../../generated/operations'
import type { Receiver } from '../receiver/receiver'

/**
 * A scoped key and the scopes that it was given.
 *
 * @example
 * const reader: ScopedKey = { value: 'sk_live_...', scopes: ['events:read'] }
 */
export interface ScopedKey {
  /** The key itself. Reports and messages show a label in its place. */
  value: string
  /** All scopes that the key has. The rules of scopes are judged by them. */
  scopes: readonly Scope[]
}

/**
 * The keys that the suite may use. What a missing key would show is not judged.
 *
 * @example
 * const keys: Keys = { live: process.env.LIVE_KEY, test: process.env.TEST_KEY }
 */
export interface Keys {
  /** A live key with full access. */
  live?: string
  /** A test key with full access. */
  test?: string
  /** Scoped keys, by which AU-11 to AU-14 are judged. */
  scoped?: readonly ScopedKey[]
  /** A scoped key whose end has passed. */
  expired?: string
}

/**
 * The deployment to judge, and how to reach it.
 *
 * @example
 * const receiver = createInProcessReceiver()
 * const backend = createBackend({ fetch: receiver.fetch })
 * const target: Target = {
 *   baseUrl: 'https://events.test',
 *   fetch: backend.fetch,
 *   keys: { live: 'sk_live_mock', test: 'sk_test_mock' },
 *   receiver,
 *   idle: () => backend.waitForIdle(),
 * }
 */
export interface Target {
  /** The URL below which the paths begin, with `/v1`. */
  baseUrl: string
  /** Sends a request and returns the answer as it is: no retries, no redirects followed. Global `fetch` unless given. */
  fetch?: (request: Request) => Promise<Response>
  keys: Keys
  /** Takes the deliveries. Without a receiver no delivery is judged. */
  receiver?: Receiver
  /** In process: moves the deployment's clock by so many milliseconds. */
  advance?: (milliseconds: number) => unknown
  /** In process: the deployment's time, in milliseconds since the epoch. The machine's clock unless given. */
  now?: () => number
  /** In process: resolves when no delivery is under way, so that an absence need not be waited for. */
  idle?: () => Promise<unknown>
}
