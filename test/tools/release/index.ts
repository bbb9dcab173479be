// `npm run release`: publishes the packages, and with `--image NAME` a container image of the mock. It refuses while
// anything is missing. `--dry-run` says what is missing, and publishes nothing.
import { execFileSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { program } from 'commander'
import { parse } from 'yaml'
import { packages, type PackageFolder } from '../../support/pack'
import { readText, root } from '../../support/root'
import { gaps, type ReleaseManifest } from './gaps'
import { withLinks } from './readme-links'

const { dryRun, image } = program
  .name('npm run release --')
  .option('--dry-run', 'say what is missing, and publish nothing')
  .option('--image <name>', 'publish a container image of the mock, too')
  .parse()
  .opts<{ dryRun?: true; image?: string }>()
const baseImage = process.env['NODE_IMAGE'] ?? 'node:24-slim'

const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: root, stdio: 'inherit' })

const manifests = Object.fromEntries(
  packages.map((folder) => [folder, JSON.parse(readText(`${folder}/package.json`)) as ReleaseManifest]),
) as Record<PackageFolder, ReleaseManifest>
const version = manifests.src.version

const found = gaps({
  manifests,
  changelog: readText('CHANGELOG.md'),
  changesets: readdirSync(join(root, '.changeset')).filter((name) => /(?<!README)\.md$/.test(name)),
  uncommitted: execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => line.slice(3) || []),
  contact: (parse(readText('openapi/openapi.yaml')) as { info: { contact?: unknown } }).info.contact,
  ...(image !== undefined && { baseImage }),
})

if (found.length > 0) {
  console.error(`Version ${version} cannot be released:\n${found.map((gap) => `- ${gap}`).join('\n')}`)
  process.exitCode = 1
} else if (dryRun) {
  console.log(`Version ${version} can be released.`)
} else {
  run('npm', 'run', 'build')
  const readmes = packages.map((folder) => `${folder}/README.md`)
  for (const [index, path] of readmes.entries())
    writeFileSync(join(root, path), withLinks(readText(path), String(manifests[packages[index]!].homepage)))
  try {
    run('npm', 'run', 'changeset', 'publish')
  } finally {
    run('git', 'checkout', '--', ...readmes)
  }
  if (image !== undefined) {
    const tag = `${image}:${version}`
    run('docker', 'build', '-f', 'mock/Dockerfile', '--build-arg', `NODE_IMAGE=${baseImage}`, '-t', tag, '.')
    run('docker', 'push', tag)
  }
}
