/** A `Retry-After` header, read. The interface leaves its unit and its format open. */
export interface RetryAfter {
  format: 'seconds' | 'fractional-seconds' | 'http-date' | 'other'
  milliseconds: number
}

/** Milliseconds to wait where nothing tells how long. */
const unknownWait = 1_000
/** A number from here on is a moment, counted from 1970, and no span. */
const [firstSecond, firstMillisecond] = [1e9, 1e12]

const httpDate =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/

const units = { ms: 1, s: 1_000, m: 60_000 }

/**
 * Reads `Retry-After`: seconds or a date (RFC 9110, 10.2.3), and whatever else can be read. A date is judged against the
 * answer's own `Date`. `undefined` where the header is missing, or holds no digit and so no time.
 */
export function readRetryAfter(headers: Headers, now: number): RetryAfter | undefined {
  const value = headers.get('retry-after')?.trim()
  if (value === undefined || !/\d/.test(value)) return undefined
  if (/^\d+$/.test(value) && Number(value) < firstSecond)
    return { format: 'seconds', milliseconds: Number(value) * 1000 }
  if (/^\d*[.,]\d+$/.test(value))
    return { format: 'fractional-seconds', milliseconds: Number(value.replace(',', '.')) * 1000 }
  const written = Date.parse(headers.get('date') ?? '')
  const until = (moment: number) => Math.max(0, moment - (Number.isNaN(written) ? now : written))
  if (httpDate.test(value)) return { format: 'http-date', milliseconds: until(Date.parse(value)) }
  return { format: 'other', milliseconds: readOther(value, until) }
}

function readOther(value: string, until: (moment: number) => number): number {
  if (/^\d+$/.test(value)) return until(Number(value) * (Number(value) < firstMillisecond ? 1_000 : 1))
  const [, amount, unit] = /^(?:PT)?(\d+(?:\.\d+)?) ?(ms|s|m)[a-z]*$/i.exec(value) ?? []
  if (amount !== undefined) return Number(amount) * units[(unit ?? 's').toLowerCase() as keyof typeof units]
  // The engine would make a date of a number with a sign.
  const moment = /^[A-Za-z]{3}|^\d{4}-\d\d/.test(value) ? Date.parse(value) : NaN
  return Number.isNaN(moment) ? unknownWait : until(moment)
}
