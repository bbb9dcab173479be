import { Refusal } from './refusal'
import type { Choices } from './dimensions'

const second = 1_000

/** Requests per second that each kind of limit permits, and how it counts them. */
const limits: Record<
  Choices['rateLimit'],
  { perSecond: number; counts: 'bucket' | 'window'; atOnce?: number } | undefined
> = {
  none: undefined,
  'bucket-10': { perSecond: 10, counts: 'bucket' },
  'window-10': { perSecond: 10, counts: 'window' },
  'bucket-100': { perSecond: 100, counts: 'bucket' },
  'shared-10': { perSecond: 10, counts: 'bucket' },
  'bursts-of-40': { perSecond: 10, counts: 'bucket', atOnce: 40 },
}

/** The plan whose rate a service permits, in requests per second. */
export function planOf({ rateLimit }: Choices): number | undefined {
  return limits[rateLimit]?.perSecond
}

interface Count {
  left: number
  at: number
}

/** Refuses the requests of a key that come faster than the plan permits. */
export class RateLimit {
  readonly #counts = new Map<string, Count>()

  constructor(
    private readonly choices: Choices,
    /** How much the service's clock is ahead of the time. */
    private readonly skew: number,
  ) {}

  /** Counts a request at this time. */
  take(key: string, now: number): void {
    const limit = limits[this.choices.rateLimit]
    if (!limit) return
    const { perSecond, counts, atOnce = perSecond } = limit
    const counted = this.choices.rateLimit === 'shared-10' ? 'all keys of the account' : key
    const count = this.#counts.get(counted) ?? { left: atOnce, at: now }
    if (counts === 'bucket') {
      count.left = Math.min(atOnce, count.left + ((now - count.at) / second) * perSecond)
      count.at = now
    } else if (now - count.at >= second) {
      Object.assign(count, { left: perSecond, at: now })
    }
    this.#counts.set(counted, count)
    if (count.left < 1) {
      const wait = counts === 'bucket' ? ((1 - count.left) / perSecond) * second : count.at + second - now
      throw new Refusal(429, undefined, { headers: { 'Retry-After': this.#retryAfter(wait, now) } })
    }
    count.left -= 1
  }

  #retryAfter(milliseconds: number, now: number): string {
    const whole = Math.max(1, Math.ceil(milliseconds / second))
    const later = new Date(now + this.skew + second * (whole + 1))
    const forms: Record<Choices['retryAfter'], () => string> = {
      seconds: () => String(whole),
      'http-date': () => later.toUTCString(),
      fraction: () => Math.max(0.001, milliseconds / second).toFixed(3),
      'iso-date': () => later.toISOString(),
      'with-unit': () => `${whole}s`,
      milliseconds: () => String(Math.ceil(milliseconds)),
      'rounded-down': () => String(Math.floor(milliseconds / second)),
      'unix-time': () => String(Math.ceil((now + this.skew + milliseconds) / second)),
    }
    return forms[this.choices.retryAfter]()
  }
}
