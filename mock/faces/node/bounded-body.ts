import type { IncomingMessage } from 'node:http'

const longest = 65_536
const timeToSend = 1_000

/**
 * The beginning of the body of an answer, as a stream. All of a short body is read, whether somebody wants it or not, so that
 * the connection can be reused. A body that is longer, or that drips, ends together with its connection.
 */
export function boundedBody(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  let isWanted = true
  return new ReadableStream({
    start(controller) {
      incoming.on('data', (chunk: Buffer) => {
        if (isWanted) controller.enqueue(chunk)
      })
      incoming.on('close', () => {
        if (isWanted) controller.close()
      })
      discardBody(incoming)
    },
    cancel() {
      isWanted = false
    },
  })
}

/** Reads the body of an answer, and ends its connection where the body is too long or takes too long in all. */
export function discardBody(incoming: IncomingMessage): void {
  let size = 0
  const end = setTimeout(() => incoming.destroy(), timeToSend)
  incoming.on('close', () => clearTimeout(end))
  incoming.on('error', () => {})
  incoming.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > longest) incoming.destroy()
  })
}
