import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe } from 'vitest'
import { root } from '../../support/root'

// A folder of the repository, so that the tests find the packages.
mkdirSync(join(root, 'reports'), { recursive: true })

/** Saves copied tests and registers them as tests of the file that asks, each in a group of its name. */
export function registerTests(texts: Readonly<Record<string, string>>): void {
  const folder = mkdtempSync(join(root, 'reports/copied-tests-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(texts)) {
    const path = join(folder, `${name}.ts`)
    writeFileSync(path, text)
    describe(name, async () => {
      await import(path)
    })
  }
}

/** The same test, which has to fail: another answer than the expected one shows that the others can. */
export const failing = (text: string) => text.replace(/^test\(/m, 'test.fails(')
