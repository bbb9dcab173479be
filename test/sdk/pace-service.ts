import { EventDelivery, type ClientOptions } from '@event-delivery/sdk'
import { createFakeClock, type FakeClock } from '@event-delivery/sdk/testing'
import { stored } from './client'

/** How a modelled service refuses for the rate: at a time, with the tokens of a bucket, or never. */
export interface Limiter {
  /** Milliseconds until a request would be taken. 0 where this one is. */
  take(now: number): number
}

/** A bucket that holds `burst` tokens and gains `rate` of them a second. */
export function bucket(rate: number, burst = rate): Limiter {
  let tokens = burst
  let at: number | undefined
  return {
    take(now) {
      tokens = Math.min(burst, tokens + ((now - (at ?? now)) / 1000) * rate)
      at = now
      if (tokens < 1 - 1e-9) return ((1 - tokens) / rate) * 1000
      tokens -= 1
      return 0
    },
  }
}

/** A count that begins anew with each second of the wall clock. */
export function fixedWindow(rate: number): Limiter {
  let second = -1
  let count = 0
  return {
    take(now) {
      if (Math.floor(now / 1000) !== second) count = 0
      second = Math.floor(now / 1000)
      return ++count <= rate ? 0 : (second + 1) * 1000 - now
    },
  }
}

export const unlimited: Limiter = { take: () => 0 }

/** A service behind a network, on a clock that moves by itself, and a client of it. */
export function serviceWith(limiter: Limiter, latencyMs: number, options: ClientOptions = {}) {
  const clock: FakeClock = createFakeClock({ auto: true })
  const seen = { arrivals: [] as number[], refused: 0, taken: [] as number[], underWay: 0, mostUnderWay: 0 }
  const travel = (ms: number) =>
    ms ? new Promise<void>((resolve) => clock.schedule(resolve, ms)) : Promise.resolve()
  const fetch = async () => {
    seen.mostUnderWay = Math.max(seen.mostUnderWay, ++seen.underWay)
    await travel(latencyMs / 2)
    const now = clock.monotonic()
    seen.arrivals.push(now)
    const wait = limiter.take(now)
    if (wait) seen.refused++
    else seen.taken.push(now)
    await travel(latencyMs / 2)
    seen.underWay--
    if (!wait) return Response.json(stored, { status: 201 })
    return new Response('{}', { status: 429, headers: { 'retry-after': `${Math.ceil(wait / 1000)}` } })
  }
  const client = new EventDelivery({
    apiKey: 'sk_live_1',
    baseUrl: 'https://api.events.example',
    fetch,
    clock,
    ...options,
  })
  const seconds = () => (clock.monotonic() - 1_000_000) / 1000
  return { clock, client, seen, seconds }
}
