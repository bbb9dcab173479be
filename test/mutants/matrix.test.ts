import { expect, test, vi } from 'vitest'
import { checks, runChecks } from '@event-delivery/conformance'
import { rules } from '../../generated/rules'
import { inProcess } from '../conformance/in-process'
import { mutants } from './index'

vi.setConfig({ testTimeout: 60_000 })

const levels = new Map(rules.map(({ id, level }) => [id, level]))
// Each meets its rule's own checks beside this file. The soak has every one meet the whole suite.
const sample = process.env.SOAK_RUNS ? mutants : mutants.filter((_, index) => index % 25 === 10)

for (const { id, rule, title, break: breakage, keys, plan } of sample) {
  test(`the whole suite finds that a backend breaks ${rule}: ${title} (${id})`, async () => {
    const target = inProcess({}, breakage)
    const report = await runChecks({ ...target, keys: { ...target.keys, ...keys } }, checks, {
      mode: 'full',
      plan,
      samples: 10,
    })
    const named = report.checks.filter(({ violates }) => violates?.includes(rule))
    expect(report.checks.filter(({ status }) => status === 'errored')).toEqual([])
    expect(named.map(({ status }) => status)).toContain(levels.get(rule) === 'should' ? 'warned' : 'failed')
    if (levels.get(rule) !== 'should') expect(report.verdict).toBe('non-conformant')
  })
}
