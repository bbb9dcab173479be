import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './root'

const run = promisify(execFile)

/** The folders of the published packages, in the order in which they depend on each other. */
export const packages = ['src', 'mock', 'test/contract'] as const
export type PackageFolder = (typeof packages)[number]

/** A package as it would be published. */
export interface Tarball {
  folder: PackageFolder
  name: string
  path: string
  /** Bytes, unpacked. */
  unpackedSize: number
  /** Paths of what it holds. */
  files: string[]
}

/** A tarball as `npm pack --json` describes it. */
interface PackedByNpm {
  name: string
  filename: string
  unpackedSize: number
  files: { path: string }[]
}

/** Packs every package, as built, into a temporary folder. */
export async function pack(): Promise<Tarball[]> {
  const { destination, packed } = await runPack(packages.flatMap((folder) => ['-w', folder]))
  return packed.map(({ name, filename, unpackedSize, files }, index) => ({
    folder: packages[index]!,
    name,
    path: join(destination, filename),
    unpackedSize,
    files: files.map(({ path }) => path),
  }))
}

/**
 * Packs a package of others as it is installed in a folder of the repository. Returns the path of the tarball, which is not
 * compressed: npm reads it all the same, and the compression of large packages takes a minute.
 */
export async function packInstalled(folder: string): Promise<string> {
  const destination = await makeDestination()
  // Tarballs of several packages may be put into one place.
  const path = join(destination, `${basename(destination)}.tar`)
  const name = basename(folder)
  const flags = ['-cf', path, `--exclude=${name}/node_modules`, '-C', dirname(join(root, folder)), name]
  await run('tar', flags)
  return path
}

const makeDestination = () => mkdtemp(join(tmpdir(), 'event-delivery-pack-'))

async function runPack(what: readonly string[]): Promise<{ destination: string; packed: PackedByNpm[] }> {
  const destination = await makeDestination()
  const flags = ['--json', '--ignore-scripts', '--pack-destination', destination]
  const { stdout } = await run('npm', ['pack', ...flags, ...what], { cwd: root })
  return { destination, packed: JSON.parse(stdout) as PackedByNpm[] }
}
