import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { rules } from '../../generated/rules'
import { makeFolder } from '../support/folder'
import { callCommand as run, refusalOf } from './command'
import { startService } from './service'

const folder = await makeFolder(afterAll)
const service = await startService()
const flags = [...service.flags, '--only', 'EV-2']

test('a run writes a page for each rule, a summary and a badge where it is asked to', async () => {
  const path = (name: string) => join(folder, name)
  const [pages, summary, badge] = [path('pages'), path('summary.md'), path('badge.svg')]
  const { status } = await run([...flags, '--pages', pages, '--markdown', summary, '--badge', badge])
  expect(status).toBe(0)
  expect(await readdir(pages)).toEqual(['index.html', 'rules'])
  expect(await readdir(join(pages, 'rules'))).toHaveLength(rules.length)
  expect(await readFile(join(pages, 'rules', 'EV-2.html'), 'utf8')).toContain(
    '--only create-event-missing-type',
  )
  expect(await readFile(summary, 'utf8')).toContain('### Event delivery: nothing broken, ')
  expect(await readFile(badge, 'utf8')).toContain('nothing broken')
})

test('a folder of pages that cannot be made is refused before the run', async () => {
  const file = join(folder, 'a-file')
  await writeFile(file, '')
  expect(await refusalOf([...flags, '--pages', join(file, 'pages')])).toMatch(
    /^event-delivery-conformance: --pages .* cannot be written: a part of its path is no folder\.$/m,
  )
})

test('for GitHub a broken rule becomes an annotation and a part of the summary of the job', async () => {
  const summary = join(folder, 'step-summary.md')
  await writeFile(summary, 'Before.\n')
  service.backend.faults.add({ kind: 'status', operation: 'createEvent', status: 418 })
  const { status, out } = await run([...flags, '--github'], { GITHUB_STEP_SUMMARY: summary })
  service.backend.faults.clear()
  expect(status).toBe(1)
  expect(out).toMatch(/^::error title=E[VR]-\d /m)
  expect(await readFile(summary, 'utf8')).toMatch(/^Before\.\n### Event delivery: non-conformant$/m)
})

test('without that flag no line of the output is a command of GitHub', async () => {
  service.backend.faults.add({ kind: 'status', operation: 'createEvent', status: 418 })
  const { out } = await run(flags, { GITHUB_STEP_SUMMARY: join(folder, 'step-summary.md') })
  service.backend.faults.clear()
  expect(out).not.toMatch(/^::/m)
})
