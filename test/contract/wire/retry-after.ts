/** A `Retry-After` header, read. */
export interface RetryAfter {
  format: 'seconds' | 'http-date'
  milliseconds: number
}

const httpDate =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/

/**
 * Reads `Retry-After` (RFC 9110, 10.2.3): whole seconds, or a date, which is judged against the answer's own `Date`.
 * `undefined` where it is neither.
 */
export function readRetryAfter(headers: Headers, now: number): RetryAfter | undefined {
  const value = headers.get('retry-after')?.trim()
  if (value === undefined) return undefined
  if (/^\d+$/.test(value)) return { format: 'seconds', milliseconds: Number(value) * 1000 }
  if (!httpDate.test(value)) return undefined
  const date = Date.parse(headers.get('date') ?? '')
  return {
    format: 'http-date',
    milliseconds: Math.max(0, Date.parse(value) - (Number.isNaN(date) ? now : date)),
  }
}
