// Holds the packed tarballs against the needs of a registry's users: entry points, types and papers.
import { availableParallelism } from 'node:os'
import { compilers } from '../tools/matrix/compilers'
import { install } from '../tools/matrix/installation'
import { pack, type Tarball } from '../support/pack'
import { readText, root } from '../support/root'
import { run } from '../support/run'

const faults: string[] = []

async function runTool(cwd: string, tarball: Tarball, name: string, args: string[]): Promise<void> {
  try {
    await run('npx', ['--no-install', name, ...args, tarball.path], { cwd })
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
  const readme = readText(`${folder}/README.md`)
  for (const [link] of readme.matchAll(/\]\((?!https:|#)[^)]*\)/g)) {
    faults.push(`${name}: its README links to ${link.slice(2, -1)}, which the tarball does not hold.`)
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

// It brings a TypeScript of its own: 37 MB that every `npm ci` would install for this check alone.
const typesChecker = '@arethetypeswrong/cli@0.18.5'

// `npm run test:matrix` has the versions between, too.
const outermost = compilers.filter((_, index) => index === 0 || index === compilers.length - 1)

const tarballs = await pack()
const installation = await install()
try {
  await installation.add(typesChecker, ...outermost.flatMap(({ packages }) => packages ?? []))
  await runAll([
    ...tarballs.flatMap((tarball) => [
      () => checkPapers(tarball),
      () => runTool(root, tarball, 'publint', ['run', '--strict']),
      () => runTool(installation.folder, tarball, 'attw', ['--no-emoji', ...typeResolution(tarball)]),
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
