import { setTimeout as pass } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually'
import { serveListener } from '../support/node-server'
import { makeDatabase } from '../support/postgres'
import { runMock, startOnStore } from '../support/store-command'

const event = { type: 'order.paid', data: { order: 1 } }

/** A receiver that holds its answers back until the test lets it go. */
async function heldReceiver() {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const received: string[] = []
  const { baseUrl } = await serveListener(
    (incoming, outgoing) => {
      received.push(String(incoming.headers['webhook-id']))
      void released.then(() => outgoing.writeHead(204).end())
    },
    { until: onTestFinished },
  )
  return { received, release, flags: ['--webhook', `${baseUrl}/hooks`] }
}

test('on SIGTERM a request under way is answered, nobody is let in any more, and the process ends with status 0', async () => {
  const url = await makeDatabase(onTestFinished)
  const { process, baseUrl, send } = await startOnStore(url)
  // The request is known to be under way when its fault has struck, which then holds it back.
  const fault = { kind: 'latency', latency: 4_000, times: 1 }
  expect((await send('/__mock/faults', fault)).status).toBe(200)
  const answering = send('/v1/events', event)
  await eventually(async () => {
    const { data } = (await (await send('/__mock/faults')).json()) as { data: object[] }
    expect(data).toEqual([])
  })
  process.child.kill('SIGTERM')
  const answer = await answering
  expect(answer.status).toBe(201)
  expect(answer.headers.get('connection')).toBe('close')
  await expect(fetch(`${baseUrl}/__mock/health`)).rejects.toThrow()
  expect(await process.ended).toMatchObject({ status: 0 })
}, 120_000)

test('on SIGTERM a delivery under way ends, and counts: no other process repeats it', async () => {
  const url = await makeDatabase(onTestFinished)
  const { received, release, flags } = await heldReceiver()
  const { process, send } = await startOnStore(url, flags)
  expect((await send('/v1/events', event)).status).toBe(201)
  await eventually(() => expect(received).toHaveLength(1))
  process.child.kill('SIGTERM')
  // The process is asked before the receiver answers.
  await eventually(() => expect(send('/__mock/health')).rejects.toThrow())
  release()
  expect(await process.ended).toMatchObject({ status: 0 })
  const { out } = await runMock(['status', '--store', url, '--json']).ended
  expect(JSON.parse(out)).toMatchObject({ pendingDeliveries: 0 })
}, 120_000)

test('a second signal ends the process at once, whatever is under way', async () => {
  const url = await makeDatabase(onTestFinished)
  const { received, flags } = await heldReceiver()
  const { process, send } = await startOnStore(url, flags)
  expect((await send('/v1/events', event)).status).toBe(201)
  await eventually(() => expect(received).toHaveLength(1))
  process.child.kill('SIGTERM')
  await eventually(() => expect(send('/__mock/health')).rejects.toThrow())
  process.child.kill('SIGTERM')
  const first = await Promise.race([process.ended, pass(60_000)])
  expect(first).toMatchObject({ status: 143 })
}, 120_000)
