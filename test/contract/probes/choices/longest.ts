import { isRefusal, isSuccess } from '../expect'
import type { Answer } from '../../engine/check'

/**
 * A request as JSON text of so many bytes, with blanks behind it: where the text of a longer field is refused and this one as
 * well, the size of the request is the reason, and not the length of the field.
 */
export function paddedTo(bytes: number, body: object): string {
  const text = JSON.stringify(body)
  return text + ' '.repeat(Math.max(0, bytes - Buffer.byteLength(text)))
}

/** The lengths at which services usually end a text. */
const usualLengths = [
  32, 50, 64, 80, 100, 120, 128, 140, 150, 160, 200, 250, 255, 256, 300, 400, 500, 512, 600,
].concat([750, 800, 900, 999, 1_000, 1_023, 1_024, 1_500, 2_000])

/**
 * Finds the length of the longest text that is taken, between a length that is and one that is not, among the usual ones
 * first. `undefined` where an answer neither takes nor refuses.
 */
export async function longestAccepted(
  shortest: number,
  attempt: (length: number) => Promise<Answer>,
  refused = 1_000,
): Promise<number | undefined> {
  const lengths = usualLengths.filter((length) => length >= shortest && length < refused)
  let [low, high] = [shortest - 1, refused]
  const isTaken = async (length: number) => {
    const answer = await attempt(length)
    if (!isSuccess(answer) && !isRefusal(answer)) return undefined
    if (isSuccess(answer)) low = length
    else high = length
    return isSuccess(answer)
  }
  for (;;) {
    const between = lengths.filter((length) => length > low && length < high)
    const middle = between[Math.floor(between.length / 2)]
    if (middle === undefined) break
    if ((await isTaken(middle)) === undefined) return undefined
  }
  // The longest usual length is the limit where one more is refused.
  if (high > low + 1 && (await isTaken(low + 1)) === undefined) return undefined
  while (high > low + 1) {
    if ((await isTaken(Math.floor((low + high) / 2))) === undefined) return undefined
  }
  return low
}
