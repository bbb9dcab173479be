import type { Context } from '../engine/check'

/** A type to subscribe to, and types that a service may take for it which does not compare texts exactly. */
interface ComparedType {
  name: string
  type: (unique: string) => string
  others?: (unique: string) => readonly string[]
  /** Types that it means as well where a service takes it for a pattern as it may (OQ-24). */
  reached?: (unique: string) => readonly string[]
}

const unlike = (length: number) => 'x'.repeat(length)
/** Characters of the longest type: columns of databases often end at 255. */
const longest = 256

/** Types that are compared in another way by databases, patterns, numbers and lists that are joined. */
const usualTypes: readonly ComparedType[] = [
  {
    name: 'dotted',
    type: (unique) => `${unique}.paid`,
    others: (unique) => [
      unique,
      `${unique}.paid.late`,
      `${unique}.pai`,
      `x${unique}.paid`,
      // A service that takes a type for a pattern finds any letter in the place of the dot.
      `${unique}xpaid`,
      // A type of an event is never a pattern.
      `${unique}.*`,
      `${unique}.pa?d`,
    ],
  },
  { name: 'without-dots', type: (unique) => unique.replaceAll('.', '') },
  {
    name: 'upper-and-lower-case',
    type: (unique) => `${unique}.OrderPaid`,
    others: (unique) => [`${unique}.orderpaid`],
  },
  {
    name: 'punctuation',
    type: (unique) => `${unique}:a/b_c-d e+f%20&g=h`,
    others: (unique) => [
      `${unique}:a/b_c-d e+f &g=h`,
      `${unique}:a/b_c-d e f%20&g=h`,
      `${unique}:a/b_c_d e+f%20&g=h`,
    ],
  },
  {
    name: 'unicode',
    type: (unique) => `${unique}.größe.支払い.😀`,
    others: (unique) => [`${unique}.größe.支払い.😁`],
  },
  { name: 'accents', type: (unique) => `${unique}.café`, others: (unique) => [`${unique}.cafe`] },
  {
    name: 'composed-accents',
    type: (unique) => `${unique}.a\u00e9`,
    others: (unique) => [`${unique}.ae\u0301`],
  },
  { name: 'decomposed-accents', type: (unique) => `${unique}.oe\u0301` },
  { name: 'ending-in-a-dot', type: (unique) => `${unique}..`, others: (unique) => [`${unique}.`] },
  { name: 'ending-in-a-blank', type: (unique) => `${unique}.a `, others: (unique) => [`${unique}.a`] },
  { name: 'beginning-with-a-blank', type: (unique) => ` ${unique}`, others: (unique) => [`${unique}`] },
  { name: 'two-blanks', type: (unique) => `${unique}.a  b`, others: (unique) => [`${unique}.a b`] },
  { name: 'underscore', type: (unique) => `${unique}.a_b`, others: (unique) => [`${unique}.axb`] },
  { name: 'percent-sign', type: (unique) => `${unique}.%.b`, others: (unique) => [`${unique}.x.b`] },
  {
    name: 'comma',
    type: (unique) => `${unique}.a,${unique}.b`,
    others: (unique) => [`${unique}.a`, `${unique}.b`],
  },
  {
    name: 'markup',
    type: (unique) => `${unique}.<b>&amp;`,
    others: (unique) => [`${unique}.<b>&`, `${unique}.&lt;b&gt;&amp;amp;`],
  },
  { name: 'quotes', type: (unique) => `${unique}."a'\\b`, others: (unique) => [`${unique}.a'b`] },
  {
    name: 'number',
    type: (unique) => `0${digitsOf(unique)}`,
    others: (unique) => [digitsOf(unique), `0${digitsOf(unique)}.0`],
  },
  {
    name: 'long',
    type: (unique) => `${unique}.${unlike(longest - unique.length - 2)}a`,
    others: (unique) => [`${unique}.${unlike(longest - unique.length - 2)}b`],
  },
]

/** The names of the types with which a check sends each event on its own. */
const sampled = [
  ...['dotted', 'without-dots', 'upper-and-lower-case', 'punctuation', 'unicode'],
  ...['ending-in-a-dot', 'ending-in-a-blank'],
]

/** Types that are legal and easy to get wrong. Each begins with a text of its own. */
export const typeNames = usualTypes.filter(({ name }) => sampled.includes(name))

/** Types with characters that a service may refuse, which then may cost it the whole list. */
const oddities: readonly ComparedType[] = [
  { name: 'tabs-and-line-ends', type: (unique) => `${unique}.a\tb\r\nc` },
  { name: 'null-character', type: (unique) => `${unique}.a\u0000b`, others: (unique) => [`${unique}.a`] },
]

const pattern = (
  name: string,
  own: string,
  others: readonly string[],
  reached: readonly string[] = [],
): ComparedType => {
  const of = (ends: readonly string[]) => (unique: string) => ends.map((end) => end.replace('~', unique))
  return {
    name,
    type: (unique) => own.replace('~', unique),
    others: of(others),
    ...(reached.length > 0 ? { reached: of(reached) } : {}),
  }
}

/** Types with the characters of the usual patterns, in each place of a type. `~` stands for a text of the run's own. */
const patternTypes: readonly ComparedType[] = [
  pattern('star-at-the-end', '~.*', ['~', '~xpaid', '~s', 'x~.paid'], ['~.paid', '~.paid.late']),
  pattern('star-at-the-start', '*.~.paid', ['~.paid', 'order.~.paid']),
  pattern('star-in-the-middle', '~.*.paid', ['~.order.paid', '~.paid']),
  pattern('star-in-a-word', '~.or*er', ['~.order', '~.orer']),
  pattern('star-after-a-word', '~.ord*', ['~.order', '~.or', '~.ord.paid']),
  pattern('hash', '~.#', ['~.paid', '~']),
  pattern('question-mark', '~.pa?d', ['~.paid', '~.pad']),
  pattern('brackets', '~.[ab]', ['~.a']),
  pattern('braces', '~.{a,b}', ['~.a']),
  pattern('alternatives', '~.(a|b)+', ['~.a', '~.ab']),
]

/** A type of this run and the types of this run that are like it. */
export interface ComparedRow {
  name: string
  type: string
  others: readonly string[]
  reached: readonly string[]
}

/** The types that are compared: the usual ones, those that may be patterns, and those that a service may refuse. */
export function comparedRows(context: Context): Record<'usual' | 'patterns' | 'odd', ComparedRow[]> {
  const toRow = ({ name, type, others, reached }: ComparedType): ComparedRow => {
    const unique = context.unique('kind')
    return {
      ...{ name, type: type(unique) },
      ...{ others: others?.(unique) ?? [], reached: reached?.(unique) ?? [] },
    }
  }
  return {
    usual: usualTypes.map(toRow),
    patterns: patternTypes.map(toRow),
    odd: oddities.map(toRow),
  }
}

/** Types of this run that are legal and easy to get wrong. */
export function unusualTypes(context: Context): string[] {
  return comparedRows(context).usual.map(({ type }) => type)
}

/** Digits that no other run makes, as a type that looks like a number. */
function digitsOf(unique: string): string {
  const codes = [...unique].map((letter) => letter.charCodeAt(0) % 10)
  return `1${codes.join('')}`.slice(0, 15)
}
