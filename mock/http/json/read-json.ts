import type { JsonError, JsonMember, JsonNode, JsonReading } from './json-node'
import { messageAt } from './json-mistakes'

/** A reader that calls itself for each level must end before the stack does. The mock itself refuses fewer levels than these. */
export const deepestJson = 500

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const word = /true|false|null/y
const escape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y
const space = /[ \t\n\r]*/y

/** Ends the reading at a place of the text. */
class Mistake extends Error {
  readonly offset: number
  constructor(offset: number, message: string) {
    super(message)
    this.offset = offset
  }
}

/**
 * Reads a text as `JSON.parse` does, but keeps numbers as they were written and says in plain words where and why a text is no
 * JSON. Takes time in proportion to the length of the text.
 *
 * @example
 * const { node, error } = readJson('{"type": order.paid}')
 * console.log(error?.line, error?.column, error?.message)
 */
export function readJson(text: string): JsonReading {
  let at = 0

  function value(depth: number): JsonNode {
    if (depth > deepestJson)
      throw new Mistake(at, `The value is nested more than ${deepestJson} levels deep.`)
    const letter = text[at]
    if (letter === '{') return object(depth)
    if (letter === '[') return array(depth)
    if (letter === '"') return { kind: 'scalar', text: JSON.stringify(string()) }
    const found = match(number) ?? match(word)
    if (found === undefined) fail('a value')
    return { kind: 'scalar', text: found }
  }

  function object(depth: number): JsonNode {
    const members: JsonMember[] = []
    at++
    skip()
    if (text[at] === '}') return leave({ kind: 'object', members })
    for (;;) {
      if (text[at] !== '"') fail('a name')
      const name = string()
      skip()
      if (text[at] !== ':') fail('a colon')
      at++
      skip()
      members.push([name, value(depth + 1)])
      skip()
      if (text[at] === '}') return leave({ kind: 'object', members })
      if (text[at] !== ',') fail('a comma or }')
      at++
      skip()
    }
  }

  function array(depth: number): JsonNode {
    const items: JsonNode[] = []
    at++
    skip()
    if (text[at] === ']') return leave({ kind: 'array', items })
    for (;;) {
      items.push(value(depth + 1))
      skip()
      if (text[at] === ']') return leave({ kind: 'array', items })
      if (text[at] !== ',') fail('a comma or ]')
      at++
      skip()
    }
  }

  function string(): string {
    const start = at++
    for (;;) {
      const letter = text.charCodeAt(at)
      if (letter === 0x22) break
      if (Number.isNaN(letter)) throw new Mistake(start, 'The string that begins here has no closing ".')
      if (letter < 0x20) fail('a letter of a string')
      if (letter !== 0x5c) at++
      else if (match(escape) === undefined) fail('an escape')
    }
    at++
    return JSON.parse(text.slice(start, at)) as string
  }

  function leave(node: JsonNode): JsonNode {
    at++
    return node
  }

  function match(pattern: RegExp): string | undefined {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found !== undefined) at += found.length
    return found
  }

  function skip(): void {
    match(space)
  }

  function fail(wanted: string): never {
    throw new Mistake(at, messageAt(text, at, wanted))
  }

  try {
    skip()
    const node = value(0)
    skip()
    if (at < text.length) fail('the end')
    return { node }
  } catch (error) {
    if (error instanceof Mistake) return { error: placed(text, error) }
    throw error
  }
}

function placed(text: string, { offset, message }: Mistake): JsonError {
  const before = text.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  let line = 1
  for (let at = before.indexOf('\n'); at >= 0; at = before.indexOf('\n', at + 1)) line++
  return { offset, line, column: [...before.slice(lineStart)].length + 1, message }
}
