import type { Clock } from './clock'
import type { Random } from './random'

/** What an id can stand for, which is its prefix. */
export type IdKind = 'evt' | 'wh' | 'key'

/** Makes a new id, prefix included, that no other resource has. */
export type IdSource = (kind: IdKind) => string

// Crockford's base 32: no letter that can be taken for a digit.
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Ids that sort by time: ten digits of the clock's milliseconds and sixteen of chance, as a ULID has them.
 *
 * @example
 * createIds(clock, random)('evt')  // evt_01JD3Q8X5AZ7V0M2TQ4R6S8W0Y
 */
export function createIds(clock: Clock, random: Random): IdSource {
  let time = ''
  let timeOf = -1
  return (kind) => {
    const now = clock.now()
    if (now !== timeOf) {
      time = timeDigits(now)
      timeOf = now
    }
    let id = `${kind}_${time}`
    for (const byte of random.bytes(16)) id += digits[byte & 31]
    return id
  }
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
