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
 * Chance that nobody can predict, from the platform's cryptographic source. The default of the backend.
 *
 * @example
 * const secret = createRandom().bytes(32)
 */
export function createRandom(): Random {
  // Bytes are fetched a kilobyte at a time: each call of the platform's source costs more than a kilobyte does.
  const pool = new Uint8Array(1024)
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
 * Chance that repeats itself: the same seed gives the same ids, secrets and jitter. For tests alone.
 *
 * @example
 * const backend = createBackend({ random: createSeededRandom(42) })
 */
export function createSeededRandom(seed: number): Random {
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
