import type { IncomingMessage } from 'node:http'

/** The bodies of requests that are in memory in part, because their end has not come yet. */
export interface ArrivingBodies {
  /** Counts a chunk of the body of a request. */
  add(incoming: IncomingMessage, bytes: number): void
  /** Counts the body of a request no more, because it is whole or nobody wants it. */
  forget(incoming: IncomingMessage): void
}

/**
 * Closes the connections of the requests that began first while more than `bound` bytes of bodies are in memory. Clients that
 * begin a body and do not end it cannot keep the others out.
 */
export function createArrivingBodies(bound: number): ArrivingBodies {
  // In the order in which their first bytes came.
  const sizes = new Map<IncomingMessage, number>()
  let sum = 0

  function forget(incoming: IncomingMessage) {
    sum -= sizes.get(incoming) ?? 0
    sizes.delete(incoming)
  }

  return {
    add(incoming, bytes) {
      sizes.set(incoming, (sizes.get(incoming) ?? 0) + bytes)
      sum += bytes
      for (const [oldest] of sizes) {
        if (sum <= bound || sizes.size === 1) break
        forget(oldest)
        oldest.destroy()
      }
    },
    forget,
  }
}
