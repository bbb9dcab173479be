import { align } from './align'
import type { DiffLine, Sign } from './diff-line'
import { createIdentities, type Identities } from './identity'
import type { JsonArray, JsonMember, JsonNode, JsonObject } from '../../http/json/json-node'

/**
 * Compares two values by their structure. Members of objects are compared by their names, in whatever order they stand. Items of
 * arrays are aligned; where some were replaced, the first that went faces the first that came. The lines with the sign ` ` or `-` are the
 * left value and those with ` ` or `+` the right one, without the commas between members.
 */
export function compareJson(left: JsonNode, right: JsonNode): DiffLine[] {
  const lines: DiffLine[] = []
  compare({ lines, identities: createIdentities() }, left, right, 0, '')
  return lines
}

interface Comparison {
  lines: DiffLine[]
  identities: Identities
}

/** Adds the lines of two values that stand at the same place. `label` is the name of the member with its colon. */
function compare(
  comparison: Comparison,
  left: JsonNode,
  right: JsonNode,
  depth: number,
  label: string,
): void {
  const { lines, identities } = comparison
  if (identities.of(left) === identities.of(right)) return write(lines, ' ', left, depth, label)
  if (left.kind === 'object' && right.kind === 'object') {
    lines.push({ sign: ' ', depth, text: `${label}{` })
    compareMembers(comparison, left, right, depth + 1)
    lines.push({ sign: ' ', depth, text: '}' })
  } else if (left.kind === 'array' && right.kind === 'array') {
    lines.push({ sign: ' ', depth, text: `${label}[` })
    compareItems(comparison, left, right, depth + 1)
    lines.push({ sign: ' ', depth, text: ']' })
  } else {
    write(lines, '-', left, depth, label)
    write(lines, '+', right, depth, label)
  }
}

function compareMembers(comparison: Comparison, left: JsonObject, right: JsonObject, depth: number): void {
  const { lines } = comparison
  const came = new Map(named(right.members))
  for (const [key, [name, value]] of named(left.members)) {
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
    const count = counts.get(member[0]) ?? 0
    counts.set(member[0], count + 1)
    return [`${count}:${member[0]}`, member]
  })
}

function compareItems(comparison: Comparison, left: JsonArray, right: JsonArray, depth: number): void {
  const { lines, identities } = comparison
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
  for (const [before, after] of align(left.items.map(identities.of), right.items.map(identities.of))) {
    if (before !== undefined && after !== undefined) {
      replace()
      write(lines, ' ', left.items[before] as JsonNode, depth, '')
    } else if (before !== undefined) went.push(left.items[before] as JsonNode)
    else if (after !== undefined) came.push(right.items[after] as JsonNode)
  }
  replace()
}

/** Adds the lines of one value. */
function write(lines: DiffLine[], sign: Sign, node: JsonNode, depth: number, label: string): void {
  if (node.kind === 'scalar') {
    lines.push({ sign, depth, text: label + node.text })
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

function labelOf(name: string): string {
  return `${JSON.stringify(name)}: `
}
