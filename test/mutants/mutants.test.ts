import { expect, test, vi } from 'vitest'
import { checks, runChecks } from '@event-delivery/conformance'
import { rules } from '../../generated/rules'
import { inProcess } from '../conformance/in-process'
import { mutants } from './index'

vi.setConfig({ testTimeout: 60_000 })

const levels = new Map(rules.map(({ id, level }) => [id, level]))

for (const { id, rule, title, break: breakage, keys, plan } of mutants) {
  test(`a backend is found to break ${rule}: ${title} (${id})`, async () => {
    const own = checks.filter((check) => check.rules.includes(rule))
    const target = inProcess({}, breakage)
    const report = await runChecks({ ...target, keys: { ...target.keys, ...keys } }, own, {
      mode: 'full',
      plan,
    })
    const named = report.checks.filter(({ violates }) => violates?.includes(rule))
    const statuses = report.checks.map((check) => `${check.id}: ${check.status} ${check.message}`)
    expect(named, statuses.join('\n')).not.toEqual([])
    expect(report.checks.filter(({ status }) => status === 'errored')).toEqual([])
    const wanted = levels.get(rule) === 'should' ? 'warned' : 'failed'
    expect(named.map(({ status }) => status)).toContain(wanted)
  })
}

test('every rule that a check judges has a mutant', () => {
  const broken = new Set(mutants.map(({ rule }) => rule))
  const judged = rules
    .filter(({ id }) => checks.some((check) => check.rules.includes(id)))
    .map(({ id }) => id)
  expect(judged.filter((id) => !broken.has(id))).toEqual([])
})
