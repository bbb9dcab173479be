// The packed mock in the tools of front ends, whose programs the guide shows. `npm run test:matrix` runs it. `--only TEXT` runs the
// rows whose name contains the text.
import { parseArgs } from 'node:util'
import type { Row } from './judge'
import { playwright } from './playwright-row'
import { jest, servers, viteMajors } from './programs-row'
import { storybook } from './storybook-row'
import { vitestVersions } from './vitest-row'

const { only } = parseArgs({ options: { only: { type: 'string' } } }).values
const rows: readonly Row[] = [servers, viteMajors, vitestVersions, jest, playwright, storybook]

let failed = 0
for (const { name, missing, run } of rows.filter((row) => !only || row.name.includes(only))) {
  const reason = missing?.()
  if (reason) {
    process.stdout.write(`${name.padEnd(36)} skipped: ${reason}\n`)
    continue
  }
  const { passed, of, failures } = await run()
  if (passed < of) failed++
  process.stdout.write(`${name.padEnd(36)} passed ${passed} of ${of}\n`)
  for (const failure of failures) process.stdout.write(`    ${failure}\n`)
}
if (failed > 0) process.exitCode = 1
