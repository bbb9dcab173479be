import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import exceptions from './on-postgres.json'

const rows: { file: string; title?: string; reason: string }[] = exceptions

test.each(rows)(
  '$file $title is excepted from the run on PostgreSQL with a reason',
  ({ file, title, reason }) => {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8')
    // The title of a row of a table is made of its first cell and the rest.
    if (title !== undefined) {
      const written = text.includes(title) || text.includes(title.replace(/ may not use .*/, ''))
      expect(written, 'a test with this title').toBe(true)
    }
    expect(reason).toMatch(/^[A-Z].{20,}\.$/)
  },
)
