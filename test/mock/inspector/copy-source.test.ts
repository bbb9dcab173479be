import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bodySource, Expression, quoted, sourceOf, template } from '../../../mock/control/copy/source'
import { anyLetter } from '../../support/any-letter'

/** The value of an expression. */
function run(source: string, names: Record<string, unknown> = {}): unknown {
  // The text under test is the program.
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call
  return new Function(...Object.keys(names), `return (${source})`)(...Object.values(names))
}

const text = fc.oneof(
  fc.string({ unit: anyLetter }),
  fc
    .array(
      fc.constantFrom('`', "'", '"', '\\', '${', '\u2028', '\u202e', '\u0000', '\ud800', '</script>', 'é'),
    )
    .map((parts) => parts.join('')),
)

test('a value that is written as source is the same value when it runs', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: anyLetter }), (value) => {
      expect(run(sourceOf(value))).toEqual(value)
    }),
  )
  const named = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2, "a-b": 3, "1": 4}') as unknown
  const again = run(sourceOf(named))
  expect(JSON.stringify(again)).toBe(JSON.stringify(named))
  expect(Object.getPrototypeOf(again)).toBe(Object.prototype)
})

test('a text is the same text when it runs, and shows no letter that hides or turns others', () => {
  fc.assert(
    fc.property(text, (value) => {
      const source = quoted(value)
      expect(run(source)).toBe(value)
      expect(source).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
    }),
    { numRuns: 1_000 },
  )
})

test('expressions in a text stand where they stood', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const source = template([before, new Expression('secret'), after])
      expect(run(source, { secret: '<s>' })).toBe(`${before}<s>${after}`)
    }),
    { numRuns: 1_000 },
  )
})

test('a body is written so that the program sends the same bytes', () => {
  const bodies = fc.oneof(
    fc.json(),
    text,
    fc.constantFrom(
      '{"a": 1}',
      '{"n":12345678901234567890}',
      '{"a":1,"a":2}',
      '[1.0]',
      '[1e3]',
      '[-0]',
      '{"__proto__":1}',
    ),
  )
  fc.assert(
    fc.property(bodies, (body) => {
      expect(run(bodySource(body, '').text)).toBe(body)
    }),
    { numRuns: 1_000 },
  )
})
