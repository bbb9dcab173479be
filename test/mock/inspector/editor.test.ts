import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedHeaders, headersIn, headersText } from '../../../mock/inspector/acts/resend'
import { excerptOf, placeInWords } from '../../../mock/inspector/acts/json-editor'
import { readJson } from '../../../mock/http/json/read-json'

const names = fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/)
const values = fc.stringMatching(/^[!-~]([ -~]{0,12}[!-~])?$/)
const fields = fc.dictionary(names, values, { noNullPrototype: true })

test('headers that are written as lines are read again as the same headers', () => {
  fc.assert(
    fc.property(fields, (headers) => {
      const { found, problem } = headersIn(headersText(headers))
      expect(problem).toBeUndefined()
      expect({ ...found }).toEqual({ ...headers })
      expect(changedHeaders(headers, found)).toBeUndefined()
    }),
  )
})

test('the changes of headers lead from the earlier ones to the later ones', () => {
  fc.assert(
    fc.property(fields, fields, (before, after) => {
      const result: Record<string, string> = { ...before }
      for (const [name, value] of Object.entries(changedHeaders(before, after) ?? {})) {
        if (value === null) delete result[name]
        else result[name] = value
      }
      expect(result).toEqual({ ...after })
    }),
  )
})

test.each(['no header', ': empty', 'a b: c', 'ä: b'])('the line %j is told to be no header', (line) => {
  expect(headersIn(`x-a: 1\n\n${line}`).problem).toBe('Line 3 is no header. Write it as name: value.')
})

test('the excerpt of an error has the letter at which the text stops being JSON', () => {
  const piece = fc.constantFrom('{', '}', '"a"', ':', ',', '1', '\n', '😀', ' ', "'")
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
      const text = pieces.join('')
      const { error } = readJson(text)
      if (!error) return
      const { before, at, after } = excerptOf(text, error)
      const line = text.split('\n')[error.line - 1] ?? ''
      expect(line).toContain(before + at + after)
      expect(at).toBe([...line][error.column - 1] ?? '')
      expect([...before, ...after].length).toBeLessThanOrEqual(64)
    }),
  )
})

test('an error is told by its line, its column and what would be right', () => {
  const { error } = readJson('{\n  "a": 1,\n}')
  expect(error && placeInWords(error)).toBe(
    'Line 3, column 1: The comma before } is one too many. Remove it.',
  )
})
