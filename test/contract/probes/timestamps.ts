import { readUtcTime, type UtcTime } from '../engine/utc-time'
import { expectThat } from './expect'
import type { Answer } from '../engine/check'

/** Milliseconds by which clocks may differ. */
const clockSkew = 5 * 60_000

/** The moment that a timestamp names; fails unless that is in UTC, in any form of ISO 8601. */
export function expectUtcTime(rule: string, created: unknown, answer: Answer): UtcTime {
  const time = readUtcTime(created)
  const details = { expected: 'a time in UTC, as ISO 8601', received: created, answer }
  expectThat(time, rule, '`created` is no ISO 8601 timestamp in UTC.', details)
  return time
}

/** Fails unless a timestamp is UTC and within five minutes of the request, by either side's clock. */
export function expectNow(rule: string, created: unknown, subject: string, answer: Answer): void {
  const { sentAt, receivedAt, headers } = answer
  const { milliseconds: time, precision } = expectUtcTime(rule, created, answer)
  const theirs = Date.parse(headers.get('date') ?? '')
  const mayDiffer = Math.max(clockSkew, precision)
  const isNear = (from: number, to: number) => time >= from - mayDiffer && time <= to + mayDiffer
  const holds = isNear(sentAt, receivedAt) || isNear(theirs, theirs)
  const expected = `a time in UTC near ${new Date(receivedAt).toISOString()}`
  const details = { expected, received: created, answer }
  expectThat(holds, rule, `\`created\` is not the time of ${subject}.`, details)
}
