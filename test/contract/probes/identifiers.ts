import { expectStatus, observeErrorCode } from './expect'
import type { Answer, Context, Key } from '../engine/check'

/** From so many letters and digits on, a random id of the same shape is taken to be nobody's. Shorter ids may be counters. */
const longId = 14

/** An id that belongs to nothing: of the same shape where that is long enough, else a long random one. */
export function absentId(id: string): string {
  const mark = id.indexOf('_') + 1
  const own = id.slice(mark)
  if (own.replace(/[^A-Za-z0-9]/g, '').length < longId) return `${id.slice(0, mark)}${random('a', 24)}`
  // The beginning of an id may say of which kind it is, or when it was made.
  const changed = Math.min(12, own.length)
  const rest = own.slice(-changed).replace(/[A-Za-z0-9]/g, (letter) => random(letter, 1))
  return id.slice(0, mark) + own.slice(0, -changed) + rest
}

/** Ids that differ from this one in their end or their letter case. None where ids are short: somebody may have those. */
export function nearIds(id: string): string[] {
  const mark = id.indexOf('_') + 1
  const own = id.slice(mark)
  if (own.replace(/[^A-Za-z0-9]/g, '').length < longId) return []
  const turned = own === own.toLowerCase() ? own.toUpperCase() : own.toLowerCase()
  return [id.slice(0, -1), `${id}0`, id.slice(0, mark) + turned].filter((near) => near !== id)
}

/** A well-formed key that nobody has. */
export function unknownKey(prefix: string): string {
  return prefix + random('a', 32)
}

/** A text of random digits or letters, of the case of `like`. */
function random(like: string, length: number): string {
  const hex = /[a-f]/.test(like) ? 'abcdef' : /[A-F]/.test(like) ? 'ABCDEF' : ''
  const letters = hex || (/[a-z]/.test(like) ? 'ghjkmnpqrstvwxyz' : 'GHJKMNPQRSTVWXYZ')
  const alphabet = /\d/.test(like) ? '0123456789' : letters
  return Array.from({ length }, () => alphabet[Math.floor(Math.random() * alphabet.length)]).join('')
}

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
