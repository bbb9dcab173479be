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
    limit: 9_000,
  },
  {
    title: 'verify alone',
    code: "export { verify } from '@event-delivery/sdk/webhooks'",
    limit: 1_500,
    without: ['fetch('],
  },
]

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
