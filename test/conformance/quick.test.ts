import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checks, type Report } from '@event-delivery/conformance'
import { makeFolder } from '../support/folder'
import { callCommand } from './command'
import { startService } from './service'

const folder = await makeFolder(afterAll)
const service = await startService()

test('a quick run reports what it left out as not applicable, and how to have it judged', async () => {
  const path = join(folder, 'quick.json')
  const { status, out } = await callCommand([
    ...service.flags,
    '--quick',
    '--only',
    'EV-3,EV-4',
    '--json',
    path,
  ])
  expect(status, out).toBe(0)
  const report = JSON.parse(await readFile(path, 'utf8')) as Report
  const named = checks.filter((check) => check.rules.some((rule) => rule === 'EV-3' || rule === 'EV-4'))
  expect(report.checks).toHaveLength(named.length)
  const leftOut = report.checks.filter(({ remedy }) => remedy === 'without --quick')
  expect(new Set(leftOut.map((one) => one.status))).toEqual(new Set(['not-applicable']))
  expect(leftOut.map(({ id }) => id).sort()).toEqual(
    named.flatMap(({ id, quick }) => (quick ? [] : [id])).sort(),
  )
  expect(report.summary.notApplicable).toBe(leftOut.length)
  expect(out).toContain('A quick run leaves it out. Judged by: without --quick')
})

test('--quick beside --only makes the quick checks among those that are named, and says where there are none', async () => {
  const { status, err } = await callCommand([...service.flags, '--quick', '--only', 'EV-11'])
  expect({ status, err }).toEqual({
    status: 2,
    err: '--quick makes none of the checks that --only names: leave one of the two out.\n',
  })
})
