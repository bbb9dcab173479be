import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { resolveDialect, type Dialect } from '@event-delivery/mock'
import { documentOf } from '../../mock/document/document'
import { controlDocumentOf } from '../support/control-oracle'
import { makeFolder } from '../support/folder'
import { dialectOf, pairwiseRows } from '../support/pairwise'
import { readText, root } from '../support/root'
import { run } from '../support/run'

const folder = await makeFolder(afterAll)
const dialects: Dialect[] = [{}, ...pairwiseRows().map(dialectOf)]

/** Lints documents by the rules of the project's own, and returns what is wrong with them. */
async function lint(documents: readonly object[]): Promise<string> {
  const own = parse(readText('openapi/redocly.yaml')) as Record<string, unknown>
  const config = join(folder, 'redocly.yaml')
  await writeFile(config, stringify({ ...own, apis: undefined }))
  const paths = documents.map((_, index) => join(folder, `document-${index}.json`))
  for (const [index, document] of documents.entries()) {
    await writeFile(paths[index]!, JSON.stringify(document))
  }
  const command = join(root, 'node_modules/@redocly/cli/bin/cli.js')
  const args = [command, 'lint', '--config', config, '--format', 'codeframe', ...paths]
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off' }
  const ended = await run(process.execPath, args, { cwd: folder, env, maxBuffer: 2 ** 26 }).catch(
    (error: unknown) => error as { stdout: string; stderr: string; code: number },
  )
  return 'code' in ended ? ended.stdout + ended.stderr : ''
}

test('the document of every dialect of the family is valid by the rules of the project', async () => {
  expect(await lint(dialects.map((dialect) => documentOf(resolveDialect(dialect))))).toBe('')
})

test('the document of the control routes is valid by the rules of the project', async () => {
  expect(await lint([await controlDocumentOf()])).toBe('')
})

test('a document whose example does not fit its schema is found', async () => {
  const document = documentOf(resolveDialect())
  const broken = JSON.stringify(document).replaceAll('"hasMore":true', '"hasMore":"yes"')
  expect(await lint([document, JSON.parse(broken) as object])).toContain('no-invalid-media-type-examples')
})

test.each(dialects.map((dialect, row) => ({ dialect, row })).filter(({ row }) => row % 6 === 0))(
  'the types of the document have concrete statuses, and unknown stands for payloads alone (row $row)',
  async ({ dialect }) => {
    const document = documentOf(resolveDialect(dialect))
    const types = astToString(await openapiTS(JSON.stringify(document)))
    expect(types).not.toMatch(/"?[1-5]XX"?:/)
    expect(types).not.toMatch(/\bany\b(?=[;\]|,)])/)
    // A client may send and find further fields, headers and payloads of any kind.
    const lines = types.split('\n').filter((line) => /: unknown;/.test(line))
    const allowed = /^\s*(\[(key|name): string\]|data\??|\w+Data\??): unknown;$/
    expect(lines.filter((line) => !allowed.test(line))).toEqual([])
  },
)
