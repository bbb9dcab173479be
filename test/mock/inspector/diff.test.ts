import fc from 'fast-check'
import { expect, test } from 'vitest'
import { align } from '../../../mock/inspector/diff/align'
import { type DiffLine, diffTexts, fold, type Sign } from '../../../mock/inspector/diff/diff'

/** The text of one side, with the commas that the lines leave out. */
function sideOf(lines: readonly DiffLine[], side: Sign): string {
  const texts = lines.filter(({ sign }) => sign === ' ' || sign === side).map(({ text }) => text)
  const opens = (text: string) => /[{[]$/.test(text) && !/"$/.test(text)
  const closes = (text = '') => text === '}' || text === ']'
  return texts
    .map((text, index) =>
      opens(text) || index === texts.length - 1 || closes(texts[index + 1]) ? text : `${text},`,
    )
    .join('\n')
}

const shown = (left: string, right: string) =>
  diffTexts(left, right).lines.map(({ sign, depth, text }) => `${sign} ${'  '.repeat(depth)}${text}`)

// Few names and values, so that two values have much in common.
const { value: values } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(0, 1, 2, 'a', 'b', null, true, '{', '"]', ''),
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__', '1'), tie('value'), { maxKeys: 4 }),
  ),
}))

test('the lines of each side are its value', () => {
  fc.assert(
    fc.property(values, values, (left, right) => {
      const { kind, lines } = diffTexts(JSON.stringify(left), JSON.stringify(right))
      expect(kind).toBe('json')
      expect(JSON.parse(sideOf(lines, '-'))).toEqual(JSON.parse(JSON.stringify(left)))
      expect(JSON.parse(sideOf(lines, '+'))).toEqual(JSON.parse(JSON.stringify(right)))
    }),
    { numRuns: 2_000 },
  )
})

test('equal values have no differences, in whatever order their members stand', () => {
  fc.assert(
    fc.property(values, (value) => {
      const turned = JSON.stringify(value, (_name, member: unknown) =>
        typeof member === 'object' && member !== null && !Array.isArray(member)
          ? Object.fromEntries(Object.entries(member).reverse())
          : member,
      )
      expect(diffTexts(JSON.stringify(value), turned)).toMatchObject({ removed: 0, added: 0 })
    }),
  )
})

test('texts that are no JSON are compared line by line, and each side is its text', () => {
  const line = fc.constantFrom('', 'a', 'b', '{', 'c')
  const text = fc.array(line, { maxLength: 12 }).map((lines) => `${lines.join('\n')}\n<`)
  fc.assert(
    fc.property(text, text, (left, right) => {
      const { kind, lines } = diffTexts(left, right)
      expect(kind).toBe('text')
      const side = (sign: Sign) => lines.filter((line) => line.sign === ' ' || line.sign === sign)
      expect(
        side('-')
          .map((line) => line.text)
          .join('\n'),
      ).toBe(left)
      expect(
        side('+')
          .map((line) => line.text)
          .join('\n'),
      ).toBe(right)
    }),
  )
})

test('as few places as can be are called different', () => {
  const sequence = fc.array(fc.nat({ max: 3 }), { maxLength: 12 })
  /** The length of the longest common subsequence, found by trying everything. */
  const common = (left: number[], right: number[]): number => {
    if (left.length === 0 || right.length === 0) return 0
    if (left[0] === right[0]) return 1 + common(left.slice(1), right.slice(1))
    return Math.max(common(left.slice(1), right), common(left, right.slice(1)))
  }
  fc.assert(
    fc.property(sequence, sequence, (left, right) => {
      const pairs = align(left, right)
      expect(pairs.flatMap(([at]) => at ?? [])).toEqual(left.map((_, index) => index))
      expect(pairs.flatMap(([, at]) => at ?? [])).toEqual(right.map((_, index) => index))
      const same = pairs.filter(([before, after]) => before !== undefined && after !== undefined)
      for (const [before, after] of same) expect(left[before as number]).toBe(right[after as number])
      expect(same).toHaveLength(common(left, right))
    }),
  )
})

test('a changed member, a new one and one that went are told apart', () => {
  expect(
    shown('{"type":"a","data":{"total":1,"old":[]}}', '{"data":{"total":2,"new":{}},"type":"a"}'),
  ).toEqual([
    '  {',
    '    "type": "a"',
    '    "data": {',
    '-     "total": 1',
    '+     "total": 2',
    '-     "old": []',
    '+     "new": {}',
    '    }',
    '  }',
  ])
})

test('an item that came first does not make all others different, and a replaced item faces its successor', () => {
  expect(shown('[1,{"a":1,"b":2},3]', '[0,1,{"a":1,"b":9},3]')).toEqual([
    '  [',
    '+   0',
    '    1',
    '    {',
    '      "a": 1',
    '-     "b": 2',
    '+     "b": 9',
    '    }',
    '    3',
    '  ]',
  ])
})

test('numbers that a double cannot tell apart are different', () => {
  expect(diffTexts('[9007199254740993]', '[9007199254740992]')).toMatchObject({ removed: 1, added: 1 })
  expect(diffTexts('{"a":1,"a":2}', '{"a":1}')).toMatchObject({ removed: 1, added: 0 })
})

test('two megabytes that have nothing in common are compared within the bound of the search', () => {
  const numbers = (step: number) =>
    JSON.stringify(Array.from({ length: 150_000 }, (_, index) => index * step + 1))
  const { lines, removed, added } = diffTexts(numbers(7), numbers(11).replaceAll('1', '2'))
  expect(removed + added).toBeGreaterThan(200_000)
  expect(lines.length).toBeLessThanOrEqual(300_002)
  const long = 'x'.repeat(2 ** 20)
  expect(diffTexts(long, `${long}y`)).toMatchObject({ kind: 'text', removed: 1, added: 1 })
})

test('equal lines far from a difference are folded away, and none is lost', () => {
  const signs = fc.array(fc.constantFrom<Sign>(' ', ' ', ' ', ' ', ' ', '+', '-'), { maxLength: 60 })
  fc.assert(
    fc.property(signs, fc.nat({ max: 4 }), (given, around) => {
      const lines = given.map((sign, index) => ({ sign, depth: 0, text: String(index) }))
      const folds = fold(lines, around)
      expect(folds.reduce((sum, part) => sum + (part.lines?.length ?? part.hidden ?? 0), 0)).toBe(
        lines.length,
      )
      let at = 0
      for (const part of folds) {
        const size = part.lines?.length ?? part.hidden ?? 0
        const isNear = (index: number) =>
          given.slice(Math.max(0, index - around), index + around + 1).some((sign) => sign !== ' ')
        for (let index = at; index < at + size; index++) expect(isNear(index)).toBe(part.lines !== undefined)
        at += size
      }
    }),
  )
})
