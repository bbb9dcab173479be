/** The findings of {@link scanJson}. */
export interface JsonScan {
  /** How deeply arrays and objects are nested. */
  depth: number
  /** The text of the wanted member of the outermost object, exactly as it was sent. Absent when there is none. */
  member: string | undefined
}

const quote = 34
const comma = 44
const colon = 58
const backslash = 92

/**
 * Reads the nesting and the raw text of one top-level member from a text that `JSON.parse` has accepted.
 *
 * A payload is kept as raw text so that it comes back exactly as it was sent: numbers beyond a double (`1e400`, 64-bit
 * ids) and a member called `__proto__` would be lost if the parsed value were written again.
 */
export function scanJson(text: string, wanted: string): JsonScan {
  let depth = 0
  let deepest = 0
  let name: string | undefined
  let valueStart = -1
  let member: string | undefined
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit === quote) {
      const end = endOfString(text, index)
      if (depth === 1 && valueStart < 0) {
        name = text.slice(index + 1, end)
        // Few names have escapes, and only those are worth a parser.
        if (name.includes('\\')) name = JSON.parse(`"${name}"`) as string
      }
      index = end
    } else if (unit === 123 || unit === 91) {
      depth++
      if (depth > deepest) deepest = depth
    } else if (unit === colon) {
      if (depth === 1) valueStart = index + 1
    } else if (unit === comma || unit === 125 || unit === 93) {
      if (depth === 1) {
        // When a name occurs twice, the last member counts, as in JSON.parse.
        if (name === wanted && valueStart >= 0) member = text.slice(valueStart, index).trim()
        name = undefined
        valueStart = -1
      }
      if (unit !== comma) depth--
    }
  }
  return { depth: deepest, member }
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes++
    if (escapes % 2 === 0) return end
  }
}
