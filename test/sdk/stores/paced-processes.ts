import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sharedRate } from '@event-delivery/sdk/stores'
import { build } from 'esbuild'
import { Pool } from 'pg'
import { makeFolder } from '../../support/folder'
import { commands, startServer } from '../../support/processes'
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

/** The rate that the processes share, in requests a second. */
export const perSecond = 50

/** How many passes a second may note. A process may be put aside between the pass and its note, so that notes draw closer than passes were. */
export const mostNoted = perSecond + 5

/** Options of `startFour`. */
export interface FourOptions {
  /** The path that `bundle` returned. */
  program: string
  /** The address of a Redis or a PostgreSQL. */
  database: string
  /** The schema, on PostgreSQL. */
  schema?: string | undefined
  until: Until
}

/** Starts a mock that refuses more than the rate, and four processes that send to it as fast as they may. */
export async function startFour({ program, database, schema, until }: FourOptions): Promise<PacedProcesses> {
  const plan = `enterprise:${perSecond}`
  const server = await startServer([commands.mock, '--port', '0', '--json', '--plan', plan])
  until(() => server.stop())
  const job = { baseUrl: server.baseUrl, database, schema, key: 'account', perSecond, processes: 4 }
  return startPaced(program, [job, job, job, job], until)
}

/** Makes the tables of a rate in a schema of their own. Returns its name. */
export async function makeRateSchema(url: string): Promise<string> {
  const schema = `rate_${crypto.randomUUID().replaceAll('-', '')}`
  const pool = new Pool({ connectionString: url })
  await sharedRate(pool, { key: 'account', perSecond, schema }).migrate()
  await pool.end()
  return schema
}
