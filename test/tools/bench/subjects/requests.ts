import { readFileSync } from 'node:fs'
import type { ServerProcess } from '../../../support/processes'
import { interleave, type Benchmark, type Samples } from '../benchmark'
import { mockCommand, runScript, script, startMeasured } from '../children'

const rounds = 5
const seconds = 1.5
// Each request has an idempotency key of its own: [<id>] is replaced by the generator.
const body = '{"type":"order.paid","data":{"order":1042},"idempotencyKey":"[<id>]"}'

interface Load {
  name: string
  title: string
  method: string
  path: string
  sent: string
  /** The share of the bare server's rate that the mock has to reach, with its journal. */
  share: number
}

/** An event that is validated, looked up by its idempotency key and stored. */
const creating: Load = {
  name: 'create-event',
  title: 'POST /v1/events',
  method: 'POST',
  path: '/v1/events',
  sent: body,
  share: 0.4,
}

/** A page of 20 events. */
const listing: Load = {
  name: 'list-events',
  title: 'GET /v1/events, a page of 20',
  method: 'GET',
  path: '/v1/events?limit=20',
  sent: '',
  share: 0.5,
}

// The share of CPU time. A rate profits from the system's work on another core, and CPU time does not.
const cpuShare = 0.4

function drive({ baseUrl }: ServerProcess, { method, path, sent }: Load, time = seconds) {
  const args = [`${baseUrl}${path}`, method, sent, String(time)]
  return runScript<{ perSecond: number; answers: number }>(script('load', ...args))
}

/** Puts one load on the mock and its peers, in turns. */
async function sideBySide(
  load: Load,
  figure: (server: ServerProcess, load: Load) => Promise<number>,
): Promise<Samples> {
  const servers = {
    // A line for each request would be most of the work, and the peers write none. Users choose so for load, too.
    mock: await startMeasured(mockCommand('--quiet')),
    'mock with its log': await startMeasured(mockCommand()),
    'bare node:http': await startMeasured(script('bare-server')),
    Prism: await startMeasured(script('prism-server')),
  }
  try {
    // A warm-up, which also gives the mock events to list.
    for (const server of Object.values(servers)) {
      await drive(server, creating, 1)
      await drive(server, load, 1)
    }
    const contenders = Object.entries(servers).map(
      ([name, server]) => [name, () => figure(server, load)] as const,
    )
    return await interleave(Object.fromEntries(contenders), rounds)
  } finally {
    for (const server of Object.values(servers)) await server.stop()
  }
}

const requestsPerSecond = (load: Load): Benchmark => ({
  name: load.name,
  title: `${load.title}, 16 connections`,
  unit: 'requests/s',
  targets: [
    { of: 'mock', beside: 'bare node:http', atLeast: load.share },
    { of: 'mock', beside: 'Prism', atLeast: 5 },
  ],
  run: () => sideBySide(load, async (server) => (await drive(server, load)).perSecond),
})

/** CPU time, which other work on the machine changes little. Linux only. */
const cpuTimePerRequest = (load: Load): Benchmark => ({
  name: `${load.name}-cpu`,
  title: `${load.title}, CPU time of the server for each`,
  unit: 'µs of CPU',
  targets: [
    { of: 'mock', beside: 'bare node:http', atMost: 1 / cpuShare },
    { of: 'Prism', beside: 'mock', atLeast: 5 },
  ],
  run: () =>
    sideBySide(load, async (server) => {
      const before = cpuSeconds(server.pid)
      const { answers } = await drive(server, load)
      return ((cpuSeconds(server.pid) - before) / answers) * 1e6
    }),
})

// Clock ticks are hundredths of a second on every Linux that Node runs on.
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Both hot operations of the mock, beside its peers. */
export const requests: readonly Benchmark[] = [creating, listing].flatMap((load) => [
  requestsPerSecond(load),
  cpuTimePerRequest(load),
])
