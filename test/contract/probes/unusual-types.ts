import type { Context } from '../engine/check'

/**
 * A type to subscribe to; `others`, which a service takes for it that does not compare texts exactly; and `reached`, which it stands for as well
 * where a service reads it as a pattern, as it may (OQ-24). `~` stands for a text of the run's own, a word in braces for what `inRun` makes of that.
 */
type ComparedType = readonly [
  name: string,
  type: string,
  others?: readonly string[],
  reached?: readonly string[],
]

/** Characters of the longest type: columns of databases often end at 255. */
const longest = 256

/** Types that are compared in another way by databases, patterns, numbers and lists that are joined. */
const usualTypes: readonly ComparedType[] = [
  // A service that takes a type for a pattern finds any letter in the place of the dot, and a type of an event is never a pattern.
  ['dotted', '~.paid', ['~', '~.paid.late', '~.pai', 'x~.paid', '~xpaid', '~.*', '~.pa?d']],
  ['without-dots', '{plain}'],
  ['upper-and-lower-case', '~.OrderPaid', ['~.orderpaid']],
  [
    'punctuation',
    '~:a/b_c-d e+f%20&g=h',
    ['~:a/b_c-d e+f &g=h', '~:a/b_c-d e f%20&g=h', '~:a/b_c_d e+f%20&g=h'],
  ],
  ['unicode', '~.größe.支払い.😀', ['~.größe.支払い.😁']],
  ['accents', '~.café', ['~.cafe']],
  ['composed-accents', '~.a\u00e9', ['~.ae\u0301']],
  ['decomposed-accents', '~.oe\u0301'],
  ['ending-in-a-dot', '~..', ['~.']],
  ['ending-in-a-blank', '~.a ', ['~.a']],
  ['beginning-with-a-blank', ' ~', ['~']],
  ['two-blanks', '~.a  b', ['~.a b']],
  ['underscore', '~.a_b', ['~.axb']],
  ['percent-sign', '~.%.b', ['~.x.b']],
  ['comma', '~.a,~.b', ['~.a', '~.b']],
  ['markup', '~.<b>&amp;', ['~.<b>&', '~.&lt;b&gt;&amp;amp;']],
  ['quotes', `~."a'\\b`, [`~.a'b`]],
  ['number', '0{digits}', ['{digits}', '0{digits}.0']],
  ['long', '~.{filling}a', ['~.{filling}b']],
]

/** The names of the types with which a check sends each event on its own. */
const sampled = [
  ...['dotted', 'without-dots', 'upper-and-lower-case', 'punctuation', 'unicode'],
  ...['ending-in-a-dot', 'ending-in-a-blank'],
]

/** Types with characters that a service may refuse. It may then refuse a whole list of types that holds one of them. */
const oddities: readonly ComparedType[] = [
  ['tabs-and-line-ends', '~.a\tb\r\nc'],
  ['null-character', '~.a\u0000b', ['~.a']],
]

/** Types with the characters of the usual patterns, in each place of a type. */
const patternTypes: readonly ComparedType[] = [
  ['star-at-the-end', '~.*', ['~', '~xpaid', '~s', 'x~.paid'], ['~.paid', '~.paid.late']],
  ['star-at-the-start', '*.~.paid', ['~.paid', 'order.~.paid']],
  ['star-in-the-middle', '~.*.paid', ['~.order.paid', '~.paid']],
  ['star-in-a-word', '~.or*er', ['~.order', '~.orer']],
  ['star-after-a-word', '~.ord*', ['~.order', '~.or', '~.ord.paid']],
  ['hash', '~.#', ['~.paid', '~']],
  ['question-mark', '~.pa?d', ['~.paid', '~.pad']],
  ['brackets', '~.[ab]', ['~.a']],
  ['braces', '~.{a,b}', ['~.a']],
  ['alternatives', '~.(a|b)+', ['~.a', '~.ab']],
]

/** A type of the table as this run has it. `unique` stands in no other type of the run. */
function inRun(type: string, unique: string): string {
  return type
    .replaceAll('~', unique)
    .replace('{plain}', unique.replaceAll('.', ''))
    .replace('{digits}', digitsOf(unique))
    .replace('{filling}', 'x'.repeat(longest - unique.length - 2))
}

/** A type of this run and the types of this run that are like it. */
export interface ComparedRow {
  name: string
  type: string
  others: readonly string[]
  reached: readonly string[]
}

/** The types that are compared: the usual ones, those that may be patterns, and those that a service may refuse. */
export function comparedRows(context: Context): Record<'usual' | 'patterns' | 'odd', ComparedRow[]> {
  const toRow = ([name, type, others = [], reached = []]: ComparedType): ComparedRow => {
    const unique = context.unique('kind')
    const own = (types: readonly string[]) => types.map((one) => inRun(one, unique))
    return { name, type: inRun(type, unique), others: own(others), reached: own(reached) }
  }
  return { usual: usualTypes.map(toRow), patterns: patternTypes.map(toRow), odd: oddities.map(toRow) }
}

/** Types of this run that are legal and easy to get wrong. */
export function unusualTypes(context: Context): string[] {
  return comparedRows(context).usual.map(({ type }) => type)
}

/** A few of them, each of which begins with a text of its own. */
export function sampledTypes(context: Context): string[] {
  const sample = usualTypes.filter(([name]) => sampled.includes(name))
  return sample.map(([, type]) => inRun(type, context.unique('Listed')))
}

/** Digits that no other run makes, as a type that looks like a number. */
function digitsOf(unique: string): string {
  const codes = [...unique].map((letter) => letter.charCodeAt(0) % 10)
  return `1${codes.join('')}`.slice(0, 15)
}
