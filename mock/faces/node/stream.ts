import type { ServerResponse } from 'node:http'

/**
 * Sends a stream as fast as the client reads. A client that leaves a part of it unread for `stall` milliseconds loses its
 * connection.
 */
export async function sendStream(
  outgoing: ServerResponse,
  body: ReadableStream<Uint8Array>,
  stall: number,
): Promise<void> {
  const reader = body.getReader()
  // Either side may end first: the client leaves, or the journal is closed.
  outgoing.on('close', () => void reader.cancel().catch(() => {}))
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (outgoing.destroyed) return
      if (done) break
      if (!outgoing.write(value)) await drained(outgoing, stall)
    }
    const end = setTimeout(() => outgoing.destroy(), stall)
    outgoing.on('close', () => clearTimeout(end))
    outgoing.end()
  } catch {
    outgoing.destroy()
  }
}

function drained(outgoing: ServerResponse, stall: number): Promise<void> {
  return new Promise((resolve) => {
    const end = setTimeout(() => outgoing.destroy(), stall)
    const settle = () => {
      clearTimeout(end)
      outgoing.off('drain', settle)
      outgoing.off('close', settle)
      resolve()
    }
    outgoing.on('drain', settle)
    outgoing.on('close', settle)
  })
}
