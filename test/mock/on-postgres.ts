import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = import.meta.dirname

/** The test files of this folder that run once more on PostgreSQL, by their paths from the root. */
export function filesOnPostgres(): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => readFileSync(join(folder, file), 'utf8').includes('createHarness('))
    .map((file) => `test/mock/${file}`)
}
