import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'
import { makeFolder } from '../../support/folder'
import { root } from '../../support/root'
import type { Until } from '../../support/until'
import type { PaceJob, PaceLine } from './processes/pace'

/** Bundles a program below `processes/`. Returns its path. */
export async function bundle(until: Until, name: string): Promise<string> {
  const outfile = join(await makeFolder(until), `${name}.cjs`)
  await build({
    entryPoints: [join(root, `test/sdk/stores/processes/${name}.ts`)],
    outfile,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    external: ['pg-native'],
    tsconfig: join(root, 'tsconfig.json'),
    logLevel: 'error',
  })
  return outfile
}

/** Processes that send, and what they told. */
export interface PacedProcesses {
  lines: readonly (PaceLine & { process: number })[]
  /** The times of one kind, in order. */
  times(what: PaceLine['what']): number[]
  stop(): Promise<void>
}

/** Starts processes that send as fast as their shared rate lets them. They end with `until`, and together with this process. */
export function startPaced(program: string, jobs: readonly PaceJob[], until: Until): PacedProcesses {
  const lines: (PaceLine & { process: number })[] = []
  const children = jobs.map((job, index) => {
    const child = spawn(process.execPath, [program, JSON.stringify(job)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    child.stdin.on('error', () => {})
    createInterface({ input: child.stdout }).on('line', (line) =>
      lines.push({ ...(JSON.parse(line) as PaceLine), process: index }),
    )
    return { child, closed: once(child, 'close') }
  })
  const stop = async () => {
    for (const { child } of children) child.stdin.end()
    await Promise.all(children.map(({ closed }) => closed))
  }
  until(stop)
  return {
    lines,
    times: (what) =>
      lines
        .filter((line) => line.what === what)
        .map(({ at }) => at)
        .sort((a, b) => a - b),
    stop,
  }
}
