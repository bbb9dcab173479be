import { Violation } from '../engine/outcome'

/** Milliseconds by which clocks may differ. */
const clockSkew = 5 * 60_000

/** Fails unless a timestamp is UTC and within five minutes of the request, by either side's clock. */
export function expectNow(
  rule: string,
  created: unknown,
  answer: {
    sentAt: number
    receivedAt: number
    headers: Headers
    evidence: Violation['details']['evidence']
  },
): void {
  const fail = (message: string) => {
    throw new Violation(rule, message, {
      expected: `a time in UTC near ${new Date(answer.receivedAt).toISOString()}`,
      received: created,
      evidence: answer.evidence,
    })
  }
  if (
    typeof created !== 'string' ||
    !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d([.,]\d+)?)?(Z|\+00(:?00)?)$/.test(created)
  ) {
    return fail('`created` is no ISO 8601 timestamp in UTC.')
  }
  const time = Date.parse(created.replace(',', '.').replace(/\+00(:?00)?$/, 'Z'))
  const theirs = Date.parse(answer.headers.get('date') ?? '')
  const near = (from: number, to: number) => time >= from - clockSkew && time <= to + clockSkew
  if (near(answer.sentAt, answer.receivedAt) || (!Number.isNaN(theirs) && near(theirs, theirs))) return
  fail('`created` is not the time of creation.')
}
