import { expectThat } from './expect'
import type { Answer } from '../wire/client'

/** Milliseconds by which clocks may differ. */
const clockSkew = 5 * 60_000

const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d([.,]\d+)?)?(Z|\+00(:?00)?)$/

/** Fails unless a timestamp is UTC and within five minutes of the request, by either side's clock. */
export function expectNow(rule: string, created: unknown, subject: string, answer: Answer): void {
  const { sentAt, receivedAt, headers } = answer
  const expected = `a time in UTC near ${new Date(receivedAt).toISOString()}`
  const details = { expected, received: created, answer }
  const text = typeof created === 'string' && utc.test(created) ? created : undefined
  expectThat(text !== undefined, rule, '`created` is no ISO 8601 timestamp in UTC.', details)
  const time = Date.parse(text.replace(',', '.').replace(/\+00(:?00)?$/, 'Z'))
  const theirs = Date.parse(headers.get('date') ?? '')
  const isNear = (from: number, to: number) => time >= from - clockSkew && time <= to + clockSkew
  const holds = isNear(sentAt, receivedAt) || isNear(theirs, theirs)
  expectThat(holds, rule, `\`created\` is not the time of ${subject}.`, details)
}
