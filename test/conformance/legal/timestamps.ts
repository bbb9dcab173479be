import type { Choices } from './dimensions'

const day = 86_400_000

const two = (value: number) => String(value).padStart(2, '0')

/** The week date of ISO 8601, such as `2026-W47-7`. */
function weekDate(time: number): string {
  const date = new Date(time)
  const weekday = date.getUTCDay() || 7
  // A week belongs to the year in which its Thursday lies.
  const thursday = new Date(time + (4 - weekday) * day)
  const year = thursday.getUTCFullYear()
  const week = 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * day))
  return `${year}-W${two(week)}-${weekday}`
}

/** The ordinal date of ISO 8601, such as `2026-326`. */
function ordinalDate(time: number): string {
  const year = new Date(time).getUTCFullYear()
  const days = 1 + Math.floor((time - Date.UTC(year, 0, 1)) / day)
  return `${year}-${String(days).padStart(3, '0')}`
}

const forms: Record<Choices['timestamps'], (iso: string, time: number) => string> = {
  milliseconds: (iso) => iso,
  seconds: (iso) => iso.replace(/\.\d+/, ''),
  microseconds: (iso) => iso.replace('Z', '042Z'),
  nanoseconds: (iso) => iso.replace('Z', '042017Z'),
  offset: (iso) => iso.replace('Z', '+00:00'),
  basic: (iso) => iso.replace(/\.\d+/, '').replaceAll(/[-:]/g, ''),
  comma: (iso) => iso.replace('.', ','),
  week: (iso, time) => `${weekDate(time)}T${iso.slice(11)}`,
  ordinal: (iso, time) => `${ordinalDate(time)}T${iso.slice(11)}`,
  'without-zeros': (iso) => iso.replace(/\.?0*Z$/, 'Z'),
  'fraction-unless-zero': (iso) =>
    iso.replace(/(\.\d{3})?Z$/, (end) => (end.includes('.000') ? '+00:00' : `${end.slice(0, -1)}000+00:00`)),
}

/** A time in UTC by ISO 8601, in one of the forms that it has. */
export function timestamp(time: number, form: Choices['timestamps']): string {
  return forms[form](new Date(time).toISOString(), time)
}
