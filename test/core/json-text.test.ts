import { expect, test } from 'vitest'
import { parseJsonText } from '../../src/core/json-text'

test.each([
  ['{', 1],
  ['', 0],
  ['[1,2,,]', 5],
  ['[1 2]', 3],
  ['{"a":01}', 6],
  ["{'a':1}", 1],
  ['{"a":[1,{"b":]}', 13],
  ['[1}', 2],
  ['{"a"}', 4],
  ['[tru]', 1],
  ['1 2', 2],
  ['{"a":"b\nc"}', 7],
  ['{"a":"b\\x"}', 7],
  ['{"a":"b', 5],
  ['['.repeat(100_000), 501],
])('%j stops being JSON at %d', (text, place) => {
  let fault: unknown
  try {
    parseJsonText(text)
  } catch (error) {
    fault = error
  }
  expect(fault).toMatchObject({ name: 'JsonFault', at: place })
})
