import type { IncomingMessage } from 'node:http'
import type { BodyReader } from '../../http/request-body'

/**
 * Reads the body from Node's own stream, because a web stream on top would cost more than the rest of the request. Where `arriving` is
 * given, it counts the body until the body is whole, or longer than its handler wants.
 */
export function nodeBodyReader(incoming: IncomingMessage, arriving?: ArrivingBodies): BodyReader {
  return (limit, seen) => {
    const { complete, readableLength, headers } = incoming
    if (complete || readableLength === Number(headers['content-length'])) {
      // All of it is in memory: to take it out costs less than to listen to the stream.
      const whole = (incoming.read() as Buffer | null) ?? Buffer.alloc(0)
      // The parser has still to say that this was the end.
      if (!complete) incoming.resume()
      seen?.(whole)
      return whole.length > limit ? null : whole
    }
    return new Promise((resolve, reject) => {
      let chunks: Buffer[] = []
      let size = 0
      const take = (chunk: Buffer) => {
        seen?.(chunk)
        size += chunk.length
        if (size <= limit) {
          chunks.push(chunk)
          // Most bodies are whole when their first bytes are read.
          if (!incoming.complete) arriving?.add(incoming, chunk.length)
          return
        }
        chunks = []
        arriving?.forget(incoming)
        resolve(null)
      }
      const end = () => {
        arriving?.forget(incoming)
        resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks))
      }
      const breakOff = () => {
        arriving?.forget(incoming)
        // Making an error is expensive, so it is made only when the body is incomplete.
        if (!incoming.complete) reject(new Error('The connection was closed.'))
      }
      if (incoming.destroyed) {
        // A client that has left already is heard of no more, but what it sent is still there.
        for (let chunk; (chunk = incoming.read() as Buffer | null);) take(chunk)
        breakOff()
        return
      }
      incoming.on('data', take)
      incoming.on('end', end)
      incoming.on('error', reject)
      incoming.on('close', breakOff)
    })
  }
}

/** The first bytes of a body, at most `limit`, once it has ended or its connection is closed. What follows is thrown away. */
export function firstBytes(incoming: IncomingMessage, limit: number): Promise<Uint8Array> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let missing = limit
    incoming.on('data', (chunk: Buffer) => {
      if (missing > 0) chunks.push(chunk.subarray(0, missing))
      missing -= chunk.length
    })
    const end = () => resolve(Buffer.concat(chunks))
    incoming.on('end', end)
    incoming.on('error', end)
    incoming.on('close', end)
  })
}

/** Whether a request comes with a body that something before the mock has read already. */
export function isBodyGone({ headers, readableDidRead }: IncomingMessage): boolean {
  if (!readableDidRead) return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

type ArrivingBodies = ReturnType<typeof createArrivingBodies>

/**
 * Closes the connections of the requests that began first while more than `bound` bytes of bodies are in memory whose end has not
 * come yet. Clients that begin a body and do not end it cannot keep the others out.
 */
export function createArrivingBodies(bound: number) {
  // In the order in which their first bytes came.
  const sizes = new Map<IncomingMessage, number>()
  let sum = 0

  /** Counts the body of a request no more, because it is whole or nobody wants it. */
  function forget(incoming: IncomingMessage) {
    sum -= sizes.get(incoming) ?? 0
    sizes.delete(incoming)
  }

  return {
    /** Counts a chunk of the body of a request. */
    add(incoming: IncomingMessage, bytes: number) {
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
