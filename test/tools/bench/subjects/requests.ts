import { readFileSync } from 'node:fs'
import type { ServerProcess } from '../../../support/processes'
import { interleaveBy, type Benchmark, type Samples } from '../benchmark'
import { mockCommand, runScript, script, withServers } from '../children'

// Cold code is several times dearer, so that each server is warmed up; half a minute of load has all that comes now and then.
const warmUp = 5
const rounds = 6
const seconds = 5
// Each request has an idempotency key of its own: [<id>] is replaced by the generator.
const body = '{"type":"order.paid","data":{"order":1042},"idempotencyKey":"[<id>]"}'

interface Load {
  name: string
  title: string
  method: string
  path: string
  sent: string
  /** The share of the bare server's rate and CPU time that the mock has to reach, with journal and metrics. */
  share: number
}

/** An event that is validated, looked up by its idempotency key and stored. */
const creating: Load = {
  name: 'create-event',
  title: 'POST /v1/events',
  method: 'POST',
  path: '/v1/events',
  sent: body,
  share: 0.5,
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

function drive({ baseUrl }: ServerProcess, { method, path, sent }: Load, time = seconds) {
  const args = [`${baseUrl}${path}`, method, sent, String(time)]
  return runScript<{ perSecond: number; answers: number }>(script('load', ...args))
}

/** What the mock and its peers reached under one load. */
interface Reached {
  perSecond: Samples
  /** Microseconds of the CPU for each request. Linux only. */
  cpu: Samples
}

// The keys of events are remembered for a day, so that half a minute of a fast machine fills what the mock takes by default.
const roomy = ['--max-memory', '2GiB']

/** Puts one load on the mock and its peers, in turns. */
async function sideBySide(load: Load): Promise<Reached> {
  const cpu: Samples = {}
  const commands = {
    // A line for each request would be most of the work, and the peers write none. Users choose so for load, too.
    mock: mockCommand('--quiet', ...roomy),
    'mock with its log': mockCommand(...roomy),
    'bare node:http': script('bare-server'),
    Prism: script('prism-server'),
  }
  return withServers(commands, async (servers) => {
    // A warm-up, which also gives the mock events to list.
    for (const server of Object.values(servers)) {
      await drive(server, creating, 1)
      await drive(server, load, warmUp)
    }
    const perSecond = await interleaveBy(servers, rounds, async (server, name) => {
      const before = cpuSeconds(server.pid)
      const reached = await drive(server, load)
      cpu[name] = [...(cpu[name] ?? []), ((cpuSeconds(server.pid) - before) / reached.answers) * 1e6]
      return reached.perSecond
    })
    return { perSecond, cpu }
  })
}

/** The rate under one load, and the CPU time, which other work on the machine changes little. One run measures both. */
function benchmarksOf(load: Load): Benchmark[] {
  let reached: Promise<Reached> | undefined
  const run = () => (reached ??= sideBySide(load))
  return [
    {
      name: load.name,
      title: `${load.title}, 16 connections`,
      unit: 'requests/s',
      targets: [
        { of: 'mock', beside: 'bare node:http', atLeast: load.share },
        { of: 'mock', beside: 'Prism', atLeast: 5 },
      ],
      run: async () => (await run()).perSecond,
    },
    {
      name: `${load.name}-cpu`,
      title: `${load.title}, CPU time of the server for each`,
      unit: 'µs of CPU',
      targets: [
        { of: 'mock', beside: 'bare node:http', atMost: 1 / load.share },
        { of: 'Prism', beside: 'mock', atLeast: 5 },
      ],
      run: async () => (await run()).cpu,
    },
  ]
}

// Clock ticks are hundredths of a second on every Linux that Node runs on.
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Both hot operations of the mock, beside its peers. */
export const requests: readonly Benchmark[] = [creating, listing].flatMap(benchmarksOf)
