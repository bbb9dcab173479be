import { expect, test } from 'vitest'
import { checks, explain, runChecks, type Report, type RunOptions } from '@event-delivery/conformance'
import { resolveDialect } from '@event-delivery/mock'
import type { CompleteDialect, Dialect } from '../../generated/dialect'
import { dialectOf, fields, pairwiseRows } from '../support/pairwise'
import { dialectCases } from './dialects'
import { createTarget } from '../support/backend'

const rows = pairwiseRows().map((row) => resolveDialect(dialectOf(row)))
// A twin plays the dialect that was seen, which is the row's again. A few rows show it here, the soak shows all.
const twins = process.env.SOAK_RUNS ? rows : rows.filter((_, index) => index % 10 === 0)

function judge(dialect: Dialect): Promise<Report> {
  const target = createTarget({ dialect, plan: 'enterprise:10' })
  return runChecks(target, checks, { mode: 'full', plan: 10, prefix: 'loop', seed: 1, samples: 10 })
}

/** The dialect that a healthy service shows: all of its own but the codes of errors that it never answers with. */
function shown({ errorCodes, ...rest }: CompleteDialect): Dialect {
  const { 401: unauthorized = '', 403: forbidden = '', 429: limited = '' } = errorCodes
  const refuses = rest.missingScopeStatus === 403 || rest.expiredKeyStatus === 403
  const codes = { 401: unauthorized, 429: limited, ...(refuses ? { 403: forbidden } : {}) }
  return played({ ...rest, errorCodes: codes })
}

/** The fields of a dialect that the rows hold. */
function played(dialect: Dialect): Dialect {
  return Object.fromEntries(
    Object.entries(dialect).filter(([field]) => fields.includes(field as keyof Dialect)),
  )
}

function findings({ checks: results }: Report): string[] {
  return results.filter(({ status }) => ['failed', 'errored', 'could-not-run'].includes(status)).map(explain)
}

for (const [index, dialect] of rows.entries()) {
  test(`a deployment in a whole dialect is conformant and seen as it is (row ${index})`, async () => {
    const first = await judge(dialect)
    expect(findings(first)).toEqual([])
    expect(played(first.dialect)).toEqual(shown(dialect))
    expect(first.verdict).toBe('conformant')
    if (!twins.includes(dialect)) return
    const twin = await judge(first.dialect)
    const seen = ({ checks: results }: Report) =>
      results.map(({ id, status, message }) => ({ id, status, message }))
    expect(seen(twin)).toEqual(seen(first))
    expect(twin.dialect).toEqual(first.dialect)
  })
}

for (const { dialect, seen = dialect, because, checks: only, options } of dialectCases) {
  const title = `a deployment with ${JSON.stringify(dialect)} is conformant and seen as it is`
  test(because ? `${title}, but ${because}` : title, async () => {
    const own = checks.filter(({ id }) => only.includes(id))
    const settings: RunOptions = { mode: 'full', ...options }
    const report = await runChecks(createTarget({ dialect }), own, settings)
    expect(own.length).toBe(only.length)
    expect(findings(report)).toEqual([])
    expect(report.dialect).toMatchObject(seen)
    expect(report.verdict).toBe('conformant')
  })
}
