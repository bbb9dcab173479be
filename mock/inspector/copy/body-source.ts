import { createIdentities } from '../diff/identity'
import { readJson } from '../../http/json/read-json'
import { Expression, quoted, sourceOf } from './source-text'

/** The value of a JSON text, `undefined` where JavaScript would write another text for it: other digits, or fewer members. */
export function exactValue(text: string): { value: unknown } | undefined {
  const { node } = readJson(text)
  if (!node) return undefined
  const value = JSON.parse(text) as unknown
  const again = readJson(JSON.stringify(value)).node
  const identities = createIdentities()
  return again && identities.of(node) === identities.of(again) ? { value } : undefined
}

/**
 * A body as an expression that makes the same bytes: `JSON.stringify` of a readable value where that writes the body letter by letter,
 * else the text itself.
 */
export function bodySource(text: string, indent: string): Expression {
  const exact = exactValue(text)
  const isSame = exact !== undefined && JSON.stringify(exact.value) === text
  return new Expression(isSame ? `JSON.stringify(${sourceOf(exact.value, indent)})` : quoted(text))
}
