import { request } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { commands, residentOf, startNode, startServer } from '../support/processes'
import { root } from '../support/root'

const seconds = Number(process.env.SOAK_SECONDS ?? 180)
const headers = { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' }

/** Sends a request over a connection of its own. Resolves with its milliseconds, `undefined` where it was not served. */
function timeOf(port: string, method: string, path: string, body = ''): Promise<number | undefined> {
  const begun = performance.now()
  return new Promise((resolve) => {
    const outgoing = request(
      { port, host: '127.0.0.1', method, path, agent: false, headers, timeout: 10_000 },
      (incoming) => {
        incoming.resume().on('end', () => resolve(performance.now() - begun))
      },
    )
    outgoing.on('timeout', () => outgoing.destroy())
    outgoing.on('error', () => resolve(undefined))
    outgoing.end(body)
  })
}

const eventOf = (bytes: number) => JSON.stringify({ type: 'order.paid', data: { text: 'x'.repeat(bytes) } })

test(`while 1,440 clients are silent, read nothing or drip, another is served within 100 ms (${seconds} s)`, async () => {
  const mock = await startServer([commands.mock, '--port', '0', '--json'])
  onTestFinished(mock.stop)
  const { port } = new URL(mock.baseUrl)
  for (let count = 0; count < 100; count++) await timeOf(port, 'POST', '/v1/events', eventOf(100_000))

  const attack = startNode(['--import', 'tsx', join(root, 'test/support/socket-attack.ts'), port])
  onTestFinished(async () => void (await attack.stop()))
  const receiver = await attack.firstLine()
  const forward = JSON.stringify({ from: 'https://drip.test', to: `http://127.0.0.1:${receiver}` })
  await timeOf(port, 'POST', '/__mock/forwards', forward)
  const webhook = JSON.stringify({ url: 'https://drip.test/hooks', events: ['dripped'] })
  for (let count = 0; count < 10; count++) await timeOf(port, 'POST', '/v1/webhooks', webhook)
  await new Promise((resolve) => setTimeout(resolve, 5_000))

  const times: number[] = []
  let unserved = 0
  let peak = 0
  const end = performance.now() + seconds * 1_000
  while (performance.now() < end) {
    const calls: [method: string, path: string, body?: string][] = [
      ['GET', '/v1/webhooks?limit=5'],
      ['POST', '/v1/events', JSON.stringify({ type: 'dripped', data: {} })],
      ['GET', '/__mock/clock'],
    ]
    for (const call of calls) {
      const time = await timeOf(port, ...call)
      if (time === undefined) unserved++
      else times.push(time)
    }
    peak = Math.max(peak, residentOf(mock.pid))
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const sorted = times.sort((one, other) => one - other)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Infinity
  const { out } = await attack.stop()
  const figures = {
    served: times.length,
    unserved,
    median: at(0.5),
    p99: at(0.99),
    slowest: at(1),
    peak,
    attack: out.trim().split('\n').at(-1),
  }
  process.stdout.write(`${JSON.stringify(figures)}\n`)
  expect(unserved).toBe(0)
  expect(at(0.99)).toBeLessThan(100)
})
