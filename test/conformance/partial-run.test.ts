import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import {
  exitStatus,
  reportToBadge,
  reportToHtml,
  reportToMarkdown,
  runChecks,
  type Report,
} from '@event-delivery/conformance'
import { rules } from '../../generated/rules'
import { verdictLine } from '../contract/command/terminal'
import { makeFolder } from '../support/folder'
import { createTarget } from '../support/backend'
import { ofRules } from '../support/judged'
import { callCommand } from './command'
import { reportOf } from './report-sample'
import { startService } from './service'

const { flags } = await startService()
const folder = await makeFolder(afterAll)
/** A report whose checks passed, one for each of these rules. */
function keeping(kept: readonly { id: string }[]): Report {
  const { error: _error, ...sample } = reportOf('harmless')
  const passed = sample.checks.find(({ status }) => status === 'passed')!
  const summary = { ...sample.summary, coverage: { judged: kept.length, total: rules.length } }
  const results = kept.map(({ id }) => ({ ...passed, id: `check-of-${id}`, rules: [id] }))
  return { ...sample, verdict: 'conformant', summary, checks: results }
}

const judgeable = rules.filter(({ unjudged }) => unjudged === undefined)

test('a run that left rules out says in each headline how many it judged, and none of them is green', async () => {
  const report = await runChecks(createTarget(), ofRules(/^PG-2$/))
  const { judged, total } = report.summary.coverage
  const headline = `othing broken, ${judged} of ${total} rules judged`
  const page = reportToHtml(report)
  expect(page).toContain(`<h1>N${headline}</h1>`)
  expect(page).toContain('<header class="verdict info">')
  expect(reportToMarkdown(report)).toContain(`### Event delivery: n${headline}`)
  expect(verdictLine(report)).toContain(`n${headline}: mode non-disruptive, `)
  const badge = reportToBadge(report)
  expect(badge).toContain(`nothing broken ${judged}/${total}`)
  expect(badge).not.toContain('#177245')
  expect([report.verdict, exitStatus(report.verdict)]).toEqual(['conformant', 0])
})

test('a run that judged all that can be judged is called conformant, and one rule less is not', () => {
  expect(reportToHtml(keeping(judgeable))).toContain('<h1>Conformant</h1>')
  expect(reportToHtml(keeping(judgeable.slice(1)))).toContain('<h1>Nothing broken, ')
})

test('what would have more rules judged begins a sentence, also where it is no flag', () => {
  const [first] = reportOf('harmless').checks
  const byHand = {
    ...first!,
    status: 'not-applicable' as const,
    rules: [judgeable[0]!.id],
    remedy: 'a request by hand',
  }
  const report = keeping(judgeable.slice(1))
  const page = reportToHtml({ ...report, checks: [...report.checks, byHand] })
  expect(page).toContain('is kept. A request by hand would add 1 rule.')
})

test('rules of an operation that the service does not offer keep no run from being called conformant', () => {
  const report = keeping(judgeable.slice(1))
  const [first] = report.checks
  const offered = (remedy?: string) => ({
    ...report,
    checks: [
      ...report.checks,
      { ...first!, rules: [judgeable[0]!.id], status: 'not-applicable' as const, remedy },
    ],
  })
  expect(reportToHtml(offered())).toContain('<h1>Conformant</h1>')
  expect(reportToHtml(offered('--plan'))).toContain('<h1>Nothing broken, ')
})

test('a run that only observed judged nothing: it is incomplete, says what it saw and what to do', async () => {
  const { status, out } = await callCommand([...flags, '--only', 'list-order'])
  expect(status).toBe(3)
  expect(out).toMatch(
    /\nNothing was judged\. list-order: .+ Run a check that judges a rule: --list shows them\.\n/,
  )
  expect(out).toMatch(/\nincomplete: mode /)
})

test('a run whose checks do not apply judged nothing, and names the flag that would', async () => {
  const { status, out } = await callCommand([...flags, '--mode', 'read-only', '--only', 'create-event'])
  expect(status).toBe(3)
  expect(out).toMatch(/\nNothing was judged\. --mode non-disruptive would add \d+ rules\.\n/)
})

test('a run that only planted is incomplete and says when to verify; with other checks its verdict is theirs', async () => {
  const plant = [...flags, '--plant', join(folder, 'planted.json'), '--only']
  const planted = await callCommand([...plant, 'idempotency-24-hours'])
  expect(planted.status).toBe(3)
  expect(planted.out).toMatch(/\nNothing was judged\. .*Planted\. --verify judges it from \S+Z to \S+Z\.\n/)
  expect((await callCommand([...plant, 'idempotency-24-hours,PG-2'])).status).toBe(0)
})
