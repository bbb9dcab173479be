const httpDates = /^[A-Z].+:\d\d( GMT| \d{4})$/

/**
 * An HTTP date in milliseconds since the epoch, or `NaN` for any other text. The two obsolete forms of RFC 9110, 5.6.7, are dates too; the
 * asctime form does not name its time zone, which is GMT.
 */
const httpDate = (text: string) =>
  httpDates.test(text) ? Date.parse(text.replace(' GMT', '') + ' GMT') : NaN

/**
 * How long the service asks to wait, in seconds. A date is judged against the answer's own `Date`, since the clocks of the two sides
 * differ. A number may have a fraction, which RFC 9110, 10.2.3 does not foresee and services send. Any other value says nothing.
 */
export function retryAfter(headers: Headers, now: number): number | undefined {
  const read = (name: string) => headers.get(name) ?? ''
  const value = read('retry-after')
  if (/^\d+(\.\d+)?$/.test(value)) return +value
  const wait = Math.max(0, httpDate(value) - (httpDate(read('date')) || now)) / 1000
  return wait >= 0 ? wait : undefined
}
