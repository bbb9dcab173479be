import { Violation } from '../engine/outcome'
import { equal } from '../engine/equal'
import type { Answer } from '../wire/client'

/** A refusal as the interface describes it. */
export interface Refusal {
  rule: string
  status: number
  code: string
  /** The field that `param` must name; `null` where there must be no `param`. Free unless given. */
  param?: string | null
  message?: RegExp
}

/** The parsed error of an answer, or nothing where it has none. */
export function errorOf(answer: Answer): { code?: unknown; message?: unknown; param?: unknown } | undefined {
  const error = (answer.json as { error?: unknown } | null | undefined)?.error
  return typeof error === 'object' && error !== null ? error : undefined
}

export function expectSuccess(answer: Answer, rule: string, what: string): void {
  if (answer.status >= 200 && answer.status < 300) return
  // A server error breaks a rule of its own, whatever was asked.
  throw new Violation(
    answer.status >= 500 ? ['ER-5', rule] : rule,
    `${what} was answered by ${answer.status}.`,
    {
      expected: 'a 2xx',
      received: received(answer),
      evidence: answer.evidence,
    },
  )
}

export function expectStatus(answer: Answer, rule: string, statuses: readonly number[], what: string): void {
  if (statuses.includes(answer.status)) return
  throw new Violation(
    answer.status >= 500 ? ['ER-5', rule] : rule,
    `${what} was answered by ${answer.status}.`,
    {
      expected: statuses.join(' or '),
      received: received(answer),
      evidence: answer.evidence,
    },
  )
}

export function expectRefusal(answer: Answer, refusal: Refusal, what: string): void {
  const { rule, status, code, param, message } = refusal
  expectStatus(answer, rule, [status], what)
  const error = errorOf(answer)
  const fail = (text: string, expected: unknown, value: unknown) => {
    throw new Violation(rule, `${what}: ${text}`, { expected, received: value, evidence: answer.evidence })
  }
  if (!error) return fail('the answer has no `error` object.', { error: { code } }, answer.text)
  if (error.code !== code) fail('`error.code` is another.', code, error.code ?? 'none')
  if (typeof param === 'string' && error.param !== param) {
    fail('`error.param` does not name the field.', param, error.param ?? 'none')
  }
  if (param === null && (error.param ?? null) !== null)
    fail('`error.param` is present.', 'no param', error.param)
  if (message && !message.test(String(error.message))) {
    fail('`error.message` does not say so.', String(message), error.message ?? 'none')
  }
}

export function expectSame(
  received: unknown,
  expected: unknown,
  rule: string,
  what: string,
  answer?: Answer,
): void {
  if (equal(received, expected)) return
  throw new Violation(rule, `${what} differs.`, { expected, received, evidence: answer?.evidence })
}

/** Where a refusal is open, any 4xx is one; nothing else is. */
export function isRefusal(answer: Answer): boolean {
  return answer.status >= 400 && answer.status < 500
}

export function isSuccess(answer: Answer): boolean {
  return answer.status >= 200 && answer.status < 300
}

function received(answer: Answer): string {
  return `${answer.status} ${answer.text}`.trim()
}
