import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { openQuestions, rules } from '../../generated/rules'
import { operations } from '../../generated/operations'
import { readText } from '../support/root'

const document = parse(readText('openapi/openapi.yaml')) as Record<string, unknown>

/** Every value of the extension `key`, wherever it stands. */
function* valuesOf(key: string, node: unknown = document): Generator<string> {
  if (typeof node !== 'object' || node === null) return
  for (const [name, value] of Object.entries(node)) {
    if (name === key) yield* [value].flat() as string[]
    else yield* valuesOf(key, value)
  }
}

test('every open question that the document marks stands in the rulebook', () => {
  const known = openQuestions.map(({ id }) => id)
  const marked = [...valuesOf('x-open-question')]
  expect(marked.length).toBeGreaterThan(20)
  expect(marked.filter((id) => !known.includes(id))).toEqual([])
})

test('the document marks every bound of the length of a text, of which the interface has none', () => {
  const unmarked: string[] = []
  JSON.stringify(document, (name: string, node: unknown) => {
    const { maxLength, ...rest } = Object(node) as Record<string, unknown>
    if (maxLength !== undefined && !('x-open-question' in rest)) unmarked.push(name)
    return node
  })
  expect(unmarked).toEqual([])
})

test('every rule binds operations that exist', () => {
  for (const rule of rules) {
    expect(
      rule.operations.filter((id) => !(id in operations)),
      rule.id,
    ).toEqual([])
  }
})

test('every operation is bound by rules', () => {
  const bound = new Set(rules.flatMap((rule) => rule.operations))
  expect(Object.keys(operations).filter((id) => !bound.has(id))).toEqual([])
})

test('rule and question ids are unique', () => {
  const ids = [...rules, ...openQuestions].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('the open questions are numbered from OQ-01 on without a gap', () => {
  expect(openQuestions.map(({ id }) => id)).toEqual(
    openQuestions.map((_, index) => `OQ-${String(index + 1).padStart(2, '0')}`),
  )
  expect(openQuestions.length).toBeGreaterThanOrEqual(34)
})

test('every operation is authenticated, tells its errors and marks what is assumed', () => {
  for (const operation of Object.values(operations)) {
    const statuses = Object.keys(operation.responses)
    expect(statuses, operation.id).toEqual(expect.arrayContaining(['401', '429', '500', '4XX', '5XX']))
    for (const [status, response] of Object.entries(operation.responses)) {
      expect(response.schema, `${operation.id} ${status}`).not.toBeNull()
      expect(Object.keys(response.examples), `${operation.id} ${status}`).not.toEqual([])
    }
    expect(operation.responses['429']?.headers).toContain('Retry-After')
  }
})

type Described = { description?: string; $ref?: string; properties?: Schemas; allOf?: Described[] }
type Schemas = Record<string, Described>

test('every schema, and every field of one, says what it is', () => {
  const silent: string[] = []
  const look = (place: string, { description, $ref, properties = {}, allOf = [] }: Described): void => {
    if (description === undefined && $ref === undefined) silent.push(place)
    for (const [name, field] of Object.entries(properties)) look(`${place}.${name}`, field)
    for (const one of allOf) look(place, { description, ...one })
  }
  const { schemas } = document.components as { schemas: Schemas }
  for (const [name, schema] of Object.entries(schemas)) look(name, schema)
  expect(silent).toEqual([])
})
