import { operations } from '../../../generated/operations'
import { errorOf } from './answers'
import { expectThat } from './expect'
import type { Answer } from '../wire/client'

/** The names that a param of an error may have: fields, parameters, the idempotency key, the body itself. */
const fields = new Set([
  ...(operations.createEvent.request?.fields ?? []),
  ...(operations.createWebhook.request?.fields ?? []),
  ...Object.values(operations).flatMap(({ parameters }) => parameters.map(({ name }) => name)),
  'body',
])

/** Whether a param names a field, or a place in one, however places are written. */
function namesField(param: string): boolean {
  const [name = ''] = param.replace(/^(\$|body|query|path|headers?)?[./]?/, '').split(/[.[/]/)
  return fields.has(name) || fields.has(param)
}

/** Fails with ER-1 unless an error has a code and a message. */
export function expectShape(answer: Answer): void {
  const { code, message } = errorOf(answer) ?? {}
  const holds = typeof code === 'string' && code !== '' && typeof message === 'string'
  const expected = '{ "error": { "code": "...", "message": "..." } }'
  expectThat(holds, 'ER-1', 'The error has no code and message.', { expected, answer })
}

/** Fails with ER-2 where an error has a param that names no field of a request. */
export function expectParam(answer: Answer): void {
  const { param } = errorOf(answer) ?? {}
  // The interface does not say whether an absent param may be written as null.
  const holds = (param ?? null) === null || (typeof param === 'string' && namesField(param))
  const details = { expected: [...fields].join(', '), received: param, answer }
  expectThat(holds, 'ER-2', '`error.param` names no field of the request.', details)
}
