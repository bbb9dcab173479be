import { expect, test } from 'vitest'
import { checks, runChecks } from '@event-delivery/conformance'
import * as mock from '@event-delivery/mock'
import { compareWithTwin } from '../contract/twin/comparison'
import { createTarget } from '../support/backend'
import { templateOf } from '../contract/probes/choices/refusal'
import type { Dialect } from '../../generated/dialect'
import type { MockModule } from '../contract/twin/mock'

/** The dialect that a run sees of a mock, and the exchanges in which its twin differs. */
async function twinOf(dialect: Dialect) {
  const report = await runChecks(createTarget({ dialect }), checks, { mode: 'full', seed: 1, samples: 5 })
  const options = { mode: 'full', signal: new AbortController().signal } as const
  const played = mock as unknown as MockModule
  const { exchanges, total } = await compareWithTwin(
    createTarget({ dialect }),
    report.dialect,
    played,
    options,
  )
  return {
    seen: report.dialect,
    total,
    differing: exchanges.filter(({ differences }) => differences.length > 0),
  }
}

test('a mock with every default cannot be told from its twin', async () => {
  const { seen, total, differing } = await twinOf({})
  expect(differing).toEqual([])
  expect(total).toBeGreaterThan(60)
  expect(seen.errors).toMatchObject({
    invalidLimit: { message: 'limit must be at least 1.' },
    nonIntegerLimit: { message: 'limit must be an integer.' },
    wrongMethod: { message: '{value} is not allowed here. Allowed: {methods}.' },
    emptyEvents: { message: 'events must not be empty.' },
    duplicateEvents: { message: 'events must not hold the same element twice.' },
    mixedEvents: { message: 'events must hold * alone, or event types without it.' },
  })
})

test('a mock that says much of each refusal, and sends no Allow, cannot be told from its twin', async () => {
  const errors: Dialect['errors'] = {
    invalidLimit: { message: 'No page has {value} items.' },
    nonIntegerLimit: { status: 422, message: '{value} is no number.', code: 'no_number' },
    unknownParameter: { status: 422, message: 'Who asked for {value}?', param: '{value}' },
    wrongMethod: { message: 'Cannot {value} {path}, but {methods}.' },
    invalidData: { message: 'Expected object, received {kind}' },
    duplicateEvents: { message: 'Twice: {value}' },
    mixedEvents: { status: 422, message: 'All, and some?' },
  }
  const { seen, differing } = await twinOf({ allow: 'absent', unknownParameters: 'reject', errors })
  expect(differing).toEqual([])
  expect(seen.unknownParameters).toBe('reject')
  expect(seen.errors).toMatchObject(errors)
})

test('a value that is part of a word in a single text is no place for values', () => {
  expect(templateOf([{ value: 'ten', text: 'This was written often.' }])).toBe('This was written often.')
  expect(templateOf([{ value: 'ten', text: 'limit "ten" is bad.' }])).toBe('limit "{value}" is bad.')
})

test('a further value stands in a template only where it explains several texts', () => {
  const texts = [
    { value: '"text"', values: { kind: 'string' }, text: 'data must hold no string.' },
    { value: '42', values: { kind: 'number' }, text: 'data must hold no string.' },
  ]
  expect(templateOf(texts)).toBe('data must hold no string.')
  const telling = texts.map((one) => ({ ...one, text: `not ${one.values.kind}` }))
  expect(templateOf(telling)).toBe('not {kind}')
})
