// Character codes, because every answer of a run is scanned and comparing strings takes longer.
const quote = 0x22
const backslash = 0x5c
const [openBracket, closeBracket] = [0x5b, 0x5d]
const [openBrace, closeBrace] = [0x7b, 0x7d]

/** The deepest nesting that is parsed. Code that walks a much deeper value would overflow its stack. */
const deepest = 1_000

/** Parses a text as JSON; `undefined` where it is none, or nests too deep. */
export function parseJson(text: string): unknown {
  if (isDeeperThan(deepest, text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a text, read as JSON, nests deeper than `most` levels. */
function isDeeperThan(most: number, text: string): boolean {
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (quoted) {
      if (code === backslash) at += 1
      else if (code === quote) quoted = false
    } else if (code === quote) quoted = true
    else if (code === openBracket || code === openBrace) {
      depth += 1
      if (depth > most) return true
    } else if (code === closeBracket || code === closeBrace) depth -= 1
  }
  return false
}
