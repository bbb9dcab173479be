import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import tsconfig from '../../tsconfig.json'
import { root } from '../support/root'

const paths: Record<string, string[]> = tsconfig.compilerOptions.paths
const pages = ['src', 'mock', 'test/contract'].map((folder) => join(folder, 'AGENTS.md'))

test.each(pages)('%s names exports that are there', (page) => {
  const text = readFileSync(join(root, page), 'utf8')
  const rows = [...text.matchAll(/^\| .* \| (.*?) from `(@event-delivery[\w/-]*)`/gm)]
  expect(rows.length).toBeGreaterThan(2)
  for (const [row, names = '', entry = ''] of rows) {
    const exported = readFileSync(join(root, paths[entry]?.[0] ?? ''), 'utf8')
    for (const [, name] of names.matchAll(/`(\w+)`/g))
      expect(exported, row).toMatch(new RegExp(`\\b${name}\\b`))
  }
})
