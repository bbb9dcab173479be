import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'
import { makeFolder } from '../../support/folder'
import { root } from '../../support/root'
import type { Until } from '../../support/until'

/** Bundles a program below `test/sdk`, so that Node runs it without a loader. Returns its path. */
export async function bundle(until: Until, entry: string): Promise<string> {
  const outfile = join(await makeFolder(until), 'program.mjs')
  await build({
    entryPoints: [join(root, 'test/sdk', entry)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: ['pg-native'],
    tsconfig: join(root, 'tsconfig.json'),
    logLevel: 'error',
    // The drivers are CommonJS.
    banner: {
      js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)`,
    },
  })
  return outfile
}

/** Starts a bundled program with a job, its argument in JSON. It ends together with this process, which holds its standard input. */
export function startProgram(program: string, job: object) {
  const child = spawn(process.execPath, [program, JSON.stringify(job)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.on('error', () => {})
  return { child, lines: createInterface({ input: child.stdout }), closed: once(child, 'close') }
}
