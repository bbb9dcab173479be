/** A value of JSON text. Its literals stay as they were written. */
export type JsonNode =
  | { kind: 'literal'; text: string; at: number }
  | { kind: 'string'; text: string; at: number }
  | { kind: 'array'; items: JsonNode[] }
  | { kind: 'object'; members: JsonMember[] }

/** A member of an object: its name as it was written, in its quotes, and its value. */
export type JsonMember = readonly [name: string, value: JsonNode]

/** The part that the grammar of JSON wants at a position of the text. */
export type Wanted =
  | 'a value'
  | 'a name'
  | 'a colon'
  | 'a comma or }'
  | 'a comma or ]'
  | 'a letter of a string'
  | 'an escape'
  | 'the end of a string'
  | 'the end'
  | 'fewer levels'

/** Text that is no JSON, or is nested more than `deepestJson` levels deep. */
export class JsonFault extends Error {
  override readonly name = 'JsonFault'

  constructor(
    /** The position at which the text stops being JSON. Where a string has no end, the position of its beginning. */
    readonly at: number,
    readonly wanted: Wanted,
  ) {
    super(`no JSON at ${at}: ${wanted} is wanted`)
  }
}

/**
 * The most levels of nesting that are read. The recursive functions on JSON text need a bound below the depth of the stack. The mock's
 * usual limit for requests is the same.
 */
export const deepestJson = 500

const space = /[ \t\n\r]*/y
// eslint-disable-next-line no-control-regex
const openString = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*/y
const literal = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/**
 * Reads JSON text. `JSON.parse` would lose how numbers and strings are written and which names an object repeats, and its messages differ
 * between versions of Node, some of which name no position. Takes time in proportion to the length of the text.
 *
 * @throws JsonFault
 */
export function parseJsonText(text: string): JsonNode {
  let at = 0
  let depth = 0
  const fail = (wanted: Wanted, place = at): never => {
    throw new JsonFault(place, wanted)
  }
  /** Passes over what matches the pattern, and says whether something did. */
  const pass = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    const found = pattern.test(text)
    if (found) at = pattern.lastIndex
    return found
  }
  const takeMark = (mark: string): boolean => {
    pass(space)
    if (text[at] !== mark) return false
    at += 1
    return true
  }
  const string = (): string => {
    const start = at
    pass(openString)
    if (at === text.length) fail('the end of a string', start)
    if (text[at] !== '"') fail(text[at] === '\\' ? 'an escape' : 'a letter of a string')
    at += 1
    return text.slice(start, at)
  }
  /** Reads what stands between two brackets, separated by commas. */
  const list = <T>(end: '}' | ']', item: () => T): T[] => {
    const items: T[] = []
    at += 1
    if (takeMark(end)) return items
    depth += 1
    do items.push(item())
    while (takeMark(','))
    if (!takeMark(end)) fail(`a comma or ${end}`)
    depth -= 1
    return items
  }
  const member = (): JsonMember => {
    pass(space)
    if (text[at] !== '"') fail('a name')
    const name = string()
    if (!takeMark(':')) fail('a colon')
    return [name, value()]
  }
  const value = (): JsonNode => {
    pass(space)
    if (depth > deepestJson) fail('fewer levels')
    const start = at
    if (text[at] === '{') return { kind: 'object', members: list('}', member) }
    if (text[at] === '[') return { kind: 'array', items: list(']', value) }
    if (text[at] === '"') return { kind: 'string', text: string(), at: start }
    if (!pass(literal)) fail('a value')
    return { kind: 'literal', text: text.slice(start, at), at: start }
  }
  const whole = value()
  pass(space)
  if (at < text.length) fail('the end')
  return whole
}

/** How JSON text is written. */
export interface Layout {
  /** The indentation of each level. Empty for text on one line. */
  indent: string
  /** What stands after a colon, and after a comma on the same line. */
  space: string
  sorted: boolean
  /** Writes a string, which is given as the text that was read writes it: with its quotes and escapes. */
  string(text: string): string
}

/** Writes a value as JSON text. */
export function writeJson(node: JsonNode, layout: Layout, margin = ''): string {
  if (node.kind === 'literal') return node.text
  if (node.kind === 'string') return layout.string(node.text)
  const inner = margin + layout.indent
  const items =
    node.kind === 'array'
      ? node.items.map((item) => writeJson(item, layout, inner))
      : (layout.sorted ? [...node.members].sort(byKey) : node.members).map(
          ([key, item]) => `${layout.string(key)}:${layout.space}` + writeJson(item, layout, inner),
        )
  const [open, close] = node.kind === 'array' ? '[]' : '{}'
  if (items.length === 0 || layout.indent === '') return open + items.join(`,${layout.space}`) + close
  return `${open}\n${inner}${items.join(`,\n${inner}`)}\n${margin}${close}`
}

function byKey([a]: JsonMember, [b]: JsonMember): number {
  const [one, other] = [JSON.parse(a) as string, JSON.parse(b) as string]
  return one < other ? -1 : one > other ? 1 : 0
}

/** A position of a text as people count. A letter is one even where JavaScript counts two. */
export function lineAndColumn(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at).split('\n')
  return { line: before.length, column: [...(before.at(-1) ?? '')].length + 1 }
}

/** A position in words: `line 2, column 14`. */
export function placeOf(text: string, at: number): string {
  const { line, column } = lineAndColumn(text, at)
  return `line ${line}, column ${column}`
}
