import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './root'
import { run } from './run'

/** The folders of the published packages, in the order in which they depend on each other. */
export const packages = ['src', 'mock', 'test/contract'] as const
export type PackageFolder = (typeof packages)[number]

/** A package as it would be published. */
export interface Tarball {
  folder: PackageFolder
  name: string
  path: string
  /** Paths of what it holds. */
  files: string[]
}

/** A tarball as `npm pack --json` describes it. */
interface PackedByNpm {
  name: string
  filename: string
  files: { path: string }[]
}

/** Packs every package, as built, into a temporary folder. What has been packed from the same build is used again. */
export async function pack(): Promise<Tarball[]> {
  const destination = join(tmpdir(), `event-delivery-pack-${await builtKey()}`)
  const packed = (await packedIn(destination)) ?? (await packInto(destination))
  return packed.map(({ name, filename, files }, index) => ({
    folder: packages[index]!,
    name,
    path: join(destination, filename),
    files: files.map(({ path }) => path),
  }))
}

/** Tells one build from another: by what npm packs, and when each file of it was written. */
async function builtKey(): Promise<string> {
  const hash = createHash('sha256')
  for (const folder of packages) {
    const made = ['bin', 'dist'].map(async (name) =>
      (await readdir(join(root, folder, name), { recursive: true })).map((path) => join(name, path)),
    )
    for (const name of ['package.json', 'README.md', 'LICENSE', ...(await Promise.all(made)).flat()]) {
      const path = join(root, folder, name)
      const { size, mtimeMs } = await stat(path)
      hash.update(`${path} ${size} ${mtimeMs}\n`)
    }
  }
  return hash.digest('hex').slice(0, 16)
}

const list = 'packed.json'

async function packedIn(destination: string): Promise<PackedByNpm[] | undefined> {
  const text = await readFile(join(destination, list), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as PackedByNpm[])
}

async function packInto(destination: string): Promise<PackedByNpm[]> {
  const folder = await mkdtemp(join(tmpdir(), 'event-delivery-pack-'))
  const flags = ['--json', '--ignore-scripts', '--pack-destination', folder]
  const workspaces = packages.flatMap((name) => ['-w', name])
  const { stdout } = await run('npm', ['pack', ...flags, ...workspaces], { cwd: root })
  await writeFile(join(folder, list), stdout)
  // Another process may have packed the same build meanwhile, whose folder is as good.
  await rename(folder, destination).catch(() => undefined)
  return JSON.parse(stdout) as PackedByNpm[]
}
