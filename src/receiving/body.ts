import { utf8 } from './encoding'

// A body without an end must be left at some point. This much is more than an honest sender sends by mistake.
const maxDiscarded = 64 * 1_048_576

/**
 * The bytes of a body, or `undefined` when they are more than `maxBytes`. The rest of a large body is read too, but not kept: a sender
 * that is cut off while it sends seldom gets to see the answer.
 */
export async function readChunks(
  source: AsyncIterable<Uint8Array | string>,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of source) {
    // A Node stream for which somebody set an encoding gives text.
    const bytes = typeof chunk === 'string' ? utf8(chunk) : chunk
    size += bytes.length
    if (size <= maxBytes) chunks.push(bytes)
    else if (size > maxBytes + maxDiscarded) break
  }
  if (size > maxBytes) return undefined
  const body = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    body.set(chunk, at)
    at += chunk.length
  }
  return body
}

/** The chunks of a stream, for runtimes whose streams cannot be iterated. */
export async function* streamed(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array, void> {
  const reader = stream?.getReader()
  try {
    for (;;) {
      const step = await reader?.read()
      if (!step || step.done) return
      yield step.value
    }
  } finally {
    // Not awaited, and its failure does not matter: nothing more is read from the stream.
    reader?.cancel().catch(() => {})
  }
}
