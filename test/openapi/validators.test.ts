import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { validateDialect } from '../../generated/dialect-validators.js'
import { defaultDialect } from '../../generated/dialect'
import { examples } from '../../generated/examples'
import { operations } from '../../generated/operations'
import { requestValidators } from '../../generated/request-validators.js'
import { responseValidators } from '../../generated/response-validators.js'
import type { Validate } from '../../openapi/model'

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

test('validators run where code may not be made from strings', () => {
  const file = fileURLToPath(new URL('../../generated/response-validators.js', import.meta.url))
  const script = `import(${JSON.stringify(file)}).then(({ validateEvent }) => console.log(validateEvent({})))`
  const output = execFileSync(process.execPath, ['--disallow-code-generation-from-strings', '-e', script])
  expect(output.toString().trim()).toBe('false')
})
