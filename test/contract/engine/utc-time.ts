const hour = 3_600_000
const day = 24 * hour

/** A calendar date, a week date or a day of the year (ISO 8601, 4.1), in the extended or in the basic format. */
const calendarDate = /^(\d{4})(-?)(\d\d)\2(\d\d)$/
const weekDate = /^(\d{4})(-?)W(\d\d)\2([1-7])$/
const dayOfYear = /^(\d{4})-?(\d{3})$/
/** A time of day, whose least part may have a fraction, and the offset of UTC. */
const timeOfDay = /^(\d\d)(?:(:?)(\d\d)(?:\2(\d\d))?)?(?:[.,](\d+))?(?:Z|\+00(?::?00)?)$/

/** A moment in UTC that a text names. */
export interface UtcTime {
  /** Since the epoch. */
  milliseconds: number
  /** The span of the least digit, in milliseconds: 1,000 where the text names seconds. */
  precision: number
}

/** Reads a moment in UTC in any form of ISO 8601; `undefined` where a text is none. */
export function readUtcTime(text: unknown): UtcTime | undefined {
  const [, datePart = '', timePart = ''] = typeof text === 'string' ? (/^([^T]+)T(.+)$/.exec(text) ?? []) : []
  const date = readDate(datePart)
  const time = readTime(timePart)
  return date === undefined || !time
    ? undefined
    : { milliseconds: date + time.milliseconds, precision: time.precision }
}

function readDate(text: string): number | undefined {
  const [, year, , month, dayOfMonth] = calendarDate.exec(text) ?? []
  if (year !== undefined) {
    const date = Date.UTC(Number(year), Number(month) - 1, Number(dayOfMonth))
    const isReal = new Date(date).getUTCDate() === Number(dayOfMonth) && Number(month) >= 1
    return isReal ? date : undefined
  }
  const [, weekYear, , week, dayOfWeek] = weekDate.exec(text) ?? []
  if (weekYear !== undefined) {
    // The first week of a year is the one that holds the fourth of January (ISO 8601, 3.1.1.23).
    const fourth = Date.UTC(Number(weekYear), 0, 4)
    const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * day
    const isReal = Number(week) >= 1 && Number(week) <= 53
    return isReal ? monday + ((Number(week) - 1) * 7 + Number(dayOfWeek) - 1) * day : undefined
  }
  const [, ordinalYear, number] = dayOfYear.exec(text) ?? []
  const isReal = ordinalYear !== undefined && Number(number) >= 1 && Number(number) <= 366
  return isReal ? Date.UTC(Number(ordinalYear), 0) + (Number(number) - 1) * day : undefined
}

function readTime(text: string): UtcTime | undefined {
  const [, hours, , minutes, seconds, fraction] = timeOfDay.exec(text) ?? []
  if (hours === undefined || Number(hours) > 24 || Number(minutes ?? 0) > 59 || Number(seconds ?? 0) > 60) {
    return undefined
  }
  const unit = seconds === undefined ? (minutes === undefined ? hour : 60_000) : 1_000
  const whole = Number(hours) * hour + Number(minutes ?? 0) * 60_000 + Number(seconds ?? 0) * 1_000
  return {
    milliseconds: whole + Number(`0.${fraction ?? 0}`) * unit,
    precision: unit / 10 ** (fraction ?? '').length,
  }
}
