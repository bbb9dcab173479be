// `npm run test:matrix`: one smoke suite on the packed SDK in every runtime, framework and compiler, and the
// suite in every test runner. `--only TEXT` runs
// those whose name contains the text.
import { parseArgs } from 'node:util'
import { compilers } from './compilers'
import { install } from './installation'
import { runtimes, type Runtime } from './runtimes'
import { testRunners } from './test-runners'

const { only } = parseArgs({ options: { only: { type: 'string' } } }).values
const wanted = [...runtimes, ...testRunners, ...compilers].filter(({ name }) => !only || name.includes(only))

const installation = await install()
let failed = 0
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Runs the suite in a runtime and returns the result as a line of the table. */
async function judge(runtime: Runtime): Promise<string> {
  const missing = runtime.missing?.()
  if (missing) return `skipped: ${missing}`
  try {
    if (runtime.packages) await installation.add(...runtime.packages)
  } catch (error) {
    return `skipped: npm install ${runtime.packages?.join(' ')} failed (${String(error).split('\n')[0]})`
  }
  try {
    const { passed, of, failures } = await runtime.run(installation)
    if (passed < of) failed++
    return [`passed ${passed} of ${of}`, ...failures.map((failure) => `    ${failure}`)].join('\n')
  } catch (error) {
    failed++
    return `failed: ${String(error)}`
  }
}

try {
  for (const runtime of wanted) say(`${runtime.name.padEnd(36)} ${await judge(runtime)}`)
} finally {
  await installation.remove()
}
if (failed > 0) process.exitCode = 1
