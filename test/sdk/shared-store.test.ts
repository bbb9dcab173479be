import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { createFakeClock } from '@event-delivery/sdk/testing'
import { createMemoryStore, type DedupeStore } from '@event-delivery/sdk/webhooks'
import { build } from 'esbuild'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../support/folder'
import { serveListener } from '../support/node-server'
import { startNode } from '../support/processes'
import { root } from '../support/root'
import { deliver, secret } from './deliveries'
import type { ReceiveJob } from './processes/receive'

const folder = await makeFolder(afterAll)
const program = join(folder, 'receive.mjs')
await build({
  entryPoints: [join(root, 'test/sdk/processes/receive.ts')],
  outfile: program,
  bundle: true,
  format: 'esm',
  platform: 'node',
  tsconfig: join(root, 'tsconfig.json'),
})

/** A handler that runs in one of the processes, and ends when the test says so. */
interface Run {
  pid: number
  end(): void
}

/** A store whose clock the test moves, served to other processes, and the handlers that run in them. */
async function serveStore() {
  const clock = createFakeClock()
  const store = createMemoryStore({ clock })
  const runs: Run[] = []
  const resultOf = async (request: IncomingMessage): Promise<unknown> => {
    const { name, args } = (await json(request)) as { name: keyof DedupeStore | 'handle'; args: never[] }
    if (name !== 'handle') return (store[name] as (...given: never[]) => unknown)(...args)
    const [pid] = args as unknown as [number]
    return new Promise((end) => runs.push({ pid, end: () => end(null) }))
  }
  const { baseUrl } = await serveListener(
    (request, response) => {
      void resultOf(request).then((result) => response.end(JSON.stringify({ result })))
    },
    { until: onTestFinished },
  )
  const running = async (count: number) => {
    await expect.poll(() => runs.length).toBe(count)
    return runs[count - 1]!
  }
  return { clock, runs, running, testUrl: baseUrl }
}

async function startReceiver(testUrl: string) {
  const job: ReceiveJob = { testUrl, secret }
  const { child, pid, firstLine, stop } = startNode([program, JSON.stringify(job)])
  onTestFinished(async () => void (await stop()))
  const { baseUrl } = JSON.parse(await firstLine()) as { baseUrl: string }
  const send = async () => {
    const delivery = await deliver()
    return fetch(baseUrl, { method: 'POST', headers: delivery.headers, body: await delivery.text() })
  }
  return { child, pid, send, stop }
}

test('a delivery whose process was killed in its handler goes to another process after the lease, and not before', async () => {
  const { clock, running, runs, testUrl } = await serveStore()
  const [first, second] = await Promise.all([startReceiver(testUrl), startReceiver(testUrl)])
  const lost = first.send().catch((error: unknown) => error)
  expect((await running(1)).pid).toBe(first.pid)
  first.child.kill('SIGKILL')
  expect(await lost).toBeInstanceOf(TypeError)

  const busy = await second.send()
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '5'])
  await clock.advance(29_999)
  expect((await second.send()).status).toBe(503)
  await clock.advance(1)
  const handled = second.send()
  const run = await running(2)
  expect(run.pid).toBe(second.pid)
  run.end()
  expect((await handled).status).toBe(204)
  expect((await second.send()).status).toBe(204)
  expect(runs).toHaveLength(2)
})

test('a process that stood still for longer than its lease changes nothing, and says that its delivery may be doubled', async () => {
  const { clock, running, testUrl } = await serveStore()
  const [first, second] = await Promise.all([startReceiver(testUrl), startReceiver(testUrl)])
  const late = first.send()
  const lateRun = await running(1)
  first.child.kill('SIGSTOP')
  await clock.advance(30_000)
  const handled = second.send()
  const run = await running(2)
  lateRun.end()
  first.child.kill('SIGCONT')
  expect((await late).status).toBe(204)
  // The delivery is still owned by the second process.
  expect((await second.send()).status).toBe(503)
  run.end()
  expect((await handled).status).toBe(204)
  const { err } = await first.stop()
  expect(err).toContain('ReceiverError claim-lost')
  expect(err.trim().split('\n')).toHaveLength(1)
  expect(err).not.toContain(secret)
  expect((await second.stop()).err).toBe('')
})
