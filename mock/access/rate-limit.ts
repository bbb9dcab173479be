/** Counts requests against a rate. A limiter that several processes share may answer asynchronously. */
export interface RateLimiter {
  /** Counts one request of `key` at `now`. Returns 0 when the request may pass, else the milliseconds until one may. */
  take(key: string, now: number): number | Promise<number>
  reset(): void
}

interface Bucket {
  tokens: number
  at: number
}

// Beyond this number full buckets are dropped: after a second without a request a bucket is full, as a new one would be.
const bucketsKept = 10_000

/**
 * Makes a rate limiter with one token bucket for each key. A bucket holds the tokens of one second.
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
      // Rounding may leave the sum of ten tenths slightly below one token.
      if (bucket.tokens < 1 - 1e-9) return ((1 - bucket.tokens) / rate) * 1_000
      bucket.tokens = Math.max(0, bucket.tokens - 1)
      return 0
    },
    reset: () => buckets.clear(),
  }
}
