interface Bucket {
  tokens: number
  at: number
}

// Beyond this number full buckets are dropped: after a second without a request a bucket is full, as a new one would be.
const bucketsKept = 10_000

/** Counts the requests of keys, each with a token bucket of its own that holds the tokens of one second. */
export class RateLimiter {
  readonly #buckets = new Map<string, Bucket>()

  /** Counts one request of `key` at `now`. Returns 0 when the request may pass, else the milliseconds until one may. */
  take(key: string, now: number, rate: number): number {
    const bucket = this.#bucketOf(key, now, rate)
    bucket.tokens = Math.min(rate, bucket.tokens + ((now - bucket.at) / 1_000) * rate)
    bucket.at = now
    // Rounding may leave the sum of ten tenths slightly below one token.
    if (bucket.tokens < 1 - 1e-9) return ((1 - bucket.tokens) / rate) * 1_000
    bucket.tokens = Math.max(0, bucket.tokens - 1)
    return 0
  }

  reset(): void {
    this.#buckets.clear()
  }

  #bucketOf(key: string, now: number, rate: number): Bucket {
    const known = this.#buckets.get(key)
    if (known) return known
    if (this.#buckets.size >= bucketsKept) this.#dropFull(now)
    const bucket = { tokens: rate, at: now }
    this.#buckets.set(key, bucket)
    return bucket
  }

  #dropFull(now: number): void {
    for (const [key, { at }] of this.#buckets) if (now - at >= 1_000) this.#buckets.delete(key)
  }
}
