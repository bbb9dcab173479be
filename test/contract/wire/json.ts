/** The members of a JSON object by their names. Each of them may be anything. */
export type Members = Readonly<Partial<Record<string, unknown>>>

/** Whether a value is a JSON object, and no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The members of a JSON object; none of any other value. */
export function membersOf(value: unknown): Members {
  return isRecord(value) ? value : {}
}

/** The value at a place that a validator names, as `/errors/missingKey`. */
export function at(value: unknown, place: string): unknown {
  const names = place.split('/').slice(1)
  return names.reduce((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], value)
}

/** Whether two JSON values are the same; the order of an object's keys does not count. */
export function equal(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => equal(item, b[index]))
  if (!isRecord(a) || !isRecord(b)) return a === b
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && equal(a[name], b[name]))
  )
}

// Character codes, because every answer of a run is scanned and comparing strings takes longer.
const quote = 0x22
const backslash = 0x5c
const [openBracket, closeBracket] = [0x5b, 0x5d]
const [openBrace, closeBrace] = [0x7b, 0x7d]
const comma = 0x2c

/** The deepest nesting that is parsed. Code that walks a much deeper value would overflow its stack. */
const deepest = 1_000

/** Bytes that a parsed value takes at least: an empty object is this large. */
const bytesOfValue = 32

/** Parses a text as JSON; `undefined` where it is none, or nests too deep. */
export function parseJson(text: string, { depth } = measureJson(text)): unknown {
  if (depth > deepest) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * How deep a text, read as JSON, nests, and the bytes that its values take once it is parsed: many empty objects take far more than their
 * text. It is looked through once, so that one that would take too much memory need not be parsed.
 */
export function measureJson(text: string): { depth: number; bytes: number } {
  let [depth, reached, values] = [0, 0, 0]
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (quoted) {
      if (code === backslash) at += 1
      else if (code === quote) quoted = false
    } else if (code === quote) quoted = true
    else if (code === comma) values += 1
    else if (code === openBracket || code === openBrace) {
      depth += 1
      values += 1
      if (depth > reached) reached = depth
    } else if (code === closeBracket || code === closeBrace) depth -= 1
  }
  return { depth: reached, bytes: values * bytesOfValue }
}
