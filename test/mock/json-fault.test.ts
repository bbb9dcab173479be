import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonFault } from '../../mock/control/explain/json-fault'

const isJson = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test('a text has a fault exactly where the platform cannot parse it', () => {
  const near = fc
    .tuple(
      fc.json(),
      fc.nat(),
      fc.constantFrom('', ',', '"', "'", '}', '[', ':', '\\', '\n', '0', '.', 'e', '-', 'n', '\u00a0'),
      fc.nat(2),
    )
    .map(([json, at, letter, cut]) => {
      const place = at % (json.length + 1)
      return json.slice(0, place) + letter + json.slice(place + cut)
    })
  fc.assert(
    fc.property(fc.oneof(near, fc.string(), fc.json()), (text) => {
      expect(jsonFault(text) === undefined).toBe(isJson(text))
    }),
    { numRuns: 3_000 },
  )
})

test.each([
  ['{"a":1,}', 1, 7, 'This comma is one too many: } follows it.'],
  ["{'a':1}", 1, 2, 'JSON has double quotation marks alone.'],
  ['{\n  a: 1\n}', 2, 3, 'The name a needs double quotation marks.'],
  ['{"a":1\n"b":2}', 2, 1, 'Here stands a text, and a comma or } was to come.'],
  ['{"a":1', 1, 7, 'The text ends before } closes it.'],
  ['', 1, 1, 'The text holds no value.'],
  ['{"a":NaN}', 1, 6, 'JSON has no NaN.'],
  ['{"a":01}', 1, 6, 'Here stands 01, and a value was to come.'],
  ['{"a":"b', 1, 6, 'This text is not closed by a quotation mark.'],
  [
    '{"a":"b\nc"}',
    1,
    6,
    'A text holds a line break or a control character, which has to be written as \\n or \\u0000.',
  ],
  ['{} // done', 1, 4, 'JSON has no comments.'],
  ['{"a" 1}', 1, 6, 'Here stands 1, and a colon was to come.'],
  [String.raw`{"a":"\q"}`, 1, 6, 'A backslash in this text begins no escape of JSON.'],
])('%j is faulty at line %d, column %d', (text, line, column, hint) => {
  expect(jsonFault(text)).toMatchObject({ line, column, hint })
})
