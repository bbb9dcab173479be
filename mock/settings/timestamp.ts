/**
 * Milliseconds since the epoch of a timestamp that fits the document's schema, `NaN` when no such moment exists.
 * `Date.parse` does not read all forms of ISO 8601 that the schema admits.
 */
export function parseTimestamp(written: string): number {
  const parts = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?:Z|\+00(?::?00)?)$/.exec(
    written,
  )
  if (!parts) return NaN
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map((part) => Number(part ?? 0))
  const fraction = parts[7] === undefined ? 0 : Number(`0.${parts[7]}`)
  const date = Date.UTC(year!, month! - 1, day, hour, minute, second) + Math.floor(fraction * 1_000)
  // `Date.UTC` turns 31 February into a day in March: such a date is refused.
  return new Date(Date.UTC(year!, month! - 1, day)).getUTCDate() === day ? date : NaN
}
