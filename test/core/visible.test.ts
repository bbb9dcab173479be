import fc from 'fast-check'
import { expect, test } from 'vitest'
import { excerpt, shortened, visible, visibleLines } from '../../src/core/visible'
import { anyLetter } from '../support/any-letter'

const tricks: Record<string, [text: string, shown: string]> = {
  'an escape sequence': ['a\u001b[2J', 'a\\u001b[2J'],
  'a control character of C1': ['\u009b2J', '\\u009b2J'],
  'a mark of direction': ['a\u202eb\u2066c\u061c', 'a\\u202eb\\u2066c\\u061c'],
  'letters of zero width': ['a\u200bb\u200dc\u2060', 'a\\u200bb\\u200dc\\u2060'],
  'a soft hyphen': ['pay\u00adpal', 'pay\\u00adpal'],
  'separators of lines': ['a\u2028b\u2029c\u0085', 'a\\u2028b\\u2029c\\u0085'],
  'a tag': ['a\u{e0041}', 'a\\udb40\\udc41'],
  'a byte order mark': ['\ufeffa', '\\ufeffa'],
  'half a letter': ['\ud800a', '\\ud800a'],
  'no character': ['\uffff', '\\uffff'],
}

test.each(Object.entries(tricks))('%s is shown as an escape, also among lines', (_, [text, shown]) => {
  expect(visible(text)).toBe(shown)
  expect(visibleLines(`${text}\n\t${text}`)).toBe(`${shown}\n\t${shown}`)
})

test('ordinary text stays as it is', () => {
  const text = 'Größe 支払い مرحبا 😀 ❤️ e\u0301 \u00a0 $&'
  expect(visible(text)).toBe(text)
})

test('a visible text is one line, and JSON keeps its value', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyLetter }), (text) => {
      expect(visible(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{NChar}]/u)
      expect(JSON.parse(visible(JSON.stringify({ text })))).toEqual({ text })
    }),
  )
})

test('the beginning of a long text ends in an ellipsis', () => {
  expect(shortened('abcdef', 6)).toBe('abcdef')
  expect(shortened('abcdef', 4)).toBe('abc…')
  expect(excerpt('a\nbcdef', 4)).toBe('a\\u000ab…')
})
