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

function percentEncoded(letter: string): string {
  const encoded = encodeURIComponent(letter)
  return encoded === letter ? `%${letter.charCodeAt(0).toString(16)}` : encoded
}

const lettersOfParts = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** A part of a URL. Those of the library keep the list of the unit `binary`, too. */
const urlPart = (signs: string) =>
  fc.string({
    unit: fc.oneof(
      { weight: 10, arbitrary: fc.constantFrom(...lettersOfParts, ...signs) },
      anyLetter.map(percentEncoded),
    ),
  })

/** The path of a URL. */
export const urlPath = fc
  .array(urlPart("-._~!$&'()*+,;=:@"))
  .map((parts) => parts.map((part) => `/${part}`).join(''))

/** The query of a URL, without its question mark. */
export const urlQuery = urlPart("-._~!$&'()*+,;=:@/?")

/** A URL with one of these schemes. */
export const urlWith = (...schemes: string[]) =>
  fc
    .tuple(fc.constantFrom(...schemes), fc.webAuthority(), urlPath)
    .map(([scheme, authority, path]) => `${scheme}://${authority}${path}`)
