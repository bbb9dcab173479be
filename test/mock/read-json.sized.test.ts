import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonParts } from '../../mock/http/json-members'
import { readJson } from '../../mock/http/json/read-json'
import { deepestJson, type JsonNode } from '../../src/core/json-text'
import { sized } from '../support/tier'

const numRuns = sized({ test: 500, more: 3_000, soak: 100_000 })

/** The value that `JSON.parse` makes of what was read. */
function valueOf(node: JsonNode): unknown {
  if (node.kind === 'array') return node.items.map(valueOf)
  if (node.kind !== 'object') return JSON.parse(node.text)
  // As JSON.parse does, a name that comes twice has its last value, and `__proto__` is a name like any other.
  return Object.fromEntries(node.members.map(([name, value]) => [JSON.parse(name), valueOf(value)]))
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

const words = ['true', 'false', 'null', '\\u00', '\ufeff', '\u00a0']
const piece = fc.oneof(fc.constantFrom(...'{}[],:"\\ \n\t-01.e', ...words), fc.string({ maxLength: 3 }))
/** Texts that are JSON, nearly so, or hardly. */
const texts = fc.oneof(
  fc.json(),
  fc.tuple(fc.json(), fc.nat(), fc.nat({ max: 3 }), piece).map(([json, at, length, put]) => {
    const start = at % (json.length + 1)
    return json.slice(0, start) + put + json.slice(start + length)
  }),
  fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
)

test('a text is read exactly when JSON.parse reads it, and as the same value', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const { node } = readJson(text)
      expect(node && { value: valueOf(node) }).toEqual(parsed(text))
    }),
    { numRuns },
  )
})

test('an error stands at the first letter that no JSON could have there', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const { error } = readJson(text)
      if (!error) return
      expect(error.offset).toBeLessThanOrEqual(text.length)
      const lines = text.slice(0, error.offset).split('\n')
      expect(error.line).toBe(lines.length)
      expect(error.column).toBe([...(lines.at(-1) ?? '')].length + 1)
      expect(error.message).toMatch(/\.$/)
    }),
    { numRuns },
  )
})

test('numbers keep their digits, and repeated names all their values', () => {
  const { node } = readJson('{"a": 12345678901234567890, "a": 1.0}')
  expect(node).toEqual({
    kind: 'object',
    members: [
      ['"a"', { kind: 'literal', text: '12345678901234567890', at: 6 }],
      ['"a"', { kind: 'literal', text: '1.0', at: 33 }],
    ],
  })
})

test.each([
  ['', 1, 1, 'There is no JSON yet.'],
  ['{"type": "order.paid",}', 1, 23, 'The comma before } is one too many. Remove it.'],
  ['[1, 2, ]', 1, 8, 'The comma before ] is one too many. Remove it.'],
  ['{type: 1}', 1, 2, 'A name stands in double quotes: "type".'],
  ["{'type': 1}", 1, 2, `Names and strings stand in straight double quotes ("), not in '.`],
  ['{"type": order.paid}', 1, 10, 'A string stands in double quotes: "order.paid".'],
  ['{\n  "type" "order.paid"\n}', 2, 10, 'A colon is missing between the name and its value. Here is “"”.'],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'A comma or } is missing before “"”.'],
  ['{"a": True}', 1, 7, 'JSON writes true in small letters.'],
  ['{"a": undefined}', 1, 7, 'JSON has no undefined. Write null, or leave the member out.'],
  ['{"a": 1 // one\n}', 1, 9, 'JSON has no comments. Remove this one.'],
  [
    '{"a": "b\n"}',
    1,
    9,
    'A string ends on its line. Close it with ", or write a line end as \\n and a tab as \\t.',
  ],
  ['{"a": "\\x"}', 1, 8, 'Behind a backslash stands one of " \\ / b f n r t, or u with four hex digits.'],
  ['{"a": "b', 1, 7, 'The string that begins here has no closing ".'],
  [
    '{"a": 01}',
    1,
    8,
    'This is no number as JSON writes it: no leading zero, one point, digits on both sides of it.',
  ],
  ['{"a": .5}', 1, 7, 'A number begins with a digit: 0.5, not .5.'],
  ['{"a": 1', 1, 8, '} is missing at the end.'],
  ['{"a": }', 1, 7, 'A value is missing. Here is “}”.'],
  ['{} {}', 1, 4, 'The value ends before “{”. Remove what follows it.'],
  ['{"ключ": "😀", b: 1}', 1, 15, 'A name stands in double quotes: "b".'],
])('%j is wrong in line %i, column %i: %s', (text, line, column, message) => {
  expect(readJson(text).error).toMatchObject({ line, column, message })
})

test('a value that is nested too deeply is refused, however deep it is', () => {
  expect(readJson('['.repeat(deepestJson) + ']'.repeat(deepestJson)).node).toBeDefined()
  const message = 'The value is nested more than 500 levels deep.'
  expect(readJson('['.repeat(100_000)).error).toMatchObject({ column: 502, message })
})

/** An object put together of the parts of its text. */
function assembled(text: string): unknown {
  const whole: Record<string, unknown> = {}
  const set = (name: string, value: unknown) =>
    Object.defineProperty(whole, name, { value, enumerable: true, writable: true, configurable: true })
  for (const { name, text: part, isElement } of jsonParts(new TextEncoder().encode(text), 1_000)) {
    if (isElement) (whole[name] as unknown[]).push(JSON.parse(part as string))
    else set(name, part === undefined ? [] : JSON.parse(part))
  }
  return whole
}

test('the parts of a JSON object make up what JSON.parse reads, and what it refuses is refused', () => {
  const object = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue())
  const spaced = object.chain((value) =>
    fc.constantFrom(...[0, 1, 7].map((n) => JSON.stringify(value, null, n))),
  )
  const broken = fc
    .record({
      text: spaced,
      at: fc.nat(60),
      sign: fc.constantFrom('', ',', ':', '"', '[', ']', '{', '}', '\\', 'x'),
    })
    .map(({ text, at, sign }) => text.slice(0, at) + sign + text.slice(at + 1))
  fc.assert(
    fc.property(fc.oneof(spaced, broken), (given) => {
      // Half of a pair of surrogates cannot be sent.
      const text = Buffer.from(given).toString()
      let expected: unknown
      try {
        expected = JSON.parse(text)
      } catch {
        expect(() => assembled(text)).toThrow(SyntaxError)
        return
      }
      if (typeof expected !== 'object' || expected === null || Array.isArray(expected)) return
      expect(assembled(text)).toEqual(expected)
    }),
    { numRuns },
  )
})
