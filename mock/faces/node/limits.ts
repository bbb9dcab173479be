/** How much of a server one client may take, and for how long. Times are in milliseconds. */
export interface ServerLimits {
  /** How many connections there are at once. */
  connections: number
  /** How long the headers of a request may take, and the handshake of TLS. A connection that says nothing ends then. */
  headers: number
  /** How long a request may take, its body included. */
  request: number
  /** How long the client may take to read an answer that is not streamed. */
  answer: number
  /** How many bytes of answers wait in memory for all slow readers together. The oldest answers give way. */
  unread: number
  /** How long the client of a stream may leave a part of it unread. */
  stall: number
  /** How often the times of requests are looked at. */
  sweep: number
}

// These limits keep a slow or greedy client from locking out the others. Patient clients on slow networks stay within them.
export const defaultLimits: ServerLimits = {
  connections: 2_000,
  headers: 5_000,
  request: 30_000,
  answer: 30_000,
  unread: 2 ** 29,
  stall: 10_000,
  sweep: 1_000,
}
