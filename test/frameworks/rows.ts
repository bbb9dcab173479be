import { build } from 'esbuild'
import { join } from 'node:path'
import type { Tally } from '../tools/matrix/cases'
import { type Frameworks, here } from './installation'

/** A line of the table: its subject, and how that is judged. */
export interface Row {
  name: string
  run(frameworks: Frameworks): Promise<Tally>
}

/** The tally of judgements that each return what was wrong. */
export function tallied(found: readonly string[][]): Tally {
  const passed = found.filter((failures) => failures.length === 0).length
  return { passed, of: found.length, failures: found.flat() }
}

/** Every way to mount a receiver, in a process of its own. */
export const everyMount: Row = {
  name: 'Express, Fastify, Hono, Koa, h3, hapi',
  async run({ folder, run }) {
    await build({
      entryPoints: [join(here, 'installed/run.ts')],
      outfile: join(folder, 'run.mjs'),
      bundle: true,
      packages: 'external',
      format: 'esm',
      platform: 'node',
      tsconfigRaw: '{}',
      logLevel: 'silent',
    })
    const printed = await run(process.execPath, ['run.mjs'])
    return JSON.parse(printed.trim().split('\n').at(-1) ?? '') as Tally
  },
}
