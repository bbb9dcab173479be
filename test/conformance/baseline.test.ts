import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { reportToHtml, runChecks, type RunOptions } from '@event-delivery/conformance'
import { verdictLine } from '../contract/command/terminal'
import { mutantOf } from '../mutants/find'
import { makeFolder } from '../support/folder'
import { refusalOf } from './command'
import { createTarget } from '../support/backend'
import { named } from '../support/judged'

const folder = await makeFolder(afterAll)
const { break: breakage } = mutantOf('deletion-returns-nothing')
const only = named('delete-webhook', 'webhook-id')
const known = { reason: 'mended with release 4', until: '2999-12-31' }

function judge(broken: boolean, baseline: RunOptions['baseline']) {
  return runChecks(broken ? createTarget({}, breakage) : createTarget(), only, { baseline })
}

test('a known failure is a warning that gives its reason and its last day', async () => {
  for (const entry of [{ check: 'delete-webhook' }, { rule: 'WD-2' }]) {
    const report = await judge(true, [{ ...entry, ...known }])
    const result = report.checks.find(({ id }) => id === 'delete-webhook')
    expect(result).toMatchObject({ status: 'warned' })
    expect(result?.message).toMatch(/^Known until 2999-12-31 \(mended with release 4\)\. WD-2: /)
    expect(report.verdict).toBe('conformant')
  }
})

test('a verdict that rests on known failures says how many and until when', async () => {
  const report = await judge(true, [{ check: 'delete-webhook', ...known }])
  expect(verdictLine(report)).toMatch(
    /^nothing new broken, \d+ of \d+ rules judged with 1 known failure until 2999-12-31: mode /,
  )
  expect(reportToHtml(report)).toContain('but for 1 known failure until 2999-12-31.')
  expect(verdictLine(await judge(false, []))).toMatch(/^nothing broken, \d+ of \d+ rules judged: mode /)
})

test('a known failure excuses no other one', async () => {
  const report = await judge(true, [{ rule: 'WH-8', ...known }])
  expect(report.checks.find(({ id }) => id === 'delete-webhook')?.status).toBe('failed')
})

test('what no longer fails has to leave the baseline', async () => {
  const report = await judge(false, [{ check: 'delete-webhook', ...known }])
  const stale = report.checks.find(({ id }) => id === 'BASELINE-delete-webhook')
  expect(stale).toMatchObject({
    status: 'failed',
    message: 'BASELINE: What it names no longer fails: take it out.',
  })
  expect(report.verdict).toBe('non-conformant')
})

test('what was not judged is not stale', async () => {
  const report = await judge(false, [{ check: 'deliver-to-subscriber', ...known }])
  expect(report.verdict).toBe('conformant')
})

test('after its last day a known failure fails, and so does its entry', async () => {
  const report = await judge(true, [{ check: 'delete-webhook', ...known, until: '2020-02-29' }])
  const failed = report.checks.filter(({ status }) => status === 'failed').map(({ id }) => id)
  expect(failed).toEqual(['delete-webhook', 'BASELINE-delete-webhook'])
})

test('a baseline that is wrong is refused with the entry and what is wrong there', async () => {
  const path = join(folder, 'baseline.json')
  for (const [entry, told] of [
    [null, 'entry 2 is no object.'],
    [{ check: 5, ...known }, 'entry 2 names something that is no text.'],
    [{ rule: 'WD-99', ...known }, 'entry 2 names WD-99, which does not exist.'],
    [{ rule: 'WD-2', ...known, reason: ' ' }, 'entry 2 gives no reason.'],
    [{ rule: 'WD-2', ...known, untill: '' }, 'entry 2 has an unknown field untill. Did you mean until?'],
    [{ check: 'delete-webhooks', ...known }, 'does not exist. Did you mean delete-webhook?'],
    [{ check: 'delete-webhook', ...known, until: '2999-02-31' }, 'entry 2 has no last day "until"'],
    [{ check: 'delete-webhook', reason: 'x' }, 'entry 2 has no last day "until"'],
    [{ check: 'delete-webhook', rule: 'WD-2', ...known }, 'entry 2 names no check and no rule, or both'],
  ] as const) {
    await writeFile(path, JSON.stringify({ known: [{ rule: 'WD-2', ...known }, entry] }))
    expect(await refusalOf(['--base-url', 'http://127.0.0.1:9', '--baseline', path])).toContain(told)
  }
})
