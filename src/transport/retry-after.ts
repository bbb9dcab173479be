/**
 * How long the service asks to wait, in milliseconds. A date is judged against the answer's own `Date`, since the clocks of the
 * two sides differ. What is neither digits nor an HTTP date says nothing (RFC 9110, 10.2.3).
 */
export function retryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after') ?? ''
  if (/^\d+$/.test(value)) return +value * 1000
  if (!value.endsWith('GMT')) return undefined
  const wait = Date.parse(value) - (Date.parse(headers.get('date') ?? '') || now)
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}
