// The transactions of other libraries, as docs/exactly-once.md shows them, on a real PostgreSQL, and the stores on older clients of Redis.
// All of them with the packed SDK. `npm run test:matrix` runs it. `--only TEXT` runs the rows whose name contains the text.
import { parseArgs } from 'node:util'
import { install } from '../tools/matrix/installation'
import { generatePrisma, saveGuide } from './guide'
import { type Adapters, installAdapters } from './installation'
import { type Row, rows } from './rows'

const { only = '' } = parseArgs({ options: { only: { type: 'string' } } }).values

const ends: (() => Promise<void>)[] = []
const until = (end: () => Promise<void>) => void ends.push(end)
let failed = 0

/** Judges a row and returns the line of the table, with its faults below. */
async function judge({ run }: Row, adapters: Adapters): Promise<string> {
  try {
    const result = await run(adapters, until)
    if (typeof result === 'string') return `skipped: ${result}`
    const { passed, of, failures } = result
    if (passed < of) failed++
    return [`passed ${passed} of ${of}`, ...failures.map((failure) => `    ${failure}`)].join('\n')
  } catch (error) {
    failed++
    return `failed: ${error instanceof Error ? error.message : String(error)}`
  }
}

// Neither PostgreSQL nor a connection to it keeps a process alive.
const alive = setInterval(() => {}, 60_000)
const installation = await install()
until(() => installation.remove())
try {
  const adapters = await installAdapters(installation.folder)
  await saveGuide(adapters.folder)
  await generatePrisma(adapters)
  for (const row of rows.filter(({ name }) => name.includes(only)))
    process.stdout.write(`${row.name.padEnd(36)} ${await judge(row, adapters)}\n`)
} finally {
  for (const end of ends.reverse()) await end()
  clearInterval(alive)
}
if (failed > 0) process.exitCode = 1
