import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { canaries, startHostile, type HostileService } from './hostile-services'
import { commands, startNode } from '../support/processes'
import type { Report } from '@event-delivery/conformance'

/** The outcome of a run against a hostile service. */
export interface HostileRun {
  name: string
  seconds: number
  /** The most memory that the command took, in MB. */
  memory: number
  verdict: string
  /** The keys that stand in its output or its reports. */
  leaks: string[]
  status: number | null
}

// The memory of a process is known to itself alone, and what resourceUsage() says begins with that of the parent.
const tellMemory = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync } from 'node:fs'
  process.on('exit', () => {
    let kilobytes = process.resourceUsage().maxRSS
    try {
      kilobytes = /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]
    } catch {}
    process.stderr.write('maxRSS ' + kilobytes + '\\n')
  })
`)}`

/** Runs the built command against a hostile service, in mode full, and measures it from outside. */
export async function runHostile(
  service: HostileService,
  folder: string,
  more: readonly string[] = [],
): Promise<HostileRun> {
  const server = await startHostile(service)
  const file = (end: string) => join(folder, `${service.name.replace(/\W+/g, '-')}.${end}`)
  const started = performance.now()
  try {
    const args = [
      '--base-url',
      server.baseUrl,
      '--mode',
      'full',
      '--json',
      file('json'),
      '--html',
      file('html'),
    ]
    const { status, out, err } = await startNode(
      ['--import', tellMemory, commands.conformance, ...args, ...(service.flags ?? []), ...more],
      {
        env: {
          PATH: process.env.PATH,
          TMPDIR: folder,
          EVENT_DELIVERY_LIVE_KEY: canaries.live,
          EVENT_DELIVERY_TEST_KEY: canaries.test,
        },
        timeLimit: 300_000,
      },
    ).ended
    const seconds = (performance.now() - started) / 1000
    const [json, html] = await Promise.all(
      ['json', 'html'].map((end) => readFile(file(end), 'utf8').catch(() => '')),
    )
    const report = json ? (JSON.parse(json) as Report) : undefined
    const memory = Math.round(Number(/maxRSS (\d+)/.exec(err)?.[1] ?? NaN) / 1024)
    const leaks = Object.values(canaries).filter((key) =>
      isTold(key, [out, err, json ?? '', html ?? ''].join('\n')),
    )
    return { name: service.name, seconds, memory, verdict: report?.verdict ?? 'no report', leaks, status }
  } finally {
    await server.close()
  }
}

/** Whether a text tells a key, in a form that is hidden everywhere: as it is, or base64 of the whole. */
function isTold(key: string, text: string): boolean {
  return [key, Buffer.from(key).toString('base64').replace(/=+$/, '')].some((form) => text.includes(form))
}

/** The runs as a table, a line each. */
export function tableOf(runs: readonly HostileRun[]): string {
  const width = Math.max(...runs.map(({ name }) => name.length))
  const line = (cells: readonly string[]) => cells.join('  ').trimEnd()
  const head = line(['service'.padEnd(width), 'seconds', 'memory', 'leaks', 'verdict'])
  const rows = runs.map(({ name, seconds, memory, verdict, leaks }) =>
    line([
      name.padEnd(width),
      seconds.toFixed(1).padStart(7),
      `${memory} MB`.padStart(6),
      String(leaks.length).padStart(5),
      verdict,
    ]),
  )
  return [head, ...rows].join('\n')
}
