import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultDialect, dialectFields, dialectSchema, validateDialect } from '../../generated/dialect'
import { examples } from '../../generated/examples'
import { operations } from '../../generated/operations'
import { requestValidators } from '../../generated/request-validators.js'
import { responseValidators } from '../../generated/response-validators.js'
import { documentOf } from '../../mock/document/document'
import { resolveDialect, type Dialect } from '@event-delivery/mock'
import type { JsonSchema, Validate, ValidationError } from '../../openapi/model'
import { areEqual, charactersIn } from '../../openapi/schema-check'

const validators: Record<string, Validate<unknown>> = { ...requestValidators, ...responseValidators }
const bodies = Object.values(operations).flatMap(({ id, request, responses }) => [
  ...(request ? [{ place: `${id} request`, ...request }] : []),
  ...Object.entries(responses).map(([status, response]) => ({ place: `${id} ${status}`, ...response })),
])

for (const { place, schema, examples: named } of bodies) {
  test(`the examples of ${place} fit their schema`, () => {
    const validate = validators[String(schema)]!
    for (const name of Object.values(named)) {
      expect(validate(examples[name]), `${name}: ${JSON.stringify(validate.errors)}`).toBe(true)
    }
  })
}

const event = examples.orderPaid as Record<string, unknown>

test.each([
  ['an id without its prefix', { ...event, id: '01JD3Q8X5AZ7V0M2' }, '/id'],
  ['a bare prefix', { ...event, id: 'evt_' }, '/id'],
  ['a local time', { ...event, created: '2026-11-21T03:00:00+01:00' }, '/created'],
  ['a time without a zone', { ...event, created: '2026-11-21T03:00:00' }, '/created'],
  ['a month that does not exist', { ...event, created: '2026-13-21T03:00:00Z' }, '/created'],
])('an event with %s is refused', (_, value, path) => {
  expect(responseValidators.Event(value)).toBe(false)
  expect(responseValidators.Event.errors?.[0]?.instancePath).toBe(path)
})

test.each([
  '2026-11-21T03:00:00Z',
  '2026-11-21T03:00:00.123456Z',
  '2026-11-21T03:00:00+00:00',
  '2026-11-21T03:00Z',
])('the UTC time %s is accepted', (created) => {
  expect(responseValidators.Event({ ...event, created })).toBe(true)
})

test('the default dialect is a dialect, and so is an empty one', () => {
  expect(validateDialect(defaultDialect)).toBe(true)
  expect(validateDialect({})).toBe(true)
})

test.each([
  [{ listOrder: 'random' }, '/listOrder'],
  [{ createEventStatus: 204 }, '/createEventStatus'],
  [{ defaultPageSize: 0 }, '/defaultPageSize'],
  [{ operations: { retrieveEvent: 'GET /v1/events' } }, '/operations/retrieveEvent'],
])('the dialect %j is refused', (dialect, path) => {
  expect(validateDialect(dialect)).toBe(false)
  expect(validateDialect.errors?.map(({ instancePath }) => instancePath)).toContain(path)
})

test('a dialect is judged as Ajv judges it, with the same errors', () => {
  const judged = new Ajv2020({ allErrors: true, strict: false, inlineRefs: false }).compile(dialectSchema)
  const samples = Object.entries(dialectFields).flatMap(([field, { samples }]) =>
    samples.map((sample: unknown): [string, unknown] => [field, sample]),
  )
  const stray = fc.oneof(fc.jsonValue(), fc.constantFrom('', 204, 1e9, null, [], {}, { '': {} }))
  const entry = fc.oneof(
    fc.constantFrom(...samples),
    fc.tuple(fc.constantFrom(...Object.keys(dialectFields)), stray),
    fc.tuple(fc.string(), stray),
    // A legal value in which one part is missing, renamed or another.
    fc.tuple(fc.constantFrom(...samples), fc.nat(), stray).map(([[field, sample], seed, value]) => {
      const changed = structuredClone(sample)
      changePart(changed, seed, value)
      return [field, changed] as [string, unknown]
    }),
  )
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 4 }), (entries) => {
      const value: unknown = Object.fromEntries(entries)
      expect(validateDialect(value)).toBe(judged(value))
      const paths = ({ instancePath, keyword, params, message }: Partial<ValidationError>) => ({
        ...{ instancePath, keyword, params, message },
      })
      expect((validateDialect.errors ?? []).map(paths)).toEqual((judged.errors ?? []).map(paths))
    }),
    { numRuns: 500 },
  )
})

/** Changes one part of a JSON value, at any depth. */
function changePart(value: unknown, seed: number, given: unknown): void {
  if (typeof value !== 'object' || value === null) return
  const parts = value as Record<string, unknown>
  const names = Object.keys(parts)
  const name = names[seed % (names.length + 1)]
  if (name === undefined) parts.stray = given
  else if (typeof parts[name] === 'object' && seed % 5 > 1) changePart(parts[name], seed >> 2, given)
  else if (seed % 3 === 0) delete parts[name]
  else parts[name] = given
}

test('validators run where code may not be made from strings', () => {
  const file = fileURLToPath(new URL('../../generated/response-validators.js', import.meta.url))
  const script = `import(${JSON.stringify(file)}).then(({ validateEvent }) => console.log(validateEvent({})))`
  const output = execFileSync(process.execPath, ['--disallow-code-generation-from-strings', '-e', script])
  expect(output.toString().trim()).toBe('false')
})

test.each<[one: unknown, other: unknown, same: boolean]>([
  [1, 1, true],
  [null, {}, false],
  [{}, null, false],
  [[], {}, false],
  [[1, { a: null }], [1, { a: null }], true],
  [[1], [1, 2], false],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [{ a: undefined }, { b: undefined }, false],
])('%j and %j are the same value of a schema: %j', (one, other, same) => {
  expect(areEqual(one, other)).toBe(same)
})

test('the length of a text is that of its code points', () => {
  expect(charactersIn('a😀é')).toBe(3)
  // A validator counts them only where the units of a text may be too many.
  const fits = (type: string) => requestValidators.EventCreate({ type, data: {} })
  expect([fits('😀'.repeat(256)), fits('😀'.repeat(257)), fits('')]).toEqual([true, false, false])
})

test.each<[dialect: Dialect, bounds: object]>([
  [{}, { minLength: 1, maxLength: 256 }],
  [{ maxTypeLength: 300 }, { minLength: 1, maxLength: 300 }],
  [{ maxTypeLength: null }, { minLength: 1 }],
  [{ emptyType: 'accept' }, { maxLength: 256 }],
])('the document of the dialect %j bounds the length of a type as the dialect does', (dialect, bounds) => {
  const { schemas } = documentOf(resolveDialect(dialect)).components
  const resolved = ({ $ref, ...schema }: JsonSchema): JsonSchema =>
    typeof $ref === 'string' ? resolved(schemas[$ref.split('/').at(-1) ?? ''] ?? {}) : schema
  const { properties = {} } = resolved({ $ref: 'EventCreate' }) as { properties?: Record<string, JsonSchema> }
  const bounded = Object.entries(resolved(properties.type ?? {})).filter(([name]) => /Length$/.test(name))
  expect(Object.fromEntries(bounded)).toEqual(bounds)
})
