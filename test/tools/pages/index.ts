// Makes docs/coverage.md and docs/coverage.json from the rules, the checks and the mutants, the table of the suite's flags from the
// flags, and the table of what a run costs from the request counts.
//
//   npx tsx test/tools/pages/index.ts            writes the pages
//   npx tsx test/tools/pages/index.ts --check    writes nothing; exits 1 and names the pages that are stale
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../support/root'
import { makePages } from './pages'

const made = await makePages()
if (process.argv.includes('--check')) {
  const stale = made.filter(({ current, wanted }) => current !== wanted).map(({ path }) => path)
  if (stale.length > 0) {
    console.error(`Stale: ${stale.join(', ')}. Run \`npm run generate\` and commit the result.`)
    process.exitCode = 1
  }
} else {
  for (const { path, wanted } of made) await writeFile(join(root, path), wanted)
}
