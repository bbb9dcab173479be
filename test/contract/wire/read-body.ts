import { Allowance, inMebibytes } from './allowance'

/**
 * The most bytes of one answer, decoded. A page of a hundred events of 160 kB is smaller; all of an answer of this size may
 * be in memory as bytes, as text and as values at once.
 */
export const largestAnswer = 16 * 1024 * 1024

/**
 * Reads a body as text, so that an endless one cannot fill the memory. Throws `TooLarge` where it is longer than 16 MiB, or
 * than what is left of the allowance of all answers.
 */
export async function readBody(response: Response, signal: AbortSignal, all: Allowance): Promise<string> {
  if (!response.body) return ''
  const most = inMebibytes(largestAnswer)
  const own = new Allowance(
    largestAnswer,
    `The answer is longer than ${most}, the most that the suite reads.`,
  )
  const reader = response.body.getReader()
  const stop = () => void reader.cancel().catch(() => undefined)
  signal.addEventListener('abort', stop, { once: true })
  try {
    // They become a text only once they are complete: bytes that are given up leave no garbage among the texts.
    const chunks: Uint8Array[] = []
    for (;;) {
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (done) return new TextDecoder().decode(Buffer.concat(chunks))
      for (const allowance of [own, all]) allowance.take(value.byteLength)
      chunks.push(value)
    }
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}
