import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { formattedPage, path } from './page'

test('the coverage page says what the checks and the mutants say', async () => {
  expect(await readFile(path, 'utf8'), 'npx tsx test/tools/coverage/index.ts makes it anew').toBe(
    await formattedPage(),
  )
})
