const httpDates = /^[A-Z].+:\d\d( GMT| \d{4})$/

/**
 * An HTTP date in milliseconds since the epoch, or `NaN` for any other text. The two obsolete forms of RFC 9110, 5.6.7, are dates too; the
 * asctime form does not name its time zone, which is GMT.
 */
const httpDate = (text: string) =>
  httpDates.test(text) ? Date.parse(text.replace(' GMT', '') + ' GMT') : NaN

/**
 * How long the service asks to wait, in seconds. A date is judged against the answer's own `Date`, since the clocks of the two sides
 * differ. A number may have a fraction, which RFC 9110, 10.2.3 does not foresee and services send. Of several numbers, as where a gateway
 * added its own, the largest counts. Any other value says nothing. What is longer than 31 years counts as 1e9 seconds, so that dates can be
 * reckoned with it.
 */
export function retryAfter(headers: Headers, now: number): number | undefined {
  // Some kinds of `fetch` leave the blanks behind a value.
  const value = `${headers.get('retry-after')}`.trim()
  const wait = /^(\d[\d., ]*)?\d$/.test(value)
    ? Math.max(...value.split(',').map(Number))
    : Math.max(0, httpDate(value) - (httpDate(`${headers.get('date')}`) || now)) / 1000
  return wait >= 0 ? Math.min(wait, 1e9) : undefined
}
