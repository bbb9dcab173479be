import fc from 'fast-check'

const firstSurrogate = 0xd800
const surrogates = 0x800

function numberOf(letter: unknown): number {
  const point = typeof letter === 'string' ? (letter.codePointAt(0) ?? NaN) : NaN
  const number = point < firstSurrogate ? point : point - surrogates
  if (!(number >= 0) || letterOf(number) !== letter) throw new Error('This is not one letter.')
  return number
}

const letterOf = (number: number) =>
  String.fromCodePoint(number < firstSurrogate ? number : number + surrogates)

/**
 * Any letter of Unicode, for `fc.string({ unit: anyLetter })`. The unit `binary` of the library makes the same letters, but first keeps a list
 * of all 1.1 million of them, which costs each process a second and 80 MB.
 */
export const anyLetter = fc.nat({ max: 0x10ffff - surrogates }).map(letterOf, numberOf)
