import type { Clock } from './clock'
import type { Random } from './random'
import { flatText } from './text-bytes'

/** The kind of resource that an id names. It is the prefix of the id. */
export type IdKind = 'evt' | 'wh' | 'key'

/** Makes a new unique id, prefix included. */
export type IdSource = (kind: IdKind) => string

// Crockford's base 32 leaves out the letters that can be taken for a digit.
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Ids that sort by time. As in a ULID, ten digits hold the clock's milliseconds and sixteen are random.
 *
 * @example
 * createIds(clock, random)('evt')  // evt_01JD3Q8X5AZ7V0M2TQ4R6S8W0Y
 */
export function createIds(clock: Clock, random: Random): IdSource {
  let time = ''
  let timeWritten = -1
  return (kind) => {
    const now = clock.now()
    if (now !== timeWritten) {
      time = timeDigits(now)
      timeWritten = now
    }
    return flatText(`${kind}_${time}${randomDigits(random, 16)}`)
  }
}

/** Ids that say nothing of time. Resources that are listed by their ids have these. */
export function createUnorderedIds(random: Random): IdSource {
  return (kind) => flatText(`${kind}_${randomDigits(random, 26)}`)
}

function randomDigits(random: Random, length: number): string {
  let written = ''
  for (const byte of random.bytes(length)) written += digits[byte & 31]
  return written
}

function timeDigits(time: number): string {
  let rest = Math.max(0, Math.floor(time))
  let written = ''
  for (let place = 0; place < 10; place++) {
    written = digits.charAt(rest % 32) + written
    rest = Math.floor(rest / 32)
  }
  return written
}
