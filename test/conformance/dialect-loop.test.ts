import { expect, test } from 'vitest'
import { checks, runChecks, type Report } from '@event-delivery/conformance'
import { defaultDialect, type CompleteDialect, type Dialect } from '../../generated/dialect'
import { dialectRows } from './dialect-rows'
import { inProcess } from './in-process'

/** Paths that cannot be found have to be told: a run pins them, and them alone. */
const told = ({ operations }: Dialect): Dialect => ({ operations })

function judge(dialect: Dialect, pinned: Dialect): Promise<Report> {
  return runChecks(inProcess({ dialect, plan: 'enterprise:10' }), checks, {
    mode: 'full',
    plan: 10,
    dialect: pinned,
    prefix: 'loop',
    seed: 1,
  })
}

/** What a service in this dialect shows: all but the codes of answers that it never gives. */
function shown({ errorCodes, ...rest }: CompleteDialect): Dialect {
  const { 401: unauthorized, 403: forbidden, 429: limited } = errorCodes
  const refuses = rest.missingScopeStatus === 403 || rest.expiredKeyStatus === 403
  const codes = { 401: unauthorized, 429: limited, ...(refuses ? { 403: forbidden } : {}) }
  return { ...rest, errorCodes: codes }
}

const observations = ({ checks: results }: Report) =>
  results.map(({ id, status, message }) => ({ id, status, message }))

for (const [index, dialect] of dialectRows.entries()) {
  test(`a whole dialect is seen as it is, and its twin cannot be told from it (${index + 1})`, async () => {
    const first = await judge(dialect, told(dialect))
    expect(first.dialect).toEqual(shown(dialect))
    const twin = await judge(first.dialect, told(first.dialect))
    expect(observations(twin)).toEqual(observations(first))
    expect(twin.dialect).toEqual(first.dialect)
    expect(first.verdict).toBe('conformant')
  })
}

test('every field of a dialect stands in the rows with more than one value', () => {
  const fields = Object.keys(defaultDialect) as (keyof CompleteDialect)[]
  const same = fields.filter(
    (field) => new Set(dialectRows.map((row) => JSON.stringify(row[field]))).size < 2,
  )
  expect(same).toEqual([])
})
