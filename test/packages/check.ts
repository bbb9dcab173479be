// Holds the packed tarballs against the needs of a registry's users: entry points, types, papers and sizes.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { compilers } from '../tools/matrix/compilers'
import { install, type Installation } from '../tools/matrix/installation'
import { budgets, installedLimit, measure, measureInstalled } from './sizes'
import { pack, type Tarball } from '../support/pack'
import { root } from '../support/root'

const run = promisify(execFile)
const faults: string[] = []

async function runTool(tarball: Tarball, name: string, args: string[]): Promise<void> {
  try {
    await run('npx', ['--no-install', name, ...args, tarball.path], { cwd: root })
    console.log(`${tarball.name}: ${name} finds nothing`)
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    faults.push(`${tarball.name}: ${name}\n${stdout ?? ''}${stderr ?? ''}`)
  }
}

const untyped = [
  ...['./openapi.yaml', './rules.yaml', './dialect.schema.json', './seed.schema.json'],
  './baseline.schema.json',
]

/**
 * The SDK alone is required by CommonJS code, and by programs that TypeScript resolves as for Node 10. The other packages are tools,
 * whose documents and schemas have no types.
 */
function typeResolution({ folder }: Tarball): string[] {
  if (folder === 'src') return ['--profile', 'strict']
  return ['--exclude-entrypoints', ...untyped, '--profile', 'esm-only']
}

/** A registry's page shows the README without the repository around it, so that a relative link leads nowhere. */
async function checkPapers({ folder, name, files }: Tarball): Promise<void> {
  for (const paper of ['LICENSE', 'README.md']) {
    if (!files.includes(paper)) faults.push(`${name}: holds no ${paper}.`)
  }
  const readme = await readFile(join(root, folder, 'README.md'), 'utf8')
  for (const [link] of readme.matchAll(/\]\((?!https:|#)[^)]*\)/g)) {
    faults.push(`${name}: its README links to ${link.slice(2, -1)}, which the tarball does not hold.`)
  }
}

async function checkSizes({ folder }: Installation): Promise<void> {
  const { packages, bytes } = await measureInstalled(folder)
  console.log(
    `installed: ${bytes} of ${installedLimit.bytes} bytes in ${packages} of ${installedLimit.packages} packages`,
  )
  if (packages > installedLimit.packages) faults.push(`Installing the SDK brings ${packages} packages.`)
  if (bytes > installedLimit.bytes) faults.push(`Installing the SDK takes ${bytes} bytes.`)
  for (const budget of budgets) {
    const { size, unwanted } = await measure(budget, folder)
    console.log(`${budget.title}: ${size} of ${budget.limit} bytes, minified and gzipped`)
    if (size > budget.limit) faults.push(`${budget.title} takes ${size} bytes, more than ${budget.limit}.`)
    for (const needle of unwanted) faults.push(`${budget.title} brings \`${needle}\` with it.`)
  }
}

/** Calls every job, as many at a time as there are cores: each is a process that keeps one core busy. */
async function runAll(jobs: (() => Promise<void>)[]): Promise<void> {
  const waiting = [...jobs]
  const worker = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) await job()
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
}

// `npm run test:matrix` has the versions between, too.
const outermost = compilers.filter((_, index) => index === 0 || index === compilers.length - 1)

const tarballs = await pack()
const installation = await install()
try {
  // Before the compilers are beside it: they count as installed otherwise.
  await checkSizes(installation)
  await installation.add(...outermost.flatMap(({ packages }) => packages ?? []))
  await runAll([
    ...tarballs.flatMap((tarball) => [
      () => checkPapers(tarball),
      () => runTool(tarball, 'publint', ['run', '--strict']),
      () => runTool(tarball, 'attw', ['--no-emoji', ...typeResolution(tarball)]),
    ]),
    ...outermost.map((compiler) => async () => {
      const { passed, of, failures } = await compiler.run(installation)
      console.log(`${compiler.name}: ${passed} of ${of} programs compile against the types`)
      faults.push(...failures.map((failure) => `${compiler.name} ${failure}`))
    }),
  ])
} finally {
  await installation.remove()
}

if (faults.length > 0) {
  console.error(`\n${faults.join('\n\n')}`)
  process.exitCode = 1
}
