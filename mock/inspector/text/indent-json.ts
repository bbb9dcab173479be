import { writeJson } from '../../../src/core/json-text'
import { readJson } from '../../http/json/read-json'

const indented = { indent: '  ', space: ' ', sorted: false, string: (written: string) => written }

/**
 * A JSON text with line ends and indents. Every value stays as it is written, also numbers that JavaScript would round, and
 * names that come twice. `undefined` for what is no JSON object or array.
 */
export function indentJson(text: string): string | undefined {
  const { node } = readJson(text)
  return node?.kind === 'object' || node?.kind === 'array' ? writeJson(node, indented) : undefined
}
