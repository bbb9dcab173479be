import { interleave, type Benchmark } from '../benchmark'
import { mockCommand, runScript, script, startServer, type ServerProcess } from '../children'

const rounds = 5
const seconds = 1.5
// Each request has an idempotency key of its own: [<id>] is replaced by the generator.
const body = '{"type":"order.paid","data":{"order":1042},"idempotencyKey":"[<id>]"}'

async function requestsPerSecond(method: string, path: string, sent = '') {
  const servers = {
    mock: await startServer(mockCommand()),
    'bare node:http': await startServer(script('bare-server')),
    Prism: await startServer(script('prism-server')),
  }
  const load = (baseUrl: string, how = method, url = path, what = sent, time = seconds) =>
    runScript<{ perSecond: number }>(script('load', `${baseUrl}${url}`, how, what, String(time)))
  // Warms each server up, and gives the mock pages to serve.
  for (const { baseUrl } of Object.values(servers)) await load(baseUrl, 'POST', '/v1/events', body, 1)
  const measure = (server: ServerProcess) => async () => (await load(server.baseUrl)).perSecond
  const contenders = Object.entries(servers).map(([name, server]) => [name, measure(server)] as const)
  try {
    return await interleave(Object.fromEntries(contenders), rounds)
  } finally {
    for (const server of Object.values(servers)) await server.stop()
  }
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
  run: () => requestsPerSecond('POST', '/v1/events', body),
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
  run: () => requestsPerSecond('GET', '/v1/events?limit=20'),
}
