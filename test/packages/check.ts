// Holds the packed tarballs against what a registry's users rely on: entry points, types and sizes.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { compilers } from '../tools/matrix/compilers'
import { install, type Installation } from '../tools/matrix/installation'
import { budgets, installedLimit, measure, measureInstalled } from './sizes'
import { pack, root, type Tarball } from './pack'

const run = promisify(execFile)
const faults: string[] = []

async function tool(tarball: Tarball, name: string, args: string[]): Promise<void> {
  try {
    await run('npx', ['--no-install', name, ...args, tarball.path], { cwd: root })
    console.log(`${tarball.name}: ${name} finds nothing`)
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    faults.push(`${tarball.name}: ${name}\n${stdout ?? ''}${stderr ?? ''}`)
  }
}

/** A registry's page shows the README without the repository around it. */
async function lookAtPapers({ folder, name, files }: Tarball): Promise<void> {
  for (const paper of ['LICENSE', 'README.md']) {
    if (!files.includes(paper)) faults.push(`${name}: holds no ${paper}.`)
  }
  const readme = await readFile(join(root, folder, 'README.md'), 'utf8')
  for (const [link] of readme.matchAll(/\]\((?!https:|#)[^)]*\)/g)) {
    faults.push(`${name}: its README links to ${link.slice(2, -1)}, which the tarball does not hold.`)
  }
}

for (const tarball of await pack()) {
  await lookAtPapers(tarball)
  await tool(tarball, 'publint', ['run', '--strict'])
  // Only the SDK is required by CommonJS code. The others are tools.
  await tool(tarball, 'attw', ['--no-emoji', '--profile', tarball.folder === 'src' ? 'node16' : 'esm-only'])
}

async function lookAtInstalled(installation: Installation): Promise<void> {
  const { packages, bytes } = await measureInstalled(installation.folder)
  console.log(
    `installed: ${bytes} of ${installedLimit.bytes} bytes in ${packages} of ${installedLimit.packages} packages`,
  )
  if (packages > installedLimit.packages) faults.push(`Installing the SDK brings ${packages} packages.`)
  if (bytes > installedLimit.bytes) faults.push(`Installing the SDK takes ${bytes} bytes.`)
  for (const budget of budgets) {
    const { size, unwanted } = await measure(budget, installation.folder)
    console.log(`${budget.title}: ${size} of ${budget.limit} bytes, minified and gzipped`)
    if (size > budget.limit) faults.push(`${budget.title} takes ${size} bytes, more than ${budget.limit}.`)
    for (const needle of unwanted) faults.push(`${budget.title} brings \`${needle}\` with it.`)
  }
  for (const compiler of compilers) {
    const { passed, of, failures } = await compiler.run(installation)
    console.log(`${compiler.name}: ${passed} of ${of} programs compile against the types`)
    faults.push(...failures.map((failure) => `${compiler.name} ${failure}`))
  }
}

const installation = await install()
try {
  await lookAtInstalled(installation)
} finally {
  await installation.remove()
}

if (faults.length > 0) {
  console.error(`\n${faults.join('\n\n')}`)
  process.exitCode = 1
}
