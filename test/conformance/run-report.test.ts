import { expect, test } from 'vitest'
import { CouldNotRun, runChecks, Violation } from '@event-delivery/conformance'
import { createClock } from '@event-delivery/mock'
import { createTarget } from '../support/backend'
import { madeUp, ofRules } from '../support/judged'
import { webhooksOf } from './service'

const some = ofRules(/^(PG-1|EV-3|WH-1)$/)

test('a report holds all that its run can be repeated with, and no key', async () => {
  const args = ['--mode', 'full', '--live-key', 'sk_live_mock', '--plan', '10']
  const settings = {
    ...{ samples: 3, plan: 10, rate: 500, idempotency: { in: 'header', name: 'Idempotency-Key' } as const },
    ...{ listingTimeout: 1_000, deliveryTimeout: 2_000, requestTimeout: 3_000, timeLimit: 4_000 },
  }
  const options = { ...settings, mode: 'full', seed: 7, invocation: { args } } as const
  const report = await runChecks(createTarget({ plan: 'free' }), some, options)
  expect(report).toMatchObject({
    seed: 7,
    mode: 'full',
    keys: ['live', 'test', 'scoped', 'expired'],
    settings,
    invocation: { args: ['--mode', 'full', '--live-key', '$EVENT_DELIVERY_LIVE_KEY', '--plan', '10'] },
  })
  expect(report.requests).toBeGreaterThan(some.length)
  expect(report).not.toHaveProperty('notes')
  expect(JSON.stringify(report)).not.toContain('sk_live_mock')
})

test('the rules that a summary counts as judged are those that the report shows as judged', async () => {
  const fails = madeUp(() => Promise.reject(new CouldNotRun('It is too late.')), { rules: ['EV-3'] })
  const report = await runChecks(createTarget(), [...some, fails])
  const judged = report.rules.filter(({ state }) => ['kept', 'broken', 'warned'].includes(state))
  expect(report.summary.coverage.judged).toBe(judged.length)
  expect(report.rules.find(({ id }) => id === 'EV-3')?.state).toBe('could-not-run')
  expect(report.rules.length).toBe(report.summary.coverage.total)
})

test('a result names the clauses of its rules, or of those that it found broken', async () => {
  const both = { rules: ['EV-7', 'PG-3'] }
  const fails = madeUp(() => Promise.reject(new Violation('PG-3', 'It is longer.')), both)
  const report = await runChecks(createTarget(), [madeUp(async () => undefined, both), fails])
  const limit = 'GET /v1/events, limit; Limits, page size'
  expect(report.checks.map(({ restsOn }) => restsOn)).toEqual([`Event, field id; ${limit}`, limit])
  expect(report.checks[1]?.leavesOpen).toBe('A limit over 100 may be refused or taken for 100.')
  const silent = { ...createTarget(), fetch: () => Promise.reject(new TypeError('fetch failed')) }
  const [unmade] = (await runChecks(silent, [madeUp(async () => undefined, both)])).checks
  expect(unmade).toMatchObject({ status: 'could-not-run', restsOn: `Event, field id; ${limit}` })
})

test('a ledger that cannot be kept costs neither the verdict nor the clean-up, and is told once', async () => {
  const target = createTarget()
  let written = 0
  const record = () => {
    written += 1
    if (written > 2) throw new Error('ENOSPC: no space left on device')
  }
  const report = await runChecks(target, some, { mode: 'full', record })
  expect(report.verdict).toBe('conformant')
  expect(report.notes).toEqual(['The ledger could not be kept: ENOSPC: no space left on device'])
  expect(written).toBe(3)
  expect(await webhooksOf(target)).toEqual([])
})

test('a run leaves no timer behind', async () => {
  const { backend, baseUrl, fetch, keys } = createTarget({ clock: createClock({ running: true }) })
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  const before = timers()
  await runChecks({ baseUrl, fetch, keys }, [])
  expect(timers()).toBe(before)
  await backend.close()
})
