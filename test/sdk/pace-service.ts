import { type ClientOptions, EventDelivery } from '@event-delivery/sdk'
import { createFakeClock } from '@event-delivery/sdk/testing'
import { createBackend } from '@event-delivery/mock'
import { stored } from './client'

/** Decides on one request: 0 to take it, or how many milliseconds until it would be taken. */
export type Limiter = (now: number) => number

/** A bucket that holds `burst` tokens and gains `rate` of them a second. */
export function bucket(rate: number, burst = rate): Limiter {
  let tokens = burst
  let at: number | undefined
  return (now) => {
    tokens = Math.min(burst, tokens + ((now - (at ?? now)) / 1000) * rate)
    at = now
    if (tokens < 1 - 1e-9) return ((1 - tokens) / rate) * 1000
    tokens -= 1
    return 0
  }
}

/** A count that begins anew with each second of the wall clock. */
export function fixedWindow(rate: number): Limiter {
  let second = -1
  let count = 0
  return (now) => {
    if (Math.floor(now / 1000) !== second) count = 0
    second = Math.floor(now / 1000)
    return ++count <= rate ? 0 : (second + 1) * 1000 - now
  }
}

export const unlimited: Limiter = () => 0

/** A client of a service that lies behind a network, on a clock that moves by itself. `answer` makes the answer to a request. */
function clientBehind(
  latencyMs: number,
  answer: (url: string, init: { signal?: unknown }) => Response | Promise<Response>,
  options: ClientOptions,
) {
  let busy = 0
  const clock = createFakeClock({ auto: () => busy === 0 })
  const began = clock.monotonic()
  const seen = { arrivals: [] as number[], refused: [] as number[], underWay: 0, mostUnderWay: 0 }
  const travel = () =>
    latencyMs ? new Promise<void>((resolve) => clock.schedule(resolve, latencyMs / 2)) : Promise.resolve()
  const fetch = async (url: string, init: object) => {
    seen.mostUnderWay = Math.max(seen.mostUnderWay, ++seen.underWay)
    await travel()
    seen.arrivals.push(clock.monotonic())
    busy++
    const response = await Promise.resolve(answer(url, init)).finally(() => busy--)
    if (response.status === 429) seen.refused.push(clock.monotonic())
    await travel()
    seen.underWay--
    return response
  }
  const client = new EventDelivery({
    apiKey: 'sk_live_mock',
    baseUrl: 'https://api.events.example',
    fetch,
    clock,
    ...options,
  })
  return { clock, client, seen, seconds: () => (clock.monotonic() - began) / 1000 }
}

/** A client of a modelled service. */
export function modelOf(limiter: Limiter, latencyMs: number, options: ClientOptions = {}) {
  const service = clientBehind(
    latencyMs,
    () => {
      const wait = limiter(service.clock.monotonic())
      return wait
        ? new Response('{}', { status: 429, headers: { 'retry-after': `${Math.ceil(wait / 1000)}` } })
        : Response.json(stored, { status: 201 })
    },
    options,
  )
  return service
}

/** A client of the mock, on a plan. */
export function mockOf(plan: 'free' | 'pro', latencyMs: number, options: ClientOptions = {}) {
  const service = clientBehind(
    latencyMs,
    (url, init) => backend.fetch(new Request(url, { ...init, signal: null })),
    options,
  )
  const backend = createBackend({ plan, clock: service.clock })
  return { ...service, backend }
}

/** How many of the requests were taken a second, from one moment on, in seconds after the first. */
export function takenRate({ arrivals, refused }: { arrivals: number[]; refused: number[] }, from: number) {
  const since = arrivals[0]! + from * 1000
  const taken = arrivals.filter((at) => at >= since).length - refused.filter((at) => at >= since).length
  return taken / ((arrivals.at(-1)! - since) / 1000)
}

/** The most requests that any second saw. */
export function mostInASecond(arrivals: number[]): number {
  let first = 0
  let most = 0
  arrivals.forEach((at, last) => {
    // The sums of fractions of milliseconds are not exact.
    while (arrivals[first]! <= at - 1000 + 1e-6) first++
    most = Math.max(most, last - first + 1)
  })
  return most
}
