import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indentJson } from '../../../mock/inspector/text/indent-json'
import { faultInWords } from '../../../mock/inspector/text/fault-words'
import { jsonPieces } from '../../../mock/inspector/text/json-pieces'
import { duration } from '../../../mock/inspector/text/times'
import { visiblePieces } from '../../../mock/inspector/text/visible'
import { anyLetter } from '../../support/any-letter'

test('letters that hide or turn a line round are named', () => {
  const shown = (text: string) =>
    visiblePieces(text)
      .map(({ text: piece, named }) => (named ? `⟨${piece}⟩` : piece))
      .join('')
  expect(shown('a\u202Eb\u200Bc\0d\uFEFF')).toBe('a⟨U+202E⟩b⟨U+200B⟩c⟨U+0000⟩d⟨U+FEFF⟩')
  expect(shown('\uD800x')).toBe('⟨U+D800⟩x')
  expect(shown('Tee 👩‍💻 مرحبا\n\tgrün')).toBe('Tee 👩‍💻 مرحبا\n\tgrün')
})

test('every letter of a text is shown, as it is or by its name', () => {
  // Letters that hide are rare among all letters. U+E0041 is one of those that are two units long.
  const letter = fc.oneof(
    fc.string({ unit: anyLetter, minLength: 1, maxLength: 1 }),
    fc.constantFrom('a', '\u200b', '\u202e', '\u2066', '\ud800', '\u{e0041}', '\u{1f600}'),
  )
  const texts = fc.array(letter).map((letters) => letters.join(''))
  fc.assert(
    fc.property(texts, (text) => {
      const back = visiblePieces(text)
        .map(({ text: piece, named }) => (named ? String.fromCodePoint(parseInt(piece.slice(2), 16)) : piece))
        .join('')
      expect(back).toBe(text)
      for (const piece of visiblePieces(text)) {
        if (!piece.named) expect(piece.text).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b]/)
      }
    }),
  )
})

test('an indented text has the same value and the same spelling of each part', () => {
  expect(indentJson('{"n":12345678901234567890.10,"n":[],"o":{}, "a" : [1,"x\\u0041"]}')).toBe(
    '{\n  "n": 12345678901234567890.10,\n  "n": [],\n  "o": {},\n  "a": [\n    1,\n    "x\\u0041"\n  ]\n}',
  )
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = indentJson(JSON.stringify(value))
      if (typeof value !== 'object' || value === null) expect(text).toBeUndefined()
      else expect(text).toBe(JSON.stringify(value, null, 2))
    }),
  )
})

test('what is no JSON is not indented', () => {
  expect(indentJson('{"a":1')).toBeUndefined()
  expect(indentJson('<b>1</b>')).toBeUndefined()
})

test('durations have their two largest units', () => {
  expect(duration(-1)).toBe('0 ms')
  expect(duration(120)).toBe('120 ms')
  expect(duration(65_000)).toBe('1 min 5 s')
  expect(duration(86_400_000 * 3 + 60_000)).toBe('3 d')
})

test('the pieces of a JSON text are the whole text, and tell its values apart', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(80), (json, end) => {
      for (const text of [json, json.slice(0, end)]) {
        expect(
          jsonPieces(text)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(text)
      }
      const values = jsonPieces(json).filter(({ kind }) => kind === 'number' || kind === 'word')
      for (const { text } of values) expect(() => JSON.parse(text) as unknown).not.toThrow()
    }),
  )
  expect(jsonPieces('{"a:": [-1.5e3, "\\"b", null]}').filter(({ kind }) => kind)).toEqual([
    { text: '"a:"', kind: 'name' },
    { text: '-1.5e3', kind: 'number' },
    { text: '"\\"b"', kind: 'string' },
    { text: 'null', kind: 'word' },
  ])
})

test('the cause of an unusual answer is told in words', () => {
  expect(faultInWords('fault_1; kind=status; seed=6588; draw=2')).toBe('fault status (fault_1, draw 2)')
  expect(faultInWords('fault_2; kind=latency; seed=1; draw=1, Prefer; code=503; delay=20')).toBe(
    'fault latency (fault_2, draw 1) · preferred code=503, delay=20',
  )
})
