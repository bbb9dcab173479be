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
  /** Keeps what has arrived. Checks read it. */
  readonly inbox: Inbox
  /** The authority that signed the receiver's certificate, in PEM. The service under test has to trust it. */
  readonly ca?: string
  /** Why deliveries may fail on their way; `undefined` where nothing points to that. */
  trouble?(): string | undefined
  /** Throws where requests to `baseUrl` do not arrive here. */
  preflight?(): Promise<void>
  /** Ends the receiver. A run does not call it: whoever made the receiver does. */
  close(): Promise<void>
}
