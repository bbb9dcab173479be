import { isRefusal, isSuccess } from '../expect'
import type { Answer, Context } from '../../engine/check'

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

/** The sizes from which a search for the largest size that the service takes begins. */
interface Bounds {
  /** A size that is taken, and one that is refused: none is known unless given. */
  taken: number
  refused?: number
  usual?: readonly number[]
  /** Requests between two usual sizes at most. Any number unless given. */
  mostRequests?: number
}

/**
 * Finds the largest size that is taken, among the usual ones first: the lengths of texts unless given. `refused` is infinite
 * where none was refused. `undefined` where an answer neither takes nor refuses.
 */
export async function largestTaken(
  { taken, refused = Infinity, usual = usualLengths, mostRequests = Infinity }: Bounds,
  attempt: (size: number) => Promise<boolean | undefined>,
): Promise<{ taken: number; refused: number } | undefined> {
  let [low, high] = [taken, refused]
  const tries = async (size: number) => {
    const isTaken = await attempt(size)
    if (isTaken === true) low = size
    if (isTaken === false) high = size
    return isTaken !== undefined
  }
  for (;;) {
    const between = usual.filter((size) => size > low && size < high)
    const middle = between[Math.floor(between.length / 2)]
    if (middle === undefined) break
    if (!(await tries(middle))) return undefined
  }
  // The largest usual size is the limit where one more is refused.
  if (high > low + 1 && high < Infinity && !(await tries(low + 1))) return undefined
  for (let requests = 0; high > low + 1 && high < Infinity && requests < mostRequests; requests += 1) {
    if (!(await tries(Math.floor((low + high) / 2)))) return undefined
  }
  return { taken: low, refused: high }
}

/**
 * Observes the length of the longest text that is taken, from `shortest` on: null where the text of `refused` characters, which `long`
 * answers, is taken, or where not the length is refused but the size of the request. `attempt` sends a text of `written` characters in
 * a request that is as large as one with a text of `length` characters.
 */
export async function observeLongest(
  context: Context,
  field: 'maxTypeLength' | 'maxDescriptionLength',
  long: Answer,
  { shortest, refused }: { shortest: number; refused: number },
  attempt: (length: number, written: number) => Promise<Answer>,
): Promise<void> {
  if (isSuccess(long)) context.observe(field, null)
  if (!isRefusal(long)) return
  const found = await largestTaken({ taken: shortest - 1, refused }, async (length) => {
    const answer = await attempt(length, length)
    return isSuccess(answer) || (isRefusal(answer) ? false : undefined)
  })
  if (!found) return
  context.observe(field, isRefusal(await attempt(found.taken + 1, 1)) ? null : found.taken)
}
