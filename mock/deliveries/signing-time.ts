import type { Clock } from '../settings/clock'

/** The time that signatures bear: that of the machine, or that of the mock's clock. */
export type SignWith = 'real-time' | 'mock-time'

export const signingTimes: readonly SignWith[] = ['real-time', 'mock-time']

/** The property by which a `fetch` says to which URLs it sends over sockets. Another copy of this package knows it by the same name. */
const reachesSockets = Symbol.for('event-delivery.reaches-sockets')

type SocketFetch = typeof fetch & { [reachesSockets]?: (url: string) => boolean }

/**
 * Marks a `fetch` that sends deliveries over sockets, to all URLs unless `reaches` says otherwise. The receivers there verify by the
 * time of their machines, which nobody can move.
 */
export function overSockets(send: typeof fetch, reaches = (_url: string): boolean => true): typeof fetch {
  return Object.assign(send, { [reachesSockets]: reaches })
}

/** The time in milliseconds since the epoch at which a delivery to a URL is signed. */
export function createSigningTime(
  { now }: Pick<Clock, 'now'>,
  send: typeof fetch,
  signWith: SignWith | undefined,
): (url: string) => number {
  const reaches = (send as SocketFetch)[reachesSockets]
  if (signWith === 'real-time') return Date.now
  if (signWith === 'mock-time' || !reaches) return now
  return (url) => (reaches(url) ? Date.now() : now())
}
