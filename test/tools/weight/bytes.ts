import { cp, readdir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { packages } from '../../support/pack'
import { readText, root } from '../../support/root'
import { withFolder } from '../matrix/installation'
import type { Bundle } from './budget'
import { run } from '../../support/run'

/**
 * Bundles an import for a browser as a user's bundler would, from the built packages. Resolves to the bytes, minified and gzipped: `size` is loaded
 * with the page, as the entry and the chunks that it imports, and `later` when it is first asked for.
 */
export async function bundleSize({ code, without = [] }: Bundle) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: root },
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    outdir: '.',
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    metafile: true,
    // The paths of the repository's configuration lead to the sources.
    tsconfigRaw: '{}',
    logLevel: 'error',
  })
  const texts = new Map(outputFiles.map(({ path, text }) => [relative(process.cwd(), path), text]))
  const first = new Set<string>()
  const collect = (path: string): void => {
    if (first.has(path)) return
    first.add(path)
    const { imports = [] } = metafile.outputs[path] ?? {}
    for (const imported of imports) {
      if (imported.kind === 'import-statement' && !imported.external) collect(imported.path)
    }
  }
  collect('stdin.js')
  const sizes = { size: 0, later: 0 }
  const unwanted = new Set<string>()
  for (const [path, text] of texts) {
    sizes[first.has(path) ? 'size' : 'later'] += gzipSync(text, { level: 9 }).length
    for (const needle of without) if (first.has(path) && text.includes(needle)) unwanted.add(needle)
  }
  return { ...sizes, unwanted: [...unwanted] }
}

/** A package as `npm pack --json` describes it. */
interface Packed {
  name: string
  size: number
  unpackedSize: number
}

/**
 * The bytes of each package by its name, as it would be published, packed and unpacked, but for its source maps, whose bytes stand apart as
 * `packedMaps`.
 */
export async function tarballSizes() {
  const filter = (path: string) => !/\.map$|node_modules/.test(relative(root, path))
  const [whole, withoutMaps] = await withFolder(async (copies) => {
    for (const folder of packages)
      await cp(join(root, folder), join(copies, folder), { recursive: true, filter })
    return Promise.all([packedIn(root), packedIn(copies)])
  })
  return new Map(
    withoutMaps.map((one, index) => [one.name, { ...one, packedMaps: whole[index]!.size - one.size }]),
  )
}

async function packedIn(folder: string): Promise<Packed[]> {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', ...packages.map((name) => `./${name}`)]
  const { stdout } = await run('npm', args, { cwd: folder })
  return JSON.parse(stdout) as Packed[]
}

/** How many packages of others an installation of the package in `folder` brings, and the bytes of their files, but for their source maps. */
export async function dependencies(folder: string) {
  const names = new Set<string>()
  const collect = async (manifestFolder: string): Promise<void> => {
    const text = readText(`${manifestFolder}/package.json`)
    const { dependencies: wanted = {} } = JSON.parse(text) as { dependencies?: Record<string, string> }
    for (const name of Object.keys(wanted)) {
      if (names.has(name)) continue
      names.add(name)
      await collect(join('node_modules', name))
    }
  }
  await collect(folder)
  const isMap = (path: string) => path.endsWith('.map')
  const sizes = await Promise.all(
    [...names].map((name) => folderBytes(join(root, 'node_modules', name), isMap)),
  )
  return { packages: names.size, bytes: sizes.reduce((sum, size) => sum + size, 0) }
}

/** The same for what `npm ci` brings. */
export async function developmentInstallation() {
  const modules = join(root, 'node_modules')
  const lock = JSON.parse(await readFile(join(modules, '.package-lock.json'), 'utf8')) as {
    packages: Record<string, { link?: boolean }>
  }
  const installed = Object.values(lock.packages).filter(({ link }) => !link)
  return { packages: installed.length, bytes: await folderBytes(modules) }
}

async function folderBytes(folder: string, isApart?: (path: string) => boolean): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  // Tools keep what they made in hidden folders beside the packages, which no installation brought.
  const isMade = (path: string) => relative(folder, path).startsWith('.')
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !isMade(path) && !isApart?.(path))
  const sizes = await Promise.all(files.map(async (path) => (await stat(path)).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
