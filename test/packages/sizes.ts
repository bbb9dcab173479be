import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/** An import of the SDK, and the bytes that it may add to a user's bundle. */
export interface Budget {
  title: string
  /** The import as the user writes it. */
  code: string
  /** Bytes, minified and gzipped. */
  limit: number
  /** Texts that must not be in the bundle: each would show that unneeded code came with the import. */
  without?: string[]
}

export const budgets: Budget[] = [
  {
    title: 'the whole client',
    code: "export { EventDelivery } from '@event-delivery/sdk'",
    limit: 16_500,
  },
  {
    title: 'verify alone',
    code: "export { verify } from '@event-delivery/sdk/webhooks'",
    limit: 1_700,
    without: ['fetch('],
  },
]

/** The packages and bytes that an installation of the SDK may bring. */
export const installedLimit = { packages: 3, bytes: 1_250_000 }

/** Bundles `code` for a browser as a user's bundler would, from `folder`, and measures it. */
export async function measure(budget: Budget, folder: string) {
  const { outputFiles } = await build({
    stdin: { contents: budget.code, resolveDir: folder },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
  })
  const text = outputFiles[0]!.text
  return {
    size: gzipSync(text, { level: 9 }).length,
    unwanted: (budget.without ?? []).filter((needle) => text.includes(needle)),
  }
}

/** Counts the packages that are installed in `folder`, and the bytes of their files. */
export async function measureInstalled(folder: string): Promise<{ packages: number; bytes: number }> {
  const modules = join(folder, 'node_modules')
  const lock = JSON.parse(await readFile(join(modules, '.package-lock.json'), 'utf8')) as {
    packages: Record<string, unknown>
  }
  const packages = Object.keys(lock.packages)
  const entries = await Promise.all(
    packages.map((path) => readdir(join(folder, path), { recursive: true, withFileTypes: true })),
  )
  const files = entries.flat().filter((entry) => entry.isFile())
  const stats = await Promise.all(files.map(({ parentPath, name }) => stat(join(parentPath, name))))
  return { packages: packages.length, bytes: stats.reduce((sum, { size }) => sum + size, 0) }
}
