import type { CompleteDialect } from '../../generated/dialect'
import { flatText } from './memory'

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

/** Writes a time as the dialect has it (OQ-37). */
export type TimestampWriter = (time: number) => string

const finer: Record<CompleteDialect['timestamps']['precision'], string> = {
  seconds: '',
  milliseconds: '',
  microseconds: '000',
  nanoseconds: '000000',
}

/**
 * The writer of a dialect. A time has whole milliseconds, so finer digits are zeros. Events of one millisecond share one text,
 * which is written, and kept in memory, once.
 */
export function timestampWriter({ precision, suffix }: CompleteDialect['timestamps']): TimestampWriter {
  const end = finer[precision] + suffix
  const length = precision === 'seconds' ? 19 : 23
  let lastTime: number | undefined
  let lastText = ''
  return (time) => {
    if (time !== lastTime) {
      lastText = flatText(new Date(time).toISOString().slice(0, length) + end)
      lastTime = time
    }
    return lastText
  }
}

/** A time in the form of a sample: Unix seconds or milliseconds, an HTTP-date, or ISO 8601 with as many digits. */
export function formatLike(sample: string | number | boolean, time: number): string | number {
  if (typeof sample !== 'string') return Number(sample) > 1e11 ? time : Math.floor(time / 1_000)
  if (/^\d+$/.test(sample)) return String(formatLike(Number(sample), time))
  const iso = /^\d{4}-\d\d-\d\d(\D)\d\d:\d\d:\d\d(?:\.(\d+))?(.*)$/.exec(sample)
  if (!iso) return new Date(time).toUTCString()
  const [, between = 'T', digits = '', end = ''] = iso
  const written = new Date(time).toISOString()
  const fraction =
    digits === '' ? '' : `.${written.slice(20, 23).padEnd(digits.length, '0').slice(0, digits.length)}`
  return written.slice(0, 10) + between + written.slice(11, 19) + fraction + (/\d/.test(end) ? '+00:00' : end)
}
