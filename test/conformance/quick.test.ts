import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checks, quickChecks, runChecks, type Report } from '@event-delivery/conformance'
import type { Dialect } from '../../generated/dialect'
import { countRun } from './request-counts'
import { createTarget } from '../support/backend'
import { makeFolder } from '../support/folder'
import { named, ofRules } from '../support/judged'
import { callCommand, refusalOf } from './command'
import { permits } from '../contract/engine/options'
import { startService } from './service'

const folder = await makeFolder(afterAll)
const service = await startService()

// Each run waits a while for what should not come.
test.concurrent.each(['read-only', 'non-disruptive', 'full'] as const)(
  'a quick run sends at most 60 requests in mode %s',
  async (mode) => {
    const counts = [...(await countRun(mode, quickChecks)).values()]
    const sent = counts.reduce((sum, { requests }) => sum + requests, 0)
    const permitted = quickChecks.filter((check) => permits(mode, check.mode))
    expect(sent).toBeGreaterThan(permitted.length / 2)
    expect(sent).toBeLessThanOrEqual(60)
  },
)

test('a quick run makes checks of the whole run, and no others', () => {
  expect(quickChecks.filter((check) => !checks.includes(check))).toEqual([])
})

test('a quick run reports what it left out as not applicable, and how to have it judged', async () => {
  const path = join(folder, 'quick.json')
  const only = ['--quick', '--only', 'EV-3,EV-4', '--json', path]
  const { status, out } = await callCommand([...service.flags, ...only])
  expect(status, out).toBe(0)
  const report = JSON.parse(await readFile(path, 'utf8')) as Report
  const all = ofRules(/^EV-[34]$/)
  const made = all.filter(({ quick }) => quick)
  const others = all.filter(({ quick }) => !quick)
  expect(made.length).toBeGreaterThan(0)
  expect(report.checks).toHaveLength(made.length + others.length)
  const leftOut = report.checks.filter(({ remedy }) => remedy === 'without --quick')
  expect(new Set(leftOut.map((one) => one.status))).toEqual(new Set(['not-applicable']))
  expect(leftOut.map(({ id }) => id).sort()).toEqual(others.map(({ id }) => id).sort())
  expect(report.summary.notApplicable).toBe(leftOut.length)
  expect(out).toContain('A quick run leaves it out. Judged by: without --quick')
})

test('--quick beside --only makes the quick checks among those that are named, and says where there are none', async () => {
  expect(await refusalOf([...service.flags, '--quick', '--only', 'EV-11'])).toBe(
    'event-delivery-conformance: --quick makes none of the checks that --only names: leave one of the two out.\n',
  )
})

const pinned: Dialect = { createEventStatus: 202, challenge: 'Bearer', maxTypeLength: 256 }

test('a quick run judges the pinned choices that it sees, and was not asked for the others', async () => {
  const target = createTarget({ dialect: { createEventStatus: 202 } })
  const report = await runChecks(target, quickChecks, { mode: 'non-disruptive', dialect: pinned })
  const of = (field: string) => report.checks.find(({ id }) => id === `DIALECT-${field}`)
  expect(of('maxTypeLength')).toMatchObject({ status: 'not-applicable', remedy: 'without --quick' })
  expect(report.verdict).toBe('conformant')
})

test('a pinned dialect spares the requests that find its choices out, and has them confirmed', async () => {
  const dialect = { idempotency: { in: 'body', name: 'dedupe_key' }, maxPayloadBytes: 262_144 } as const
  const judge = (id: string, pinned?: Dialect) =>
    runChecks(createTarget({ dialect }), named(id), { mode: 'non-disruptive', dialect: pinned })
  const fields = { 'idempotency-creates-one': 'idempotency', 'largest-payload': 'maxPayloadBytes' } as const
  for (const [id, field] of Object.entries(fields)) {
    const found = await judge(id)
    const confirmed = await judge(id, { [field]: dialect[field] })
    expect(confirmed.checks.map(({ status }) => status)).not.toContain('could-not-run')
    expect(confirmed.dialect[field]).toEqual(found.dialect[field])
    expect(confirmed.requests).toBeLessThanOrEqual(0.6 * found.requests)
  }
})
