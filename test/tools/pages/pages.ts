import { format } from 'prettier'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatMarkdown, withSection } from '../../../openapi/generate/markdown'
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

/** Makes each page anew: its path, the page as it stands, and as it should. */
export function makePages() {
  return Promise.all(
    Object.entries(pages).map(async ([path, make]) => {
      const current = await readFile(join(root, path), 'utf8').catch(() => '')
      const wanted = path.endsWith('.json')
        ? await format(make(current), { parser: 'json', printWidth: 110 })
        : await formatMarkdown(make(current))
      return { path, current, wanted }
    }),
  )
}
