// Generates clients from the documents that the mock hands out, and compiles them without `any`; then lets Specmatic test the mock by its
// document. `npm run test:matrix` runs it. `--only TEXT` runs the tools whose name contains the text. It installs packages from the
// registry, prints a line for each tool and ends with status 1 if one failed.
import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { createBackend, type Dialect } from '@event-delivery/mock'
import { serve } from '@event-delivery/mock/node'
import { nodeOf } from '../mock/msw-versions'
import { dialectOf, pairwiseRows } from '../support/pairwise'
import { anyTypes } from './any-types'
import { generators, type Generator } from './tools'

const execute = promisify(execFile)
const here = fileURLToPath(new URL('.', import.meta.url))
const { only = '' } = parseArgs({ options: { only: { type: 'string' } } }).values

// Each command installs, generates or compiles: the limit ends what hangs, on however slow a machine.
const limit = 600_000

// `use.ts` is written for the default dialect. Together, the others move and remove operations and change every shape.
const dialects: readonly Dialect[] = [{}, ...pairwiseRows().map(dialectOf).slice(0, 4)]

/** Copies the folder of a tool, installs its lock file there, and takes it away after `use`. */
async function installed(name: string, use: (folder: string) => Promise<string[]>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), `event-delivery-${name}-`))
  try {
    await cp(join(here, name), folder, {
      recursive: true,
      filter: (path) => !/\/(node_modules|made)$/.test(path),
    })
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
    await execute('npm', ['ci', ...flags], { cwd: folder, timeout: limit })
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The document that a mock of this dialect hands out. */
async function documentText(dialect: Dialect): Promise<string> {
  const backend = createBackend({ dialect })
  const response = await backend.fetch(new Request('http://127.0.0.1:4010/__mock/openapi.json'))
  await backend.close()
  return response.text()
}

/** The faults of the clients that a generator makes. */
function generate({ name, command, runtime }: Generator): Promise<string[]> {
  return installed(name, async (folder) => {
    // Some generators want a Node that is newer than the one of this project.
    const node = await nodeOf('24')
    const options = { cwd: folder, timeout: limit, maxBuffer: 2 ** 26 }
    const faults: string[] = []
    for (const [index, dialect] of dialects.entries()) {
      await rm(join(folder, 'made'), { recursive: true, force: true })
      await writeFile(join(folder, 'openapi.json'), await documentText(dialect))
      const include = index === 0 ? ['made', 'use.ts'] : ['made']
      await writeFile(
        join(folder, 'tsconfig.json'),
        JSON.stringify({ extends: join(here, 'compiler-options.json'), include }),
      )
      try {
        await execute(node, [...command], options)
        await execute(node, ['node_modules/typescript/bin/tsc', '--project', '.'], options)
      } catch (error) {
        const { stdout = '', stderr = String(error) } = error as { stdout?: string; stderr?: string }
        faults.push(`dialect ${index}: ${stdout.slice(-2_000)}${stderr.slice(-2_000)}`)
        continue
      }
      const places = await anyTypes(join(folder, 'made'), runtime)
      faults.push(...places.map((place) => `dialect ${index}: any at ${place}`))
    }
    return faults
  })
}

/** The scenarios that fail when Specmatic sends the requests of the examples to the mock. */
function specmatic(): Promise<string[]> {
  return installed('specmatic', async (folder) => {
    const backend = createBackend({
      seed: 'examples',
      fetch: async () => new Response(null, { status: 204 }),
    })
    const server = await serve(backend, { port: 0 })
    try {
      const document = await fetch(`${server.baseUrl}/__mock/openapi.yaml`)
      await writeFile(join(folder, 'openapi.yaml'), await document.text())
      const args = ['-jar', 'node_modules/specmatic/specmatic.jar', 'test', 'openapi.yaml']
      // Specmatic reads the token of a security scheme from the variable of its name.
      const env = { ...process.env, bearerAuth: 'sk_live_mock' }
      const { stdout } = await execute('java', [...args, `--testBaseURL=${server.baseUrl}`], {
        ...{ cwd: folder, timeout: limit, maxBuffer: 2 ** 26, env },
      })
      return /Tests run: [1-9]\d*, Successes: [1-9]\d*, Failures: 0/.test(stdout)
        ? []
        : [stdout.slice(-2_000)]
    } catch (error) {
      const { stdout = String(error) } = error as { stdout?: string }
      return [stdout.slice(-3_000)]
    } finally {
      await server.close()
      await backend.close()
    }
  })
}

/** Why a tool cannot run here. */
async function missingJava(): Promise<string | undefined> {
  const found = await execute('java', ['-version']).catch(() => undefined)
  return found ? undefined : 'skipped: Java is not installed, which Specmatic needs'
}

const say = (line: string) => process.stdout.write(`${line}\n`)

function report(name: string, of: string, faults: readonly string[]): void {
  say(`${name.padEnd(36)} ${faults.length === 0 ? `passed ${of}` : 'failed'}`)
  for (const fault of faults) say(`    ${fault.replaceAll('\n', '\n    ')}`)
  if (faults.length > 0) process.exitCode = 1
}

for (const generator of generators.filter(({ name }) => name.includes(only))) {
  const faults = await generate(generator).catch((error: unknown) => [String(error)])
  report(generator.name, `${dialects.length} dialects`, faults)
}
if ('specmatic'.includes(only)) {
  const missing = await missingJava()
  if (missing) say(`${'specmatic'.padEnd(36)} ${missing}`)
  else report('specmatic', 'all examples', await specmatic())
}
