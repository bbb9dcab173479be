import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { gaps, type Release, type ReleaseManifest } from '../tools/release/gaps'
import { packages } from '../support/pack'
import { root } from '../support/root'

const run = promisify(execFile)

/** Milliseconds after which a test that starts a process has hung. */
const limit = 300_000

const complete: ReleaseManifest = {
  version: '1.2.0',
  repository: 'github:owner/name',
  homepage: 'https://project.example',
  bugs: 'https://project.example/bugs',
  publishConfig: { access: 'public' },
}
const ready: Release = {
  manifests: { src: complete, mock: complete, 'test/contract': complete },
  changelog: '# Changelog\n\n## 1.2.0\n\n- A change.\n',
  changesets: [],
  uncommitted: [],
  contact: { url: 'https://project.example' },
}

test('a release that lacks nothing may be published', () => {
  expect(gaps(ready)).toEqual([])
})

test('a release names each field that a manifest leaves unset', () => {
  const mock = { version: '1.2.0', publishConfig: {} }
  expect(gaps({ ...ready, manifests: { ...ready.manifests, mock } })).toEqual(
    ['repository', 'homepage', 'bugs', 'publishConfig.access'].map(
      (field) => `mock/package.json does not set ${field}.`,
    ),
  )
})

test.each<[string, Partial<Release>, RegExp]>([
  ['the document names no contact', { contact: undefined }, /info\.contact/],
  [
    'the packages have several versions',
    { manifests: { ...ready.manifests, mock: { ...complete, version: '1.1.0' } } },
    /several versions: 1\.2\.0, 1\.1\.0/,
  ],
  ['the changelog does not know the version', { changelog: '## Unreleased\n' }, /no section "## 1\.2\.0"/],
  ['a change is in no version yet', { changesets: ['odd-cats-run.md'] }, /odd-cats-run\.md waits/],
  ['a file is not committed', { uncommitted: ['src/index.ts'] }, /src\/index\.ts is not committed/],
  ['the image has a base without a digest', { baseImage: 'node:24-slim' }, /NODE_IMAGE has to end/],
  ['the digest is too short', { baseImage: 'node:24-slim@sha256:abc' }, /NODE_IMAGE has to end/],
])('a release is refused when %s', (_, change, reason) => {
  expect(gaps({ ...ready, ...change }).join('\n')).toMatch(reason)
})

test('an image on a base with a digest may be published', () => {
  expect(gaps({ ...ready, baseImage: `node:24-slim@sha256:${'a'.repeat(64)}` })).toEqual([])
})

test(
  'the dry run of a release names each field that is still unset, and no other',
  async () => {
    const dryRun = run('npx', ['--no-install', 'tsx', 'test/tools/release/index.ts', '--dry-run'], {
      cwd: root,
    })
    const { stderr } = (await dryRun.catch((error: unknown) => error)) as { stderr: string }
    for (const folder of packages) {
      const manifest = JSON.parse(
        await readFile(join(root, folder, 'package.json'), 'utf8'),
      ) as ReleaseManifest
      for (const field of ['repository', 'homepage', 'bugs'] as const) {
        const named = stderr.includes(`- ${folder}/package.json does not set ${field}.`)
        expect(named, `${folder}: ${field}`).toBe(manifest[field] === undefined)
      }
    }
  },
  limit,
)

test(
  'one change raises all three packages to one version, and the mock asks for the SDK of that version',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'event-delivery-release-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const manifests = ['package.json', ...packages.map((path) => `${path}/package.json`)]
    for (const path of ['package-lock.json', '.changeset/config.json', ...manifests]) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await cp(join(root, path), join(folder, path))
    }
    const change = '---\n"@event-delivery/conformance": minor\n---\n\nOne more check.\n'
    await writeFile(join(folder, '.changeset/odd-cats-run.md'), change)
    await run(process.execPath, [join(root, 'node_modules/@changesets/cli/bin.js'), 'version'], {
      cwd: folder,
    })

    const [sdk, mock, suite] = await Promise.all(
      packages.map(
        async (path) =>
          JSON.parse(await readFile(join(folder, path, 'package.json'), 'utf8')) as {
            version: string
            dependencies: Record<string, string>
          },
      ),
    )
    const before = JSON.parse(await readFile(join(root, 'src/package.json'), 'utf8')) as { version: string }
    expect(sdk!.version).not.toBe(before.version)
    expect([mock!.version, suite!.version]).toEqual([sdk!.version, sdk!.version])
    expect(mock!.dependencies['@event-delivery/sdk']).toBe(sdk!.version)
  },
  limit,
)
