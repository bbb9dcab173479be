// Compared as numbers: every answer of a run goes through here.
const quote = 0x22
const backslash = 0x5c
const [openBracket, closeBracket] = [0x5b, 0x5d]
const [openBrace, closeBrace] = [0x7b, 0x7d]

/** Levels of nesting from which on a text counts as no JSON: what is much deeper ends the stack of whoever walks it. */
const deepest = 1_000

/** A text as JSON; `undefined` where it is none. */
export function parseJson(text: string): unknown {
  if (isDeeperThan(deepest, text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a text, read as JSON, nests deeper than so many levels. */
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
