import type { Clock } from './clock'

/** The source of chance for ids, secrets and jitter. */
export interface Random {
  /** `length` random bytes. */
  bytes(length: number): Uint8Array
  /** A number from 0 up to 1, without 1 itself. */
  fraction(): number
  /** Whether it repeats itself. Two processes with such chance would make the same ids and secrets. */
  readonly repeats?: boolean
}

/**
 * The default chance of the backend. Its bytes, of which keys, ids and secrets are made, come from the platform's cryptographic source,
 * and nobody can predict them. Its fractions, for jitter and faults, come from `Math.random`.
 *
 * @example
 * const secret = createRandom().bytes(32)
 */
export function createRandom(): Random {
  // Bytes are fetched so many at a time: each call of the platform's source costs more than a kilobyte does.
  const pool = new Uint8Array(4096)
  let used = pool.length
  return {
    bytes(length) {
      if (length > pool.length) return crypto.getRandomValues(new Uint8Array(length))
      if (used + length > pool.length) {
        crypto.getRandomValues(pool)
        used = 0
      }
      used += length
      return pool.slice(used - length, used)
    },
    fraction: () => Math.random(),
  }
}

/**
 * Chance that repeats itself: the same seed gives the same ids, secrets and jitter. For tests alone. Throws a `TypeError` for a seed
 * that is no number.
 *
 * @example
 * const backend = createBackend({ random: createSeededRandom(42) })
 */
export function createSeededRandom(seed: number): Random {
  if (!Number.isFinite(seed))
    throw new TypeError(`The seed of createSeededRandom is ${String(seed)}, and must be a finite number.`)
  let state = seed >>> 0
  // The generator Mulberry32: small, and uniform enough for a test.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  return {
    bytes: (length) => Uint8Array.from({ length }, () => next() & 0xff),
    fraction: () => next() / 2 ** 32,
    repeats: true,
  }
}

/** The kind of resource that an id names. It is the prefix of the id. */
export type IdKind = 'evt' | 'wh' | 'key'

/** Makes a new unique id, prefix included. */
export type IdSource = (kind: IdKind) => string

// Crockford's base 32 leaves out the letters that can be taken for a digit.
const digitUnits = Array.from('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (digit) => digit.charCodeAt(0))
const timeDigits = 10

/**
 * Ids that sort by time. As in a ULID, ten digits hold the clock's milliseconds and sixteen are random.
 *
 * @example
 * createIds(clock, random)('evt')  // evt_01JD3Q8X5AZ7V0M2TQ4R6S8W0Y
 */
export function createIds(clock: Clock, random: Random): IdSource {
  return idSource(random, 16, clock)
}

/** Ids that say nothing of time. Resources that are listed by their ids have these. */
export function createUnorderedIds(random: Random): IdSource {
  return idSource(random, 26)
}

/** Ids of the kind, ten digits of the time where there is a clock, and so many random digits. */
function idSource(random: Random, randomDigits: number, clock?: Clock): IdSource {
  // The code units of the last id. An id is made of them in one step: texts that are put together and made flat take 0.3 µs more.
  const units: number[] = []
  let lastKind: IdKind | undefined
  let lastTime = -1
  let begun = 0
  return (kind) => {
    const time = clock ? clock.now() : 0
    // Ids of one kind and one millisecond begin alike.
    if (kind !== lastKind || time !== lastTime) {
      lastKind = kind
      lastTime = time
      units.length = 0
      for (const letter of `${kind}_`) units.push(letter.charCodeAt(0))
      if (clock)
        for (let place = timeDigits - 1; place >= 0; place--)
          units.push(digitUnits[Math.floor(Math.max(0, time) / 32 ** place) % 32] as number)
      begun = units.length
    }
    const bytes = random.bytes(randomDigits)
    // An iterator over the bytes takes 0.2 µs more.
    for (let index = 0; index < randomDigits; index++)
      units[begun + index] = digitUnits[(bytes[index] as number) & 31] as number
    return String.fromCharCode(...units)
  }
}
