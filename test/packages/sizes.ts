import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/** A thing that a user's bundle takes from a package, and what it may cost. */
export interface Budget {
  title: string
  /** What the user writes. */
  code: string
  /** Bytes, minified and gzipped. */
  limit: number
  /** Text that must not be in the bundle, to show that nothing unneeded came with it. */
  without?: string[]
}

export const budgets: Budget[] = [
  {
    title: 'the whole client',
    code: "export { EventDelivery } from '@event-delivery/sdk'",
    limit: 10_000,
  },
  {
    title: 'verify alone',
    code: "export { verify } from '@event-delivery/sdk/webhooks'",
    limit: 1_700,
    without: ['fetch('],
  },
]

/** What installing the SDK may bring. */
export const installedLimit = { packages: 3, bytes: 700_000 }

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

/** What an installation in `folder` has brought: how many packages, and how many bytes their files hold. */
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
