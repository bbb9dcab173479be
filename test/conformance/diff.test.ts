import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checks, runChecks, type Report } from '@event-delivery/conformance'
import { mutants } from '../mutants/index'
import { makeFolder } from '../support/folder'
import { callCommand } from './command'
import { createTarget } from '../support/backend'

const folder = await makeFolder(afterAll)
const path = (name: string) => join(folder, name)
const only = checks.filter(({ id }) => ['create-event', 'list-order', 'delete-webhook'].includes(id))

const breakage = mutants.find(({ rule }) => rule === 'WD-2')?.break
const reports: Record<string, Report> = {
  'newest.json': await runChecks(createTarget(), only),
  'again.json': await runChecks(createTarget(), only),
  'broken.json': await runChecks(createTarget({ dialect: { listOrder: 'oldest-first' } }, breakage), only),
}
for (const [name, report] of Object.entries(reports)) await writeFile(path(name), JSON.stringify(report))
await writeFile(path('dialect.json'), '{ "listOrder": "newest-first", "createEventStatus": 201 }')
await writeFile(path('no-dialect.json'), '{ "listorder": "newest-first" }')

const diff = (a: string, b: string) => callCommand(['diff', path(a), path(b)])

test('two runs that saw the same do not differ, and the status is 0', async () => {
  expect(await diff('newest.json', 'again.json')).toEqual({ status: 0, out: 'They are the same.\n', err: '' })
})

test('two reports differ in choices, verdict and checks, and the status is 1', async () => {
  const { status, out } = await diff('newest.json', 'broken.json')
  expect(status).toBe(1)
  expect(out.split('\n')).toEqual(
    expect.arrayContaining([
      'verdict: conformant -> non-conformant',
      'dialect.listOrder: newest-first -> oldest-first',
      'delete-webhook: passed -> failed (WD-2)',
    ]),
  )
  expect(out).not.toContain('create-event: passed -> passed')
})

test('a dialect is compared with the one of a report', async () => {
  const { status, out } = await diff('dialect.json', 'broken.json')
  expect({ status, out }).toEqual({ status: 1, out: 'dialect.listOrder: newest-first -> oldest-first\n' })
})

test('what is neither a dialect nor a report is named, and the status is 2', async () => {
  const { status, err } = await diff('dialect.json', 'no-dialect.json')
  expect(status).toBe(2)
  expect(err).toContain('no-dialect.json is no dialect: it has an unknown field listorder.')
  expect((await diff('dialect.json', 'missing.json')).err).toContain('there is no such file')
  expect((await callCommand(['diff', path('dialect.json')])).status).toBe(2)
})
