import { expect, test } from 'vitest'
import { packages } from '../support/pack'
import { gaps, type Release, type ReleaseManifest } from '../tools/release/gaps'
import { withLinks } from '../tools/release/readme-links'
import { readText } from '../support/root'

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

test('a README that is released links each page that it names to the site', () => {
  const readmes = packages.map((folder) => readText(`${folder}/README.md`))
  const released = readmes.map((readme) => withLinks(readme, 'https://project.example/')).join('\n')
  expect(released).toContain('[`docs/receiving.md`](https://project.example/receiving/)')
  expect(released).toContain('[`docs/errors.md`](https://project.example/errors.html)')
  expect(released).toContain('[`docs/coverage.json`](https://project.example/coverage.json)')
  expect(released).not.toMatch(/(?<!\[)`docs\//)
  expect(() => withLinks('See `docs/nothing.md`.', 'https://project.example')).toThrow('docs/nothing.md')
})
