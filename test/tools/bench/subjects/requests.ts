import { readFileSync } from 'node:fs'
import type { ServerProcess } from '../../../support/processes'
import { interleave, type Benchmark, type Samples } from '../benchmark'
import { mockCommand, runScript, script, startMeasured } from '../children'

const rounds = 5
const seconds = 1.5
// Each request has an idempotency key of its own: [<id>] is replaced by the generator.
const body = '{"type":"order.paid","data":{"order":1042},"idempotencyKey":"[<id>]"}'

interface Load {
  method: string
  path: string
  sent: string
}

const posting: Load = { method: 'POST', path: '/v1/events', sent: body }
const paging: Load = { method: 'GET', path: '/v1/events?limit=20', sent: '' }

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
    mock: await startMeasured(mockCommand()),
    'bare node:http': await startMeasured(script('bare-server')),
    Prism: await startMeasured(script('prism-server')),
  }
  try {
    // A warm-up, which also gives the mock events to list.
    for (const server of Object.values(servers)) {
      await drive(server, posting, 1)
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

const requestsPerSecond = (load: Load) =>
  sideBySide(load, async (server) => (await drive(server, load)).perSecond)

/** CPU time of the server for a request, which other work on the machine changes little. Linux only. */
const microsecondsPerRequest = (load: Load) =>
  sideBySide(load, async (server) => {
    const before = cpuSeconds(server.pid)
    const { answers } = await drive(server, load)
    return ((cpuSeconds(server.pid) - before) / answers) * 1e6
  })

// Clock ticks are hundredths of a second on every Linux that Node runs on.
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** An event that is validated, looked up by its idempotency key and stored, over 16 connections. */
export const createEvent: Benchmark = {
  name: 'create-event',
  title: 'POST /v1/events, 16 connections',
  unit: 'requests/s',
  targets: [
    { of: 'mock', beside: 'bare node:http', atLeast: 0.3 },
    { of: 'mock', beside: 'Prism', atLeast: 5 },
  ],
  run: () => requestsPerSecond(posting),
}

/** A page of 20 events, over 16 connections. */
export const listEvents: Benchmark = {
  name: 'list-events',
  title: 'GET /v1/events, a page of 20, 16 connections',
  unit: 'requests/s',
  targets: [
    { of: 'mock', beside: 'bare node:http', atLeast: 0.4 },
    { of: 'mock', beside: 'Prism', atLeast: 5 },
  ],
  run: () => requestsPerSecond(paging),
}

/** The CPU time of creating an event. Its targets are those of the rate, as times. */
export const createEventCpu: Benchmark = {
  name: 'create-event-cpu',
  unit: 'µs of CPU',
  title: 'POST /v1/events, CPU time of the server for each',
  targets: [
    { of: 'mock', beside: 'bare node:http', atMost: 1 / 0.3 },
    { of: 'Prism', beside: 'mock', atLeast: 5 },
  ],
  run: () => microsecondsPerRequest(posting),
}

/** The CPU time of a page. Its targets are those of the rate, as times. */
export const listEventsCpu: Benchmark = {
  name: 'list-events-cpu',
  unit: 'µs of CPU',
  title: 'GET /v1/events, a page of 20, CPU time of the server for each',
  targets: [
    { of: 'mock', beside: 'bare node:http', atMost: 1 / 0.4 },
    { of: 'Prism', beside: 'mock', atLeast: 5 },
  ],
  run: () => microsecondsPerRequest(paging),
}
