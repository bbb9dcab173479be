/** A member of a JSON object, or an element of an array that is a member of it, as text. */
export interface JsonPart {
  name: string
  /** The text of the value. Absent for an array, whose elements follow one by one. */
  text?: string
  /** Whether this is an element of an array. */
  isElement: boolean
}

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const backslash = 0x5c
const arrayBegin = 0x5b
const arrayEnd = 0x5d
const objectBegin = 0x7b
const objectEnd = 0x7d
const spaces = [0x20, 0x09, 0x0a, 0x0d]

/**
 * Cuts the text of a JSON object into its members, and arrays among them into their elements, so that a long document can
 * be read piece by piece. `JSON.parse` judges the pieces; the signs between them are judged here. Throws a `SyntaxError`
 * where they are wrong, and a `RangeError` where a piece nests arrays and objects more than `nesting` levels deep.
 */
export function* jsonParts(bytes: Uint8Array, nesting: number): Generator<JsonPart> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let at = 0

  function skipSpaces() {
    while (spaces.includes(bytes[at] ?? 0)) at++
  }
  /** Passes over one of these signs and the spaces around it, and returns it. */
  function sign(...wanted: number[]): number {
    skipSpaces()
    const found = bytes[at++]
    if (found === undefined || !wanted.includes(found)) throw new SyntaxError(`Byte ${at - 1} is wrong.`)
    skipSpaces()
    return found
  }
  function value(): string {
    const start = at
    at = endOfValue(bytes, start, nesting)
    try {
      return decoder.decode(bytes.subarray(start, at))
    } catch {
      throw new SyntaxError(`The bytes from ${start} on are no text.`)
    }
  }

  sign(objectBegin)
  if (bytes[at] === objectEnd) sign(objectEnd)
  else {
    do {
      if (bytes[at] !== quote) throw new SyntaxError(`Byte ${at} must begin a name.`)
      const name = JSON.parse(value()) as string
      sign(colon)
      if (bytes[at] !== arrayBegin) yield { name, text: value(), isElement: false }
      else {
        sign(arrayBegin)
        yield { name, isElement: false }
        if (bytes[at] === arrayEnd) sign(arrayEnd)
        else {
          do yield { name, text: value(), isElement: true }
          while (sign(comma, arrayEnd) === comma)
        }
      }
    } while (sign(comma, objectEnd) === comma)
  }
  if (at < bytes.length) throw new SyntaxError(`Byte ${at} follows the end.`)
}

/** The place behind the value that begins at `start`. */
function endOfValue(bytes: Uint8Array, start: number, nesting: number): number {
  let depth = 0
  for (let at = start; at < bytes.length; at++) {
    const unit = bytes[at]
    if (unit === quote) at = endOfString(bytes, at)
    else if (unit === arrayBegin || unit === objectBegin) {
      if (++depth > nesting) throw new RangeError(`A value is nested more than ${nesting} levels deep.`)
    } else if (unit === arrayEnd || unit === objectEnd) {
      if (depth === 0) return at
      depth--
    } else if (depth > 0) continue
    else if (unit === comma || unit === colon) return at
    else if (!spaces.includes(unit ?? 0)) continue
    else return at
    // A string, an array or an object ends with its own last sign.
    if (depth === 0) return at + 1
  }
  return bytes.length
}

/** The place of the quotation mark that ends the string which begins at `start`. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let end = bytes.indexOf(quote, start + 1); end >= 0; end = bytes.indexOf(quote, end + 1)) {
    let escapes = 0
    while (bytes[end - 1 - escapes] === backslash) escapes++
    if (escapes % 2 === 0) return end
  }
  return bytes.length
}
