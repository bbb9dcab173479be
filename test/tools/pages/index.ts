// Makes docs/coverage.md and docs/coverage.json from the rules, the checks and the mutants, the table of the suite's flags from the
// flags, and the table of what a run costs from the request counts.
//
//   npx tsx test/tools/pages/index.ts            writes the pages
//   npx tsx test/tools/pages/index.ts --check    writes nothing; exits 1 and names the pages that are stale
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { format } from 'prettier'
import { formatMarkdown, withSection } from '../../../openapi/generate/markdown'
import { writeMade } from '../../../openapi/generate/write-made'
import { root } from '../../support/root'
import { coverageData, coveragePage } from './coverage'
import { costTable } from './cost'
import { flagTable, mockFlagTable } from './flags'
import { weightTables } from './weight'

/** The pages that are made from the suite and the mock, wholly or in a section, each by its path. */
const pages: Readonly<Record<string, (current: string) => string>> = {
  'docs/coverage.md': () => coveragePage(),
  'docs/architecture.md': (current) => withSection(current, 'weight', weightTables()),
  'docs/coverage.json': () => coverageData(),
  'docs/conformance.md': (current) => withSection(current, 'cost', costTable()),
  'test/contract/README.md': (current) => withSection(current, 'flags', flagTable()),
  'mock/README.md': (current) => withSection(current, 'flags', mockFlagTable()),
}

const made = Object.entries(pages).map(async ([name, make]) => {
  const path = join(root, name)
  const text = make(await readFile(path, 'utf8').catch(() => ''))
  const isJson = name.endsWith('.json')
  return [
    path,
    await (isJson ? format(text, { parser: 'json', printWidth: 110 }) : formatMarkdown(text)),
  ] as const
})
await writeMade(await Promise.all(made))
