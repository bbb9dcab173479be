import { expect, test } from 'vitest'
import { runChecks, type Check, type Mode, type Report } from '@event-delivery/conformance'
import { describeMissing, missingFlags } from '../contract/reports/missing-flags'
import { verdictLine } from '../contract/command/terminal'
import { callCommand } from './command'
import { createTarget } from '../support/backend'
import { ofRules } from '../support/judged'
import { startService } from './service'

type Result = Report['checks'][number]

const result = (rule: string, status: Result['status'], remedy?: string): Result => ({
  ...{ id: rule, title: '', rules: [rule], level: 'must', status, message: '', durationMs: 1, evidence: [] },
  remedy,
})

test('the flags of the rules that were not judged are told with how many rules they would add', () => {
  const told = (...all: Result[]) => describeMissing({ checks: all })
  const plan = [
    result('LM-1', 'not-applicable', '--plan'),
    result('LM-2', 'not-applicable', '--mode full --plan'),
  ]
  expect(told(plan[0] as Result)).toBe('--plan would add 1 rule')
  expect(told(plan[0] as Result, result('AU-15', 'not-applicable', '--expired-key KEY'))).toBe(
    '--expired-key and --plan would add 2 rules',
  )
  expect(told(result('EV-1', 'could-not-run', '--idempotency header:NAME or body:NAME'))).toBe(
    '--idempotency would add 1 rule',
  )
  expect(told(result('EV-1', 'not-applicable', 'without --quick'))).toBe('without --quick would add 1 rule')
  expect(told(result('EV-1', 'passed'), result('EV-1', 'not-applicable', '--plan'))).toBeUndefined()
  expect(told(result('EV-1', 'not-applicable'))).toBeUndefined()
})

test('of two modes the greater one is told, and a flag that does for several rules is told once', () => {
  const missing = missingFlags({
    checks: [
      ...['EV-1', 'EV-2', 'EV-3'].map((rule) => result(rule, 'not-applicable', '--mode non-disruptive')),
      ...['DL-1', 'DL-2'].map((rule) => result(rule, 'not-applicable', '--mode full')),
      result('DL-2', 'not-applicable', '--receiver-url'),
    ],
  })
  expect(missing).toEqual({ flags: ['--mode full'], rules: 5 })
})

const flagged: Readonly<Record<string, object>> = { '--plan': { plan: 10 }, '--mode full': { mode: 'full' } }

test('the flags that a run tells have as many rules judged as it says', async () => {
  const only = ofRules(/^(LM|DL-2|EV-3)/)
  const judgedWith = async (options: { mode?: Mode; plan?: number }, some: readonly Check[] = only) =>
    runChecks(createTarget(), some, options)
  const before = await judgedWith({ mode: 'full' })
  const { flags, rules } = missingFlags(before)
  expect(flags).toEqual(['--plan'])
  const after = await judgedWith({ mode: 'full', ...flagged['--plan'] })
  expect(after.summary.coverage.judged - before.summary.coverage.judged).toBe(rules)
  expect(verdictLine(before)).toMatch(new RegExp(` s; --plan would add ${rules} rules$`))
})

test('the line of the verdict says what to add', async () => {
  const service = await startService()
  const { out } = await callCommand([
    ...service.flags,
    '--only',
    'list-status,deliver-by-post-to-the-url,LM-1',
  ])
  expect(out).toMatch(/ s; --mode full would add 4 rules\n$/)
})
