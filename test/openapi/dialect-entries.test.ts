import { expect, test } from 'vitest'
import { dialectEntries } from '../../openapi/generate/dialect-entries'
import type { DialectEntry, Rulebook } from '../../openapi/generate/document'

const right: DialectEntry = {
  default: 'yes',
  seenBy: 'any key',
  schema: { description: 'Whether it is so.', enum: ['yes', 'no'] },
}

/** A rulebook with one question of each entry, whose field is `isSo`. */
const rulebookOf = (...entries: object[]): Rulebook => ({
  chapters: {},
  rules: [],
  openQuestions: entries.map((entry, index) => ({
    id: `OQ-0${index + 1}`,
    question: 'Is it so?',
    default: 'Yes.',
    alternatives: ['no'],
    dialect: { isSo: entry as DialectEntry },
  })),
})

test('a field comes with its name and its question', () => {
  expect(dialectEntries(rulebookOf(right))).toEqual([{ field: 'isSo', openQuestion: 'OQ-01', ...right }])
})

const wrong: [name: string, entries: object[], message: string][] = [
  ['a missing default', [{ ...right, default: undefined }], "it must have required property 'default'"],
  ['a missing need', [{ ...right, seenBy: undefined }], "it must have required property 'seenBy'"],
  ['a default that is illegal', [{ ...right, default: 'maybe' }], '"maybe" does not fit its schema'],
  ['a sample that is illegal', [{ ...right, samples: ['yes', 'maybe'] }], '"maybe" does not fit its schema'],
  ['a single sample', [{ ...right, samples: ['yes'] }], 'it.samples must NOT have fewer than 2 items'],
  ['a name in error', [{ ...right, sample: ['yes', 'no'] }], "it has an unknown property 'sample'"],
  [
    'a range without samples',
    [{ ...right, default: 1, schema: { description: 'How many.', type: 'integer' } }],
    "it must have required property 'samples'",
  ],
  [
    'a forbidden value without a reason',
    [{ ...right, schema: { ...right.schema, not: { enum: ['no'] } } }],
    "it.schema.not must have required property 'description'",
  ],
  ['a field that another question has', [right, right], 'another question has a field of this name'],
]

test.each(wrong)('%s in the rulebook is refused by name', (_name, entries, message) => {
  const question = `OQ-0${entries.length}`
  const given = rulebookOf(...entries.map((entry) => JSON.parse(JSON.stringify(entry)) as object))
  expect(() => dialectEntries(given)).toThrow(`rules.yaml: ${question}, isSo: `)
  expect(() => dialectEntries(given)).toThrow(message)
})
