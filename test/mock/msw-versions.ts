// Runs the packed handlers on every supported pair of Node and msw: `tsx test/mock/msw-versions.ts`. It installs packages
// from the registry, prints a line for each pair and ends with status 1 if one failed.
import { transform } from 'esbuild'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { pack } from '../support/pack'

const run = promisify(execFile)
const program = fileURLToPath(new URL('./msw-program.ts', import.meta.url))
const longestInstall = 180_000
const longestRun = 60_000

/** A major version of Node and one of msw. msw 3 needs Node 22 or newer. */
export interface Pair {
  node: '20' | '24'
  msw: '2' | '3'
}

/** The outcome for one pair. */
export interface PairOutcome extends Pair {
  /** The exact versions. */
  versions: string
  passed: boolean
  /** The error output. Empty when the pair passed. */
  error: string
}

export const pairs: readonly Pair[] = [
  { node: '20', msw: '2' },
  { node: '24', msw: '2' },
  { node: '24', msw: '3' },
]

/** Runs the handlers on each pair, one after the other, and calls `report` after each. */
export async function runMswVersions(report: (outcome: PairOutcome) => void): Promise<PairOutcome[]> {
  const outcomes: PairOutcome[] = []
  const tarballs = (await pack()).filter(({ folder }) => folder !== 'test/contract').map(({ path }) => path)
  const { code } = await transform(await readFile(program, 'utf8'), { loader: 'ts', format: 'esm' })
  const folder = await mkdtemp(join(tmpdir(), 'event-delivery-msw-'))
  try {
    for (const pair of pairs) {
      await writeFile(join(folder, 'package.json'), '{"private":true}')
      await writeFile(join(folder, 'program.mjs'), code)
      const options = { cwd: folder, timeout: longestInstall }
      const quietly = ['--no-audit', '--no-fund', '--no-package-lock']
      await run('npm', ['install', ...quietly, `msw@${pair.msw}`, ...tarballs], options)
      const outcome = await runPair(pair, folder)
      outcomes.push(outcome)
      report(outcome)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return outcomes
}

async function runPair(pair: Pair, folder: string): Promise<PairOutcome> {
  const node = await nodeOf(pair.node)
  const manifest = await readFile(join(folder, 'node_modules/msw/package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const { stdout } = await run(node, ['--version'])
  const versions = `Node ${stdout.trim().slice(1)}, msw ${version}`
  try {
    await run(node, ['program.mjs'], { cwd: folder, timeout: longestRun })
    return { ...pair, versions, passed: true, error: '' }
  } catch (error) {
    return { ...pair, versions, passed: false, error: (error as { stderr?: string }).stderr ?? String(error) }
  }
}

/** The path of a Node of this major version: this one, or the one that the npm package `node` carries. */
export async function nodeOf(major: string): Promise<string> {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath
  // When this program itself runs under `npx -p node@24`, the variable would make npx ask for that package as well.
  const env = { ...process.env, npm_config_package: undefined }
  const asked = ['--yes', '--package', `node@${major}`, '--', 'node', '--print', 'process.execPath']
  const { stdout } = await run('npx', asked, { env, timeout: longestInstall, cwd: tmpdir() })
  return stdout.trim()
}

/** Formats an outcome as one line, with the error output below it. */
export function lineOf({ versions, passed, error }: PairOutcome): string {
  return passed ? `passed  ${versions}` : `FAILED  ${versions}\n${error}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const outcomes = await runMswVersions((outcome) => process.stdout.write(`${lineOf(outcome)}\n`))
  if (outcomes.some(({ passed }) => !passed)) process.exitCode = 1
}
