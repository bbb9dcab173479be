import fc from 'fast-check'
import { expect, test } from 'vitest'
import { completed, completionsFor, takeSession, termAt } from '../../../mock/inspector/find/complete'
import { parseQuery, queryFields, writeQuery } from '../../../mock/inspector/find/query'
import { anyLetter } from '../../support/any-letter'

const term = fc.record({
  field: fc.option(fc.constantFrom(...queryFields), { nil: undefined }),
  value: fc.string({ unit: anyLetter, minLength: 1 }),
  negated: fc.boolean(),
})
const bare = (text: string) =>
  parseQuery(text).map(({ field, value, negated }) => ({ field, value, negated }))

test('a query is fields, texts, quotations and their negations', () => {
  expect(bare('type:order.* -status:2xx "shop 7" -"a \\"b\\"" paid')).toEqual([
    { field: 'type', value: 'order.*', negated: false },
    { field: 'status', value: '2xx', negated: true },
    { field: undefined, value: 'shop 7', negated: false },
    { field: undefined, value: 'a "b"', negated: true },
    { field: undefined, value: 'paid', negated: false },
  ])
})

test('what names no field is text, and a term that is being typed has no value yet', () => {
  expect(bare('https://shop.example/hooks')).toEqual([
    { field: undefined, value: 'https://shop.example/hooks', negated: false },
  ])
  expect(bare('type:')).toEqual([{ field: 'type', value: '', negated: false }])
  expect(bare('-')).toEqual([{ field: undefined, value: '', negated: true }])
  expect(bare('"not ended')).toEqual([{ field: undefined, value: 'not ended', negated: false }])
})

test('terms that are written are read as they were', () => {
  fc.assert(
    fc.property(fc.array(term), (terms) => {
      expect(bare(writeQuery(terms))).toEqual(terms)
    }),
  )
})

test('every text is a query, whose terms cover all letters but the spaces between them', () => {
  const text = fc.string({ unit: fc.constantFrom('-', ':', '"', '\\', ' ', 'type', 'id:', 'é', '\n', '*') })
  fc.assert(
    fc.property(fc.oneof(text, fc.string({ unit: anyLetter })), (given) => {
      let at = 0
      for (const { from, to } of parseQuery(given)) {
        expect(given.slice(at, from)).toMatch(/^\s*$/)
        expect(to).toBeGreaterThan(from)
        at = to
      }
      expect(given.slice(at)).toMatch(/^\s*$/)
    }),
  )
})

test('a long text of quotes and backslashes is read in a moment', () => {
  const text = '"\\'.repeat(100_000)
  expect(parseQuery(text).length).toBeGreaterThan(0)
})

test('the box offers fields, and values of the field at the caret', () => {
  const facts = {
    type: [
      { text: 'order.paid', hint: 'event type' },
      { text: 'two words', hint: '' },
    ],
  }
  expect(completionsFor('', 0, facts).map(({ text }) => text)).toEqual(queryFields.map((name) => `${name}:`))
  expect(completionsFor('-st', 3, facts)).toMatchObject([{ text: '-status:' }])
  expect(completionsFor('paid type:', 10, facts)).toMatchObject([
    { text: 'type:order.paid' },
    { text: 'type:"two words"' },
  ])
  expect(completionsFor('type:PAID', 9, facts)).toMatchObject([{ text: 'type:order.paid' }])
})

test('a completion takes the place of the term at the caret, and of no other', () => {
  const text = 'status:5xx ty shop'
  expect(completed(text, 13, { text: 'type:', hint: '' })).toEqual({
    text: 'status:5xx type:shop',
    caret: 16,
  })
  expect(completed('type:o shop', 6, { text: 'type:order.paid', hint: '' })).toEqual({
    text: 'type:order.paid shop',
    caret: 16,
  })
  expect(termAt(text, 11)).toBeUndefined()
})

test('the session that a query names leaves it', () => {
  expect(takeSession('type:order.paid session:checkout-7')).toEqual({
    session: 'checkout-7',
    rest: 'type:order.paid',
  })
  expect(takeSession('-session:a paid')).toEqual({ rest: '-session:a paid' })
})
