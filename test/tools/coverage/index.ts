// Makes docs/coverage.md from the rules, the checks and the mutants.
//
//   npx tsx test/tools/coverage/index.ts            writes the page
//   npx tsx test/tools/coverage/index.ts --check    writes nothing; exits 1 where the page is stale
import { readFile, writeFile } from 'node:fs/promises'
import { formattedPage, path } from './page'

const page = await formattedPage()
if (!process.argv.includes('--check')) await writeFile(path, page)
else if ((await readFile(path, 'utf8').catch(() => '')) !== page) {
  console.error(
    'docs/coverage.md is stale. Run `npx tsx test/tools/coverage/index.ts` and commit the result.',
  )
  process.exitCode = 1
}
