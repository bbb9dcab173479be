import { shortened, type RecordedRequest } from './record'
import { ofKept } from './size'

// An entry shows the first 2 KiB of an answer. Cutting them off takes longer than the rest of the recording together, so
// the whole texts are kept by reference until they are more than this. 200 pages of 100 small events fit.
const mostBytes = 2 ** 22

/** The long answers that the journal keeps whole. */
export interface HeldAnswers {
  /** Keeps the answer of a request whole for now. Returns by how many bytes older answers became shorter. */
  add(request: RecordedRequest): number
  /** Lets go of a request that the journal has dropped. */
  drop(request: RecordedRequest): void
  /** Shortens all answers. Returns by how many bytes. */
  shortenAll(): number
  clear(): void
}

/** Makes an empty set of answers. */
export function createHeldAnswers(): HeldAnswers {
  const held = new Map<RecordedRequest, number>()
  let bytes = 0

  function shorten(request: RecordedRequest, size: number): number {
    held.delete(request)
    bytes -= size
    if (typeof request.answer === 'string') request.answer = shortened(request.answer)
    return size - ofKept(request.answer)
  }

  function shortenDownTo(most: number): number {
    let freed = 0
    for (const [request, size] of held) {
      if (bytes <= most) break
      freed += shorten(request, size)
    }
    return freed
  }

  return {
    add(request) {
      const size = ofKept(request.answer)
      held.set(request, size)
      bytes += size
      return shortenDownTo(mostBytes)
    },
    drop(request) {
      bytes -= held.get(request) ?? 0
      held.delete(request)
    },
    shortenAll: () => shortenDownTo(0),
    clear() {
      held.clear()
      bytes = 0
    },
  }
}
