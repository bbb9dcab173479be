import { join } from 'node:path'
import { expect, test } from 'vitest'
import tsconfig from '../../tsconfig.json'
import { readText } from '../support/root'

const paths: Record<string, string[]> = tsconfig.compilerOptions.paths
const pages = ['src', 'mock', 'test/contract'].map((folder) => join(folder, 'AGENTS.md'))

test.each(pages)('%s names exports that are there', (page) => {
  const text = readText(page)
  const rows = [...text.matchAll(/^\| .* \| (.*?) from `(@event-delivery[\w/-]*)`/gm)]
  expect(rows.length).toBeGreaterThan(2)
  for (const [row, names = '', entry = ''] of rows) {
    const exported = readText(paths[entry]?.[0] ?? '')
    for (const [, name] of names.matchAll(/`(\w+)`/g))
      expect(exported, row).toMatch(new RegExp(`\\b${name}\\b`))
  }
})
