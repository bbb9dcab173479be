import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { readFile, truncate, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:https'
import type { LookupFunction } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { examples } from '../../generated/examples'
import { eventually } from '../support/eventually'
import { makeFolder } from '../support/folder'
import { runMock, startMock } from '../support/mock-command'
import { serveListener } from '../support/node-server'

const token = '0123456789abcdef'

/** Writes a file for the duration of the test. */
async function file(name: string, content: string): Promise<string> {
  const path = join(await makeFolder(onTestFinished), name)
  await writeFile(path, content)
  return path
}

/** The status of an answer over TLS to a client that trusts `ca`, under a name that leads to this machine. */
async function statusOf(url: string, ca: Buffer) {
  const lookup: LookupFunction = (_name, { all }, done) =>
    all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)
  const [incoming] = (await once(get(url, { ca, lookup, agent: false }), 'response')) as [IncomingMessage]
  incoming.resume()
  return incoming.statusCode
}

test('a taken port is one line that names a free one, and status 2', async () => {
  const { port } = await serveListener(() => {}, { until: onTestFinished })
  const { status, err } = await runMock(['--port', String(port)]).ended
  expect(err).toMatch(/^event-delivery-mock: Port \d+ is taken\. Port \d+ is free\.\n$/)
  expect(status).toBe(2)
})

test.each([
  ['--help', /--dialect <file>/],
  ['--version', /^\d+\.\d+\.\d+\n$/],
])('%s ends with status 0', async (flag, printed) => {
  const { status, out } = await runMock([flag]).ended
  expect(out).toMatch(printed)
  expect(status).toBe(0)
})

test('with --tls the first line names the authority, which is gone at the end, and a signal ends with status 0', async () => {
  const { baseUrl, running, start } = await startMock(['--tls'])
  expect(baseUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
  const { ca } = start
  expect(readFileSync(ca, 'utf8')).toMatch(/^-----BEGIN CERTIFICATE-----[^]*-----END CERTIFICATE-----\s*$/)
  expect(statSync(join(ca, '..')).mode & 0o077).toBe(0)
  expect(await statusOf(`${baseUrl}/v1/events`, readFileSync(ca))).toBe(401)
  expect(await running.stop()).toMatchObject({ status: 0 })
  expect(existsSync(ca)).toBe(false)
})

test('--ca-out writes the authority to a file that stays, and leaves a file of other content as it is', async () => {
  const path = join(await makeFolder(onTestFinished), 'ca.pem')
  const { start, running } = await startMock(['--tls', '--ca-out', path])
  expect(start.ca).toBe(path)
  await running.stop()
  expect(await readFile(path, 'utf8')).toMatch(/^-----BEGIN CERTIFICATE-----/)

  await writeFile(path, 'a letter')
  expect(await runMock(['--tls', '--port', '0', '--ca-out', path]).ended).toMatchObject({
    status: 2,
    err: `event-delivery-mock: --ca-out ${path} holds something else than a certificate, and is left as it is.\n`,
  })
  expect(await readFile(path, 'utf8')).toBe('a letter')

  // No certificate is as large, and no more of the file is read.
  await writeFile(path, '-----BEGIN CERTIFICATE-----')
  await truncate(path, 65 * 2 ** 20)
  expect(await runMock(['--tls', '--port', '0', '--ca-out', path]).ended).toMatchObject({ status: 2 })
})

test('--tls-name has clients reach the mock by its name over TLS, with the authority of --ca-out', async () => {
  const path = join(await makeFolder(onTestFinished), 'ca.pem')
  const names = ['--tls-name', 'mock.test', '--tls-name', 'mock']
  const { baseUrl } = await startMock(['--tls', ...names, '--ca-out', path])
  const statusAt = async (host: string) =>
    statusOf(`${baseUrl.replace('127.0.0.1', host)}/v1/events`, await readFile(path))
  for (const host of ['mock.test', 'mock', '127.0.0.1']) expect(await statusAt(host)).toBe(401)
  await expect(statusAt('other.test')).rejects.toThrow(/altnames/)
})

test('--forward leads the deliveries of a public URL to this machine', async () => {
  const arrived: string[] = []
  const receiver = await serveListener(
    (incoming, outgoing) => {
      arrived.push(`${incoming.method} ${incoming.url}`)
      outgoing.end()
    },
    { until: onTestFinished },
  )
  const { send } = await startMock(['--forward', `https://shop.invalid/hooks=${receiver.baseUrl}/in`])
  await send('/v1/webhooks', { url: 'https://shop.invalid/hooks/orders', events: ['*'] })
  await send('/v1/events', { type: 'order.paid', data: {} })
  await eventually(() => expect(arrived).toEqual(['POST /in/orders']))
})

test('beyond loopback the control routes demand the token, and the keys are other ones at each start', async () => {
  const flags = ['--host', '0.0.0.0']
  const started = [1, 2].map(() => startMock(flags, { EVENT_DELIVERY_MOCK_TOKEN: token }))
  const [first, second] = (await Promise.all(started)).map(({ start }) => start.keys!.map(({ key }) => key))
  expect(first!.filter((key) => second!.includes(key))).toEqual([])
  const baseUrl = (await started[0]!).baseUrl.replace('0.0.0.0', '127.0.0.1')
  const statusAt = async (path: string, key: string) =>
    (await fetch(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${key}` } })).status
  expect(await statusAt('/v1/events', first![0]!)).toBe(200)
  expect(await statusAt('/v1/events', 'sk_live_mock')).toBe(401)
  expect(await statusAt('/__mock/keys', first![0]!)).toBe(401)
  expect(await statusAt('/__mock/keys', token)).toBe(200)
})

test('keys of a seed are shown by their prefix, unless everybody knows them', async () => {
  const seed = await file(
    'seed.json',
    '{"keys":[{"key":"sk_live_of_a_customer","name":"theirs"},{"key":"sk_test_mock"}]}',
  )
  const { running, start } = await startMock(['--seed', seed])
  expect(start.keys).toEqual([
    { key: 'sk_live_...', name: 'theirs' },
    { key: 'sk_test_mock', name: '' },
  ])
  expect((await running.stop()).out).not.toContain('customer')
})

test('--seed examples serves the examples of the document', async () => {
  const { send } = await startMock(['--seed', 'examples'])
  expect(await (await send('/v1/webhooks')).json()).toEqual(examples.onlyWebhookPage)
})

test('--seed keeps the digits of the numbers of its file, also after a reset', async () => {
  const seed = await file(
    'seed.json',
    '{ "events": [{ "type": "a", "data": { "n": 12345678901234567890 } }] }',
  )
  const { send } = await startMock(['--seed', seed])
  const listed = async () => (await send('/v1/events')).text()
  expect(await listed()).toContain('"data":{"n":12345678901234567890}')
  await send('/__mock/reset', {})
  expect(await listed()).toContain('"data":{"n":12345678901234567890}')
})

test('--max-memory bounds what the mock keeps', async () => {
  const { send } = await startMock(['--max-memory', '1KiB'])
  expect((await send('/v1/events', { type: 'a', data: { text: 'x'.repeat(2_000) } })).status).toBe(503)
})

test('an open journal stream and a delivery under way do not delay the end of the command', async () => {
  // The eight seconds that the command grants requests under way never end here.
  const { setTimeout } = globalThis
  const endless = (work: () => void, ms: number) => setTimeout(work, ms === 8_000 ? 2 ** 30 : ms)
  vi.stubGlobal('setTimeout', Object.assign(endless, setTimeout))
  const receive = vi.fn()
  const receiver = await serveListener(receive, { until: onTestFinished })
  const { baseUrl, running, send } = await startMock([
    '--forward',
    `https://shop.invalid=${receiver.baseUrl}`,
  ])
  await send('/v1/webhooks', { url: 'https://shop.invalid/hooks', events: ['*'] })
  const journal = await fetch(`${baseUrl}/__mock/journal`, { headers: { accept: 'text/event-stream' } })
  await send('/v1/events', { type: 'order.paid', data: {} })
  await eventually(() => expect(receive).toHaveBeenCalled())
  const ended = running.stop()
  expect(await journal.text()).toContain('event: request')
  expect(await ended).toMatchObject({ status: 0 })
})

test('with --json --log json every line is an object, the start first and the sum last', async () => {
  const { running, send } = await startMock(['--log', 'json'])
  await send('/v1/events', undefined, { authorization: '' })
  await send('/__mock/keys')
  await send('/__mock/keys', undefined, { origin: 'https://elsewhere.example' })
  const { out, err } = await running.stop()
  expect(out.trim().split('\n')).toHaveLength(1)
  const lines = err.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { kind: 'request', path: '/v1/events', status: 401 },
    { kind: 'request', path: '/__mock/keys', status: 403 },
    { kind: 'end', requests: 2, refused: 2, deliveries: 0 },
  ])
})

test('with --quiet a request leaves no line', async () => {
  const { running, send } = await startMock(['--quiet'])
  await send('/v1/events')
  expect(await running.stop()).toMatchObject({ status: 0, err: '' })
})
