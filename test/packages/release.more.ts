import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../support/folder'
import { packages } from '../support/pack'
import { root } from '../support/root'
import type { ReleaseManifest } from '../tools/release/gaps'
import { run } from '../support/run'

const manifestIn = async <Manifest>(folder: string) =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest

test('the dry run of a release names each field that is still unset, and no other', async () => {
  const dryRun = run('node_modules/.bin/tsx', ['test/tools/release/index.ts', '--dry-run'], {
    cwd: root,
  })
  const { stderr } = (await dryRun.catch((error: unknown) => error)) as { stderr: string }
  for (const folder of packages) {
    const manifest = await manifestIn<ReleaseManifest>(join(root, folder))
    for (const field of ['repository', 'homepage', 'bugs'] as const) {
      const named = stderr.includes(`- ${folder}/package.json does not set ${field}.`)
      expect(named, `${folder}: ${field}`).toBe(manifest[field] === undefined)
    }
  }
})

test('one change raises all three packages to one version, and the mock asks for the SDK of that version', async () => {
  const folder = await makeFolder(onTestFinished)
  const manifests = ['package.json', ...packages.map((path) => `${path}/package.json`)]
  for (const path of ['package-lock.json', '.changeset/config.json', ...manifests]) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await cp(join(root, path), join(folder, path))
  }
  const change = '---\n"@event-delivery/conformance": minor\n---\n\nOne more check.\n'
  await writeFile(join(folder, '.changeset/odd-cats-run.md'), change)
  await run('npm', ['run', 'changeset', 'version'], { cwd: folder })

  const [sdk, mock, suite] = await Promise.all(
    packages.map((path) => manifestIn<{ version: string; dependencies: object }>(join(folder, path))),
  )
  const before = await manifestIn<{ version: string }>(join(root, 'src'))
  expect(sdk!.version).not.toBe(before.version)
  expect([mock!.version, suite!.version]).toEqual([sdk!.version, sdk!.version])
  expect(mock!.dependencies).toMatchObject({ '@event-delivery/sdk': sdk!.version })
})
