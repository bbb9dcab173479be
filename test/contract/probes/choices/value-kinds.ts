import type { Dialect } from '../../../../generated/dialect'

/** The form of a value that differs from answer to answer. */
export type ValueKind = 'timestamp' | 'url' | 'id' | 'text' | 'number' | 'boolean'

/** ISO 8601: calendar, week and ordinal dates, each with or without the marks between their parts. */
const timestamp =
  /^\d{4}-?(\d\d-?\d\d|W\d\d-?\d|\d{3})[T ]\d\d:?\d\d(:?\d\d([.,]\d+)?)?(Z|[+-]\d\d(:?\d\d)?)?$/
/** The timestamps that a dialect can have a mock write. */
const playable = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.(\d{3}){1,3})?(Z|\+00:00)$/
const httpDate = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/
/** A prefix in words, and a rest without blanks that holds digits or is long. */
const identifier = /^([A-Za-z]+[_-])*[\w+/=.:~-]*$/

/** A URL, or a path whose first part is a word: base64 may begin with a slash as well, and hold another one. */
const url = /^([A-Za-z][A-Za-z+.-]*:\/\/\S+|\/[A-Z]?[a-z\d_.-]+\/([^\s?]*[^\s?=])?(\?\S*)?)$/

/** Words that are joined, such as `UnauthorizedException` or `strict-origin-when-cross-origin`: a name, and no id. */
const joinedWords = /^[A-Za-z][a-z]{2,}([A-Z][a-z]{2,}|[-_./][A-Za-z][a-z]+)+$/

/** The prefixes that the interface gives: what follows one of them may be anything. */
const prefixed = /^(evt|wh|cur|whsec)_\S+$/
/** Another prefix, and a number or a rest that is as long as that of an id and may hold more signs than one without a prefix. */
const otherPrefixed = /^[a-z]{1,12}_(\d+|(?=\S*\d)[\w+/=.:~@-]{6,})$/

/** The form of a value; `undefined` for lists, objects and null. */
export function valueKindOf(value: unknown): ValueKind | undefined {
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'number') return 'number'
  if (typeof value !== 'string') return undefined
  if (prefixed.test(value) || otherPrefixed.test(value)) return 'id'
  if (timestamp.test(value) || httpDate.test(value)) return 'timestamp'
  if (url.test(value)) return 'url'
  if (joinedWords.test(value)) return 'text'
  const isLikeAnId = identifier.test(value) && (/\d/.test(value) ? value.length >= 6 : value.length >= 16)
  return isLikeAnId ? 'id' : 'text'
}

/** The part of an id that ids of its kind share: `evt_` of `evt_1a2b`. Empty where there is none. */
export function prefixOf(id: string): string {
  // The first group of a UUID may consist of letters, as a prefix does.
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-/i.test(id)) return ''
  return /^(?:sk_(?:live|test)_|[a-z]{1,12}[_-])/.exec(id)?.[0] ?? ''
}

/** Whether a dialect can state how a timestamp is written. */
export function isPlayable(time: string): boolean {
  return playable.test(time)
}

/** The names of the precisions that a dialect can state, by the digits of the fraction. */
export const precisions: Readonly<Partial<Record<number, NonNullable<Dialect['timestamps']>['precision']>>> =
  { 0: 'seconds', 3: 'milliseconds', 6: 'microseconds', 9: 'nanoseconds' }

/** How a timestamp is written, with a nought for each digit. */
export function layoutOf(time: string): string {
  return time.replace(/\d/g, '0').replace(/[A-Z][a-z]{2}/g, 'Aaa')
}

/** A value of the same shape with other letters and digits, so that nothing of a deployment's data is repeated. */
export function disguise(value: string): string {
  const prefix = prefixOf(value)
  const rest = value.slice(prefix.length)
  const isHex = /^[0-9a-f-]+$/.test(rest)
  const random = (letters: string) => letters[Math.floor(Math.random() * letters.length)] as string
  const other = (part: string) =>
    part
      .replace(/[a-z]/g, () => random(isHex ? 'abcdef' : 'abcdefghijklmnopqrstuvwxyz'))
      .replace(/[A-Z]/g, () => random('ABCDEFGHIJKLMNOPQRSTUVWXYZ'))
      .replace(/\d/g, () => random('123456789'))
  // A part of one sign between dashes is a version or a flag, as in the `1-` of a trace, and says nothing of anybody.
  return prefix + rest.replace(/[^-]{2,}|^[^-]$/g, other)
}

/** A text whose words stay and whose long tokens are others of the same shape. */
export function disguiseTokens(text: string): string {
  return text.replace(/[A-Za-z0-9+/_-]{16,}|\d{9,}/g, disguise)
}
