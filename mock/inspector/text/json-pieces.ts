/** A piece of a JSON text. `text` alone is what stands between values: brackets, commas, space. */
export interface JsonPiece {
  text: string
  kind?: 'name' | 'string' | 'number' | 'word'
}

const value = /"(?:[^"\\]|\\.)*"(?=(\s*:)?)|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g

/** A JSON text in pieces, which together are the text. It need not be whole: its end may be cut off. */
export function jsonPieces(text: string): JsonPiece[] {
  const pieces: JsonPiece[] = []
  let from = 0
  for (const { 0: found, 1: colon, index } of text.matchAll(value)) {
    if (index > from) pieces.push({ text: text.slice(from, index) })
    pieces.push({ text: found, kind: kindOf(found, colon !== undefined) })
    from = index + found.length
  }
  if (from < text.length) pieces.push({ text: text.slice(from) })
  return pieces
}

function kindOf(found: string, isName: boolean): JsonPiece['kind'] {
  if (isName) return 'name'
  if (found.startsWith('"')) return 'string'
  return /^[-\d]/.test(found) ? 'number' : 'word'
}
