import type { Inbox } from './inbox'

/**
 * Takes deliveries for the suite. `createInProcessReceiver` and `listenForDeliveries` make one.
 *
 * @example
 * const receiver: Receiver = createInProcessReceiver()
 */
export interface Receiver {
  /** HTTPS URL below which each webhook gets a path of its own. */
  readonly baseUrl: string
  readonly inbox: Inbox
  /** PEM of the authority that vouches for its certificate: the service under test has to trust it. */
  readonly ca?: string
  /** Why deliveries may fail on their way, where signs of it were seen. */
  trouble?(): string | undefined
  /** Throws where requests to `baseUrl` do not arrive here. */
  preflight?(): Promise<void>
  close(): Promise<void>
}
