import { utf8 } from './encoding'

// As a web server lingers: enough for an honest mistake, and an end for what has none.
const mostThrownAway = 64 * 1_048_576

/**
 * The bytes of a body as they arrive, or nothing when they are more than `maxBytes`. What is too much is read on, but not kept: who
 * is cut off while sending seldom gets to see the answer.
 */
export async function readChunks(
  source: AsyncIterable<Uint8Array | string>,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of source) {
    // Text, where something set an encoding.
    const bytes = typeof chunk === 'string' ? utf8(chunk) : chunk
    size += bytes.length
    if (size <= maxBytes) chunks.push(bytes)
    else if (size > maxBytes + mostThrownAway) break
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

/** The chunks of a stream. Not every runtime's streams are iterable. */
export async function* streamed(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array, void> {
  const reader = stream?.getReader()
  try {
    for (;;) {
      const step = await reader?.read()
      if (!step || step.done) return
      yield step.value
    }
  } finally {
    // Nothing to wait for: who reads no further wants no more of it.
    reader?.cancel().catch(() => {})
  }
}
