import { expect, test } from 'vitest'
import { readText } from '../support/root'

/** The part of the page that stands under each heading. */
const sections = new Map(
  readText('docs/dependencies.md')
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section]),
)

const packages = [
  { folder: 'src', heading: '`@event-delivery/sdk`' },
  { folder: 'mock', heading: '`@event-delivery/mock`' },
  { folder: 'test/contract', heading: '`@event-delivery/conformance`' },
]

const names = (folder: string, ...fields: string[]): string[] => {
  const manifest = JSON.parse(readText(`${folder}/package.json`)) as Record<string, Record<string, string>>
  return fields.flatMap((field) => Object.keys(manifest[field] ?? {}))
}

/** The packages that the first column of a section's table names. */
const listed = (heading: string): string[] =>
  (sections.get(heading) ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...line.split('|')[1]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!))

for (const { folder, heading } of packages) {
  test(`each dependency of ${heading} stands in docs/dependencies.md, and no other`, () => {
    expect(listed(heading).sort()).toEqual(names(folder, 'dependencies', 'peerDependencies').sort())
  })
}

test('each development dependency stands in docs/dependencies.md, and no other', () => {
  const wanted = ['.', ...packages.map(({ folder }) => folder)].flatMap((folder) =>
    names(folder, 'devDependencies'),
  )
  expect(listed('Development').sort()).toEqual([...new Set(wanted)].sort())
})
