import type { ReceiverAnswer } from './attempt'

/** How many bytes of a receiver's answer an attempt keeps. */
export const longestAnswer = 16_384

// Milliseconds of real time for which an attempt waits for the rest of an answer. Its status is known by then.
const patience = 1_000

/** Reads the beginning of a receiver's answer. A body that does not end within a second is left where it is. */
export async function readAnswer(response: Response, signal: AbortSignal): Promise<ReceiverAnswer> {
  const { status, headers } = response
  return { status, headers: Object.fromEntries(headers), body: await beginningOf(response, signal) }
}

async function beginningOf({ body }: Response, signal: AbortSignal): Promise<string> {
  if (body === null) return ''
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let left = longestAnswer
  const end = () => void reader.cancel().catch(() => {})
  const timer = setTimeout(end, patience)
  signal.addEventListener('abort', end, { once: true })
  try {
    while (left > 0) {
      // A cancelled reader is done at once, also where the receiver sends no more.
      const { done, value } = await reader.read()
      if (done) break
      text += decoder.decode(value.subarray(0, left), { stream: true })
      left -= value.byteLength
    }
  } catch {
    // The receiver broke its answer off. What came of it is kept.
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    end()
  }
  return text + decoder.decode()
}
