import type { JsonNode } from '../../http/json/json-node'

/** Numbers values so that two have the same number when they are equal, whatever the order of their members is. */
export interface Identities {
  /** The number of a value. Takes time in proportion to the value, once. */
  of(node: JsonNode): number
}

/** Makes the numbers for the values of one comparison. */
export function createIdentities(): Identities {
  const numbers = new Map<string, number>()
  const known = new Map<JsonNode, number>()

  function numberOf(shape: string): number {
    const found = numbers.get(shape)
    if (found !== undefined) return found
    numbers.set(shape, numbers.size)
    return numbers.size - 1
  }

  function of(node: JsonNode): number {
    const before = known.get(node)
    if (before !== undefined) return before
    const made = numberOf(shapeOf(node))
    known.set(node, made)
    return made
  }

  /** A text that two values share when they are of one kind and hold equal values. */
  function shapeOf(node: JsonNode): string {
    if (node.kind === 'scalar') return node.text
    if (node.kind === 'array') return `[${node.items.map(of).join()}`
    const members = node.members.map(([name, value]) => `${JSON.stringify(name)}:${of(value)}`)
    return `{${members.sort().join()}`
  }

  return { of }
}
