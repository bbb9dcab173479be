import type { JsonMember, JsonNode } from '../../../src/core/json-text'
import { readJson } from '../../http/json/read-json'
import { align } from './align'

/** Which of the two payloads has a line: both (` `), the left one alone (`-`), or the right one alone (`+`). */
export type Sign = ' ' | '-' | '+'

/** A line of a comparison. */
export interface DiffLine {
  sign: Sign
  /** How many values the line lies in. 0 in texts that are no JSON. */
  depth: number
  text: string
}

/** The comparison of two payloads. */
export interface Diff {
  /** `json` where both are JSON, and so are compared by their structure. `text` where they are compared line by line. */
  kind: 'json' | 'text'
  lines: readonly DiffLine[]
  /** Lines that stand in the left payload alone, and in the right one alone. */
  removed: number
  added: number
}

/**
 * Compares two payloads. Takes time in proportion to their length.
 *
 * @example
 * const { lines } = diffTexts('{"total": 1}', '{"total": 2}')
 * console.log(lines.map(({ sign, text }) => sign + text).join('\n'))
 */
export function diffTexts(left: string, right: string): Diff {
  const [before, after] = [readJson(left), readJson(right)]
  if (before.node && after.node) return counted('json', compareJson(before.node, after.node))
  return counted('text', compareLines(left.split('\n'), right.split('\n')))
}

function compareLines(left: readonly string[], right: readonly string[]): DiffLine[] {
  const numberOf = numbering()
  return align(left.map(numberOf), right.map(numberOf)).map(([before, after]) => {
    const sign = before === undefined ? '+' : after === undefined ? '-' : ' '
    return { sign, depth: 0, text: (before === undefined ? right[after as number] : left[before]) ?? '' }
  })
}

function counted(kind: Diff['kind'], lines: readonly DiffLine[]): Diff {
  const count = (wanted: Sign) => lines.filter(({ sign }) => sign === wanted).length
  return { kind, lines, removed: count('-'), added: count('+') }
}

/**
 * Compares two values by their structure. Members of objects are compared by their names, in whatever order they stand. Items of
 * arrays are aligned; where some were replaced, the first that went faces the first that came. The lines with the sign ` ` or `-` are the
 * left value and those with ` ` or `+` the right one, without the commas between members.
 */
function compareJson(left: JsonNode, right: JsonNode): DiffLine[] {
  const lines: DiffLine[] = []
  compare({ lines, identity: valueNumbering() }, left, right, 0, '')
  return lines
}

interface Comparison {
  lines: DiffLine[]
  /** The number of a value. Equal values have the same. */
  identity: (node: JsonNode) => number
}

/** Adds the lines of two values that stand at the same path. `label` is the name of the member with its colon. */
function compare(
  comparison: Comparison,
  left: JsonNode,
  right: JsonNode,
  depth: number,
  label: string,
): void {
  const { lines, identity } = comparison
  if (identity(left) === identity(right)) return write(lines, ' ', left, depth, label)
  if (left.kind === 'object' && right.kind === 'object') {
    lines.push({ sign: ' ', depth, text: `${label}{` })
    compareMembers(comparison, left.members, right.members, depth + 1)
    lines.push({ sign: ' ', depth, text: '}' })
  } else if (left.kind === 'array' && right.kind === 'array') {
    lines.push({ sign: ' ', depth, text: `${label}[` })
    compareItems(comparison, left.items, right.items, depth + 1)
    lines.push({ sign: ' ', depth, text: ']' })
  } else {
    write(lines, '-', left, depth, label)
    write(lines, '+', right, depth, label)
  }
}

function compareMembers(
  comparison: Comparison,
  left: readonly JsonMember[],
  right: readonly JsonMember[],
  depth: number,
): void {
  const { lines } = comparison
  const came = new Map(named(right))
  for (const [key, [name, value]] of named(left)) {
    const other = came.get(key)
    if (other) compare(comparison, value, other[1], depth, labelOf(name))
    else write(lines, '-', value, depth, labelOf(name))
    came.delete(key)
  }
  for (const [name, value] of came.values()) write(lines, '+', value, depth, labelOf(name))
}

/** Members by their name and how often it stood there before: an object as it was written can hold a name twice. */
function named(members: readonly JsonMember[]): [key: string, member: JsonMember][] {
  const counts = new Map<string, number>()
  return members.map((member) => {
    const name = plainString(member[0])
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    return [`${count}:${name}`, member]
  })
}

function compareItems(
  comparison: Comparison,
  left: readonly JsonNode[],
  right: readonly JsonNode[],
  depth: number,
): void {
  const { lines, identity } = comparison
  const went: JsonNode[] = []
  const came: JsonNode[] = []
  const replace = () => {
    for (let index = 0; index < Math.max(went.length, came.length); index++) {
      const before = went[index]
      const after = came[index]
      if (before && after) compare(comparison, before, after, depth, '')
      else if (before) write(lines, '-', before, depth, '')
      else if (after) write(lines, '+', after, depth, '')
    }
    went.length = 0
    came.length = 0
  }
  for (const [before, after] of align(left.map(identity), right.map(identity))) {
    if (before !== undefined && after !== undefined) {
      replace()
      write(lines, ' ', left[before] as JsonNode, depth, '')
    } else if (before !== undefined) went.push(left[before] as JsonNode)
    else if (after !== undefined) came.push(right[after] as JsonNode)
  }
  replace()
}

/** Adds the lines of one value. */
function write(lines: DiffLine[], sign: Sign, node: JsonNode, depth: number, label: string): void {
  if (node.kind === 'literal' || node.kind === 'string') {
    lines.push({ sign, depth, text: label + scalarText(node) })
    return
  }
  const [open, close] = node.kind === 'object' ? '{}' : '[]'
  const isEmpty = node.kind === 'object' ? node.members.length === 0 : node.items.length === 0
  lines.push({ sign, depth, text: `${label}${open}${isEmpty ? close : ''}` })
  if (isEmpty) return
  if (node.kind === 'array') for (const item of node.items) write(lines, sign, item, depth + 1, '')
  else for (const [name, value] of node.members) write(lines, sign, value, depth + 1, labelOf(name))
  lines.push({ sign, depth, text: `${close}` })
}

/** The label of a member, whose name is given as it was written. */
function labelOf(name: string): string {
  return `${plainString(name)}: `
}

/** A string with as few escapes as JSON permits, so that it is equal however it was written. */
function plainString(written: string): string {
  // Only a backslash and half of a pair of surrogates can be written otherwise.
  return /[\\\ud800-\udfff]/.test(written) ? JSON.stringify(JSON.parse(written)) : written
}

function scalarText({ kind, text }: { kind: 'literal' | 'string'; text: string }): string {
  return kind === 'string' ? plainString(text) : text
}

/** Numbers texts: equal ones have the same number. */
function numbering(): (text: string) => number {
  const numbers = new Map<string, number>()
  return (text) => {
    const number = numbers.get(text) ?? numbers.size
    numbers.set(text, number)
    return number
  }
}

/**
 * Numbers the values of one comparison: two have the same number when they are equal, whatever the order of their members is. The number of a
 * value takes time in proportion to the value, once.
 */
export function valueNumbering(): (node: JsonNode) => number {
  const numberOf = numbering()
  const known = new Map<JsonNode, number>()
  const identity = (node: JsonNode): number => {
    const number = known.get(node) ?? numberOf(shapeOf(node))
    known.set(node, number)
    return number
  }

  /** A text that two values share when they are of one kind and hold equal values. */
  function shapeOf(node: JsonNode): string {
    if (node.kind === 'array') return `[${node.items.map(identity).join()}`
    if (node.kind !== 'object') return scalarText(node)
    const members = node.members.map(([name, value]) => `${plainString(name)}:${identity(value)}`)
    return `{${members.sort().join()}`
  }

  return identity
}

/** Lines that are shown, or equal lines that are folded away. */
type Fold = { lines: readonly DiffLine[]; hidden?: undefined } | { lines?: undefined; hidden: number }

/** Folds away the equal lines that are further than `around` lines from a difference. */
export function fold(lines: readonly DiffLine[], around = 3): Fold[] {
  const isShown = new Uint8Array(lines.length)
  lines.forEach(({ sign }, index) => {
    if (sign !== ' ') isShown.fill(1, Math.max(0, index - around), index + around + 1)
  })
  const folds: Fold[] = []
  let start = 0
  for (let index = 1; index <= lines.length; index++) {
    if (index < lines.length && isShown[index] === isShown[start]) continue
    folds.push(isShown[start] ? { lines: lines.slice(start, index) } : { hidden: index - start })
    start = index
  }
  return folds
}
