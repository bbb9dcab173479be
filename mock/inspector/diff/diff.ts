import { align } from './align'
import { compareJson } from './compare-json'
import type { DiffLine } from './diff-line'
import { readJson } from '../../http/json/read-json'

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
  const numbers = new Map<string, number>()
  const numberOf = (line: string) => {
    const number = numbers.get(line) ?? numbers.size
    numbers.set(line, number)
    return number
  }
  return align(left.map(numberOf), right.map(numberOf)).map(([before, after]) => {
    const sign = before === undefined ? '+' : after === undefined ? '-' : ' '
    return { sign, depth: 0, text: (before === undefined ? right[after as number] : left[before]) ?? '' }
  })
}

function counted(kind: Diff['kind'], lines: readonly DiffLine[]): Diff {
  let removed = 0
  let added = 0
  for (const { sign } of lines) {
    if (sign === '-') removed++
    if (sign === '+') added++
  }
  return { kind, lines, removed, added }
}
