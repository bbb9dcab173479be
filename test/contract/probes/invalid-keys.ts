import { expectStatus, observeErrorCode } from './expect'
import { unknownKey } from './identifiers'
import type { Answer, Context, Key } from '../engine/check'

/** A key that no deployment has. */
export function invalidKey(prefix: string): Key {
  return { kind: 'invalid', value: unknownKey(prefix), label: '' }
}

/** Fails unless a request without a valid key was answered by 401. */
export function expectUnauthorized(context: Context, answer: Answer, rule: string, subject: string): void {
  expectStatus(answer, rule, subject, [401])
  observeErrorCode(context, answer)
}

/** The answer to a list with a key that no deployment has, asked for once a run. */
export function listWithInvalidKey(context: Context, prefix: string): Promise<Answer> {
  return context.once(`invalid key ${prefix}`, () => {
    return context.call('listEvents', { key: invalidKey(prefix), query: { limit: 1 } })
  })
}
