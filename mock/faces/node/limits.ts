/** How much of a server one client may take, and for how long. Times are in milliseconds. */
export interface ServerLimits {
  /** How many connections there are at once. */
  connections: number
  /** How long the headers of a request may take, and the handshake of TLS. A connection that says nothing ends then. */
  headers: number
  /** How long a request may take, its body included. */
  request: number
  /** How long a connection may be idle between two requests. */
  idle: number
  /** How long the client may take to read an answer that is not streamed. */
  answer: number
  /**
   * How many bytes of answers wait in memory for all slow readers together, at most, and no more than a quarter of the
   * backend's memory. The oldest answers give way.
   */
  unread: number
  /** How many bytes of unfinished request bodies there are in memory, bounded as `unread` is. The oldest requests give way. */
  arriving: number
  /** How long the client of a stream may leave a part of it unread. */
  stall: number
  /** How often the times of requests are looked at. */
  sweep: number
}

/** The limits that hold wherever the mock's handler is, in a server of this package or in another one. */
export type HandlerLimits = Pick<ServerLimits, 'answer' | 'stall' | 'unread' | 'arriving'>

// These limits keep a slow or greedy client from locking out the others. Patient clients on slow networks stay within them.
export const defaultLimits: ServerLimits = {
  connections: 2_000,
  headers: 5_000,
  request: 30_000,
  // Longer than clients and proxies keep an idle connection, most of them for a minute: a request that meets the end of its connection fails.
  idle: 75_000,
  answer: 30_000,
  unread: 2 ** 27,
  arriving: 2 ** 27,
  stall: 10_000,
  sweep: 1_000,
}

// A long page, or the bodies of some dozens of requests, always fit.
const leastBuffer = 2 ** 24

/**
 * The limits of a server whose backend keeps at most `maxMemory` bytes of data: its buffers stay in proportion, so that
 * the bound of the data is one of the process, too.
 */
export function limitsWithin(limits: HandlerLimits, maxMemory: number = Infinity): HandlerLimits {
  const share = Math.max(leastBuffer, maxMemory / 4)
  return { ...limits, unread: Math.min(limits.unread, share), arriving: Math.min(limits.arriving, share) }
}
