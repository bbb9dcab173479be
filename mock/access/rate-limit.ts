/** Counts requests against a rate. A deployment of many processes shares one. */
export interface RateLimiter {
  /** Takes one request of `key` at `now`. Returns the milliseconds to wait, 0 where the request may pass. */
  take(key: string, now: number): number | Promise<number>
  reset(): void
}

interface Bucket {
  tokens: number
  at: number
}

// A bucket that was left alone for a second is full, and need not be kept.
const bucketsKept = 10_000

/**
 * A token bucket per key that holds one second's worth of `rate` requests per second.
 *
 * @example
 * const wait = createRateLimiter(10).take('key_1', Date.now())
 */
export function createRateLimiter(rate: number): RateLimiter {
  const buckets = new Map<string, Bucket>()

  function dropFull(now: number) {
    for (const [key, bucket] of buckets) if (now - bucket.at >= 1_000) buckets.delete(key)
  }

  return {
    take(key, now) {
      if (rate === Infinity) return 0
      let bucket = buckets.get(key)
      if (!bucket) {
        if (buckets.size >= bucketsKept) dropFull(now)
        bucket = { tokens: rate, at: now }
        buckets.set(key, bucket)
      }
      bucket.tokens = Math.min(rate, bucket.tokens + ((now - bucket.at) / 1_000) * rate)
      bucket.at = now
      // Fractions of a token add up to a hair less than one.
      if (bucket.tokens < 1 - 1e-9) return ((1 - bucket.tokens) / rate) * 1_000
      bucket.tokens = Math.max(0, bucket.tokens - 1)
      return 0
    },
    reset: () => buckets.clear(),
  }
}
