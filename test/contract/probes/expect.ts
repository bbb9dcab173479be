import { type Members, equal, isRecord, membersOf } from '../wire/json'
import { NotApplicable, Unjudged, Violation, type ViolationDetails } from '../engine/outcome'
import type { Answer, Context } from '../engine/check'
import { readUtcTime, type UtcTime } from '../engine/utc-time'

/** The rules that a failed expectation breaks: one, or several that the same answer breaks. */
type Rules = string | readonly string[]

/** The details of a violation besides its message. */
interface Details extends ViolationDetails {
  /** The answer that shows it: its exchange is the evidence, and what was received unless that is given. */
  answer?: Answer
}

/** A refusal as the interface describes it. */
export interface Refusal {
  /** 400 unless given. */
  status?: number
  /** `invalid_request` unless given. */
  code?: string
  /** The field that `param` must name; `null` where there must be no `param`. Free unless given. */
  param?: string | null
  /** A pattern for `error.message`. Free unless given. */
  message?: RegExp
}

/** The refusal of a resource that does not exist. */
export const notFound = { status: 404, code: 'not_found' } as const

/** Throws the violation of a rule. A server error breaks ER-5, whatever was asked, and says nothing about another rule. */
export function fail(rules: Rules, message: string, { answer, ...details }: Details = {}): never {
  const shown = answer && { received: `${answer.status} ${answer.text}`.trim(), evidence: answer.evidence }
  throw new Violation(answer && answer.status >= 500 ? 'ER-5' : rules, message, { ...shown, ...details })
}

/** The verifier of every rule: fails with `message` unless `holds`. */
export function expectThat(holds: unknown, rules: Rules, message: string, details?: Details): asserts holds {
  if (!holds) fail(rules, message, details)
}

/** Fails unless two values are equal as JSON. */
export function expectSame(
  received: unknown,
  expected: unknown,
  rules: Rules,
  subject: string,
  answer?: Answer,
): void {
  expectThat(equal(received, expected), rules, `${subject} differs.`, { expected, received, answer })
}

/** Fails unless an answer has one of the statuses. */
export function expectStatus(answer: Answer, rules: Rules, subject: string, statuses: readonly number[]) {
  if (!statuses.includes(answer.status)) failStatus(answer, rules, subject, statuses.join(' or '))
}

/** Fails unless an answer is a 2xx. */
export function expectSuccess(answer: Answer, rule: string, subject: string, expected = 'a 2xx'): void {
  if (!isSuccess(answer)) failStatus(answer, rule, subject, expected)
}

/** Throws the violation of rules by an answer with a wrong status. */
export function failStatus(answer: Answer, rules: Rules, subject: string, expected?: unknown): never {
  fail(rules, `${subject} was answered by ${answer.status}.`, { expected, answer })
}

/** Fails unless an answer is the refusal that the interface describes. */
export function expectRefusal(answer: Answer, rules: Rules, subject: string, refusal: Refusal = {}): void {
  const { status = 400, code = 'invalid_request', param, message } = refusal
  expectStatus(answer, rules, subject, [status])
  const error = errorOf(answer)
  const expectField = (holds: boolean, text: string, expected: unknown, received: unknown = 'none') =>
    expectThat(holds, rules, `${subject}: ${text}`, { expected, received, answer })
  if (!error) return expectField(false, 'the answer has no `error` object.', { error: { code } }, answer.text)
  expectField(error.code === code, '`error.code` is another.', code, error.code)
  if (param === null) {
    expectField((error.param ?? null) === null, '`error.param` is present.', 'no param', error.param)
  } else if (param !== undefined) {
    expectField(error.param === param, '`error.param` does not name the field.', param, error.param ?? 'none')
  }
  if (message) {
    const says = message.test(String(error.message))
    expectField(says, '`error.message` does not say so.', String(message), error.message)
  }
}

/** The outcome of an attempt; `undefined` where the deployment does not offer what it asks for. */
export function whereOffered<T>(attempt: Promise<T>): Promise<T | undefined> {
  return unless(NotApplicable, attempt)
}

/** The outcome of an attempt; `undefined` where the deployment does not offer what it asks for, or this run cannot make it. */
export function wherePossible<T>(attempt: Promise<T>): Promise<T | undefined> {
  return unless(Unjudged, attempt)
}

async function unless<T>(reason: typeof Unjudged, attempt: Promise<T>): Promise<T | undefined> {
  return attempt.catch((error: unknown) => {
    if (error instanceof reason) return undefined
    throw error
  })
}

/** Throws a violation of the rule `inPlaceOf` as one of `rule`, which is the one that the attempt is made to judge. */
export async function blaming<T>(rule: string, inPlaceOf: string, introduction: string, attempt: Promise<T>) {
  return attempt.catch((error: unknown) => {
    if (!(error instanceof Violation) || !error.rules.includes(inPlaceOf)) throw error
    throw new Violation(rule, `${introduction}: ${error.message}`, error.details)
  })
}

/** The `id` of the resource that an answer holds, where that is a string. */
export function idOf(answer: Answer): string | undefined {
  const { id } = answer.fields
  return typeof id === 'string' ? id : undefined
}

/** The fields of each item of the list that an answer holds; none where it holds no list. */
export function itemsOf(answer: Answer): readonly Members[] {
  const { data } = answer.fields
  return Array.isArray(data) ? data.map(membersOf) : []
}

/** The `error` object of an answer, where it has one. */
export function errorOf(answer: Answer): { code?: unknown; message?: unknown; param?: unknown } | undefined {
  const { error } = answer.fields
  return isRecord(error) ? error : undefined
}

export function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300
}

/** Whether an answer refuses the request. Where the interface leaves a refusal's status open, any 4xx is one. */
export function isRefusal({ status }: Answer): boolean {
  return status >= 400 && status < 500
}

/** Whether an answer refuses the API key: as an invalid one or for what it may do. */
export function refusesKey({ status }: Answer): boolean {
  return status === 401 || status === 403
}

/** Records the code of a refusal whose status has no code in the interface (OQ-09). */
export function observeErrorCode(context: Context, answer: Answer): void {
  const code = errorOf(answer)?.code
  if (typeof code === 'string' && code !== '') context.observe('errorCodes', { [answer.status]: code })
}

/** Milliseconds by which clocks may differ. */
export const clockSkew = 5 * 60_000

/** The moment that a timestamp names; fails unless that is in UTC, in any form of ISO 8601. */
function expectUtcTime(rule: string, created: unknown, answer: Answer): UtcTime {
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

/** Fails where what was made seconds after another has the same time of creation, unless that is told in minutes or less. */
export function expectLater(
  rule: string,
  earlier: unknown,
  created: unknown,
  subjects: string,
  answer: Answer,
): void {
  const { precision } = expectUtcTime(rule, created, answer)
  const message = `Two ${subjects} that were created seconds apart have the same \`created\`.`
  const details = { expected: `later than ${String(earlier)}`, received: created, answer }
  expectThat(precision > 1_000 || created !== earlier, rule, message, details)
}
