import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, expect, test } from 'vitest'
import type { Fault } from '@event-delivery/mock'
import { makeFolder } from '../support/folder'
import { commands, startNode, startServer } from '../support/processes'
import { root } from '../support/root'
import type { ImportJob, ImportState } from './processes/import'
import { numbers } from '../support/random'

const runs = Number(process.env['SOAK_RUNS'] ?? 2)
const seed = Number(process.env['SEED'] ?? 20_261_121)
const isSoak = process.env['SOAK_RUNS'] !== undefined

const folder = await makeFolder(afterAll)
const program = join(folder, 'import.mjs')
await build({
  entryPoints: [join(root, 'test/sdk/processes/import.ts')],
  outfile: program,
  bundle: true,
  format: 'esm',
  platform: 'node',
  tsconfig: join(root, 'tsconfig.json'),
})
const server = await startServer([commands.mock, '--port', '0', '--json'])
afterAll(() => server.stop())

const faults: Fault[] = [
  { kind: 'reset', probability: 0.06 },
  { kind: 'reset-after-commit', probability: 0.08 },
  { kind: 'truncated', probability: 0.05 },
  { kind: 'html', status: 200, probability: 0.03 },
  { kind: 'status', status: 503, probability: 0.05 },
  { kind: 'status', status: 429, retryAfter: 1, probability: 0.03 },
  { kind: 'latency', latency: 15, probability: 0.2 },
]

const control = async (method: string, path: string, body?: object) => {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${server.baseUrl}/__mock${path}`, {
    method,
    headers,
    body: JSON.stringify(body),
  })
  expect(answer.status, await answer.text()).toBeLessThan(300)
}

/** How many events of an import the service has, by their rows. Read without the SDK, which is under test. */
async function eventsOf(name: string): Promise<Map<number, number>> {
  const counts = new Map<number, number>()
  const headers = { authorization: 'Bearer sk_live_mock' }
  let cursor = ''
  do {
    const url = `${server.baseUrl}/v1/events?limit=100${cursor && `&cursor=${cursor}`}`
    const page = (await (await fetch(url, { headers })).json()) as {
      data: { type: string; data: { row: number } }[]
      nextCursor: string | null
    }
    for (const { type, data } of page.data)
      if (type === name) counts.set(data.row, (counts.get(data.row) ?? 0) + 1)
    cursor = page.nextCursor ?? ''
  } while (cursor)
  return counts
}

const total = { kills: 0, rows: 0, unnoted: 0 }
afterAll(() => {
  if (isSoak) {
    const { kills, rows, unnoted } = total
    console.log(
      `${runs} imports, ${kills} kills, ${rows} rows: none lost, none doubled. ${unnoted} events were stored when a process died that had not noted them.`,
    )
  }
})

const random = numbers(seed)
const draw = (from: number, to: number) => from + Math.floor(random.next().value * (to - from + 1))

for (let run = 1; run <= runs; run++) {
  const name = `import.${run}`
  // A process is killed after so many results, and so many milliseconds more: between results too.
  const kills = Array.from({ length: draw(3, isSoak ? 12 : 4) }, () => ({
    results: draw(0, 9),
    ms: draw(0, 9),
  }))
  const rows = 10 * (kills.length + 2)
  const [concurrency, maxRetries] = [draw(1, 8), draw(0, 2)]

  test(`an import that is killed ${kills.length} times creates one event for each of its ${rows} rows (run ${run}, seed ${seed})`, async () => {
    const file = join(folder, `${name}.json`)
    const job: ImportJob = { baseUrl: server.baseUrl, file, name, rows, concurrency, maxRetries }
    for (const fault of faults)
      await control('POST', '/faults', { ...fault, operation: 'createEvent', seed: draw(0, 2 ** 31) })
    const live = (onOutput?: (out: string, pid: number) => void) =>
      startNode([program, JSON.stringify(job)], { timeLimit: 120_000, onOutput }).ended

    for (const { results, ms } of kills) {
      let timer: NodeJS.Timeout | undefined
      const { status, out, err } = await live((out, pid) => {
        if (out.split('\n').length > results + 1) timer ??= setTimeout(() => process.kill(pid, 'SIGKILL'), ms)
      })
      clearTimeout(timer)
      // The import may have been faster than the kill, and is done then.
      expect({ status, complete: out.endsWith('complete\n'), err }).toMatchObject(
        status === null ? { status } : { status: 0, complete: true, err: '' },
      )
      if (status === null) total.kills++
      const state = await readFile(file, 'utf8').then(
        (text) => JSON.parse(text) as ImportState,
        () => undefined,
      )
      const noted = (state?.position ?? 0) - (state?.failed.length ?? 0)
      total.unnoted += (await eventsOf(name)).size - noted
    }
    expect(await live()).toMatchObject({ status: 0, err: '' })
    await control('DELETE', '/faults')

    const counts = await eventsOf(name)
    const wrong = Array.from({ length: rows }, (_, row) => [row, counts.get(row) ?? 0]).filter(
      ([, n]) => n !== 1,
    )
    expect(wrong, 'rows whose number of events is not 1').toEqual([])
    total.rows += rows
  })
}
