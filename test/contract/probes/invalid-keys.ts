import { expectStatus } from './expect'
import { observeErrorCode } from './answers'
import { unknownKey } from './identifiers'
import type { Answer } from '../wire/client'
import type { Context } from '../engine/context'
import type { Key } from '../engine/key'

/** A key that no deployment has. */
export function invalidKey(prefix: string): Key {
  return { kind: 'invalid', value: unknownKey(prefix), label: '' }
}

/** Fails unless a request without a valid key was answered by 401. */
export function expectUnauthorized(context: Context, answer: Answer, rule: string, subject: string): void {
  expectStatus(answer, rule, subject, [401])
  observeErrorCode(context, answer)
}
