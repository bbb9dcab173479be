/** A value of JSON text. Its literals stay as they were written. */
export type JsonNode =
  | { kind: 'literal'; text: string; at: number }
  | { kind: 'string'; text: string; at: number }
  | { kind: 'array'; items: JsonNode[] }
  | { kind: 'object'; members: (readonly [key: string, value: JsonNode])[] }

/** Text that is no JSON. */
export class JsonFault extends Error {
  override readonly name = 'JsonFault'

  constructor(
    /** The position at which the text stops being JSON. */
    readonly at: number,
  ) {
    super(`no JSON at ${at}`)
  }
}

const space = /[ \t\n\r]*/y
// eslint-disable-next-line no-control-regex
const string = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y
const literal = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])|(?:true|false|null)(?!\w))/y

/**
 * Reads JSON text. `JSON.parse` would lose how numbers and strings are written, and its messages differ between versions of Node, some of
 * which name no place.
 *
 * @throws JsonFault RangeError for text that is nested too deeply.
 */
export function parseJsonText(text: string): JsonNode {
  let at = 0
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found === undefined) throw new JsonFault(at)
    at += found.length
    return found
  }
  const takeMark = (mark: string): boolean => {
    take(space)
    if (text[at] !== mark) return false
    at += 1
    return true
  }
  /** Reads what stands between two brackets, separated by commas. */
  const list = <T>(end: string, item: () => T): T[] => {
    const items: T[] = []
    if (takeMark(end)) return items
    do items.push(item())
    while (takeMark(','))
    if (!takeMark(end)) throw new JsonFault(at)
    return items
  }
  const member = (): readonly [string, JsonNode] => {
    take(space)
    const key = take(string)
    if (!takeMark(':')) throw new JsonFault(at)
    return [key, value()]
  }
  const value = (): JsonNode => {
    if (takeMark('{')) return { kind: 'object', members: list('}', member) }
    if (takeMark('[')) return { kind: 'array', items: list(']', value) }
    const start = at
    return text[at] === '"'
      ? { kind: 'string', text: take(string), at: start }
      : { kind: 'literal', text: take(literal), at: start }
  }
  const whole = value()
  take(space)
  if (at < text.length) throw new JsonFault(at)
  return whole
}

/** How JSON text is written. */
export interface Layout {
  /** The indentation of each level. Empty for text on one line. */
  indent: string
  /** What stands after a colon, and after a comma on the same line. */
  space: string
  sorted: boolean
  /** Writes a string, which is given as it was written before. */
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

function byKey([a]: readonly [string, JsonNode], [b]: readonly [string, JsonNode]): number {
  const [one, other] = [JSON.parse(a) as string, JSON.parse(b) as string]
  return one < other ? -1 : one > other ? 1 : 0
}

/** The place of a position, as people count: `line 2, column 14`. */
export function placeOf(text: string, at: number): string {
  const before = text.slice(0, at).split('\n')
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}
