import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:https'
import type { LookupFunction } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sampleCurl, startJson, type Start } from '../../mock/command/start'
import { startText } from '../../mock/command/start-lines'
import { builtInKeys } from '../../mock/index'
import { eventually } from '../support/eventually'
import { makeFolder } from '../support/folder'
import { commands, startNode } from '../support/processes'

const plain = (_colour: string, text: string) => text
const token = '0123456789abcdef'

function start(args: string[], environment: Record<string, string> = {}) {
  const env = { ...process.env, EVENT_DELIVERY_MOCK_TOKEN: '', ...environment }
  const started = startNode([commands.mock, '--port', '0', ...args], { env })
  onTestFinished(() => void started.child.kill('SIGKILL'))
  return started
}

const backend: Start['backend'] = {
  keys: builtInKeys.map(({ key, name = '' }) => ({ key, name })),
  wantsToken: false,
  plan: 'enterprise:500',
  dialect: { createEventStatus: 202 },
  maxMemory: 2 ** 28,
  residentMemory: 1_300 * 2 ** 20,
  webhooks: [],
  forwards: [{ from: 'https://shop.example', to: 'http://localhost:3000' }],
}

test('the start tells of inspector, keys, plan, dialect, memory and forwards', () => {
  const text = startText({ baseUrl: 'http://127.0.0.1:4010', foreignCertificate: false, backend }, plain)
  const lines = text.split('\n').map((line) => line.trim())
  expect(lines[0]).toBe('Listening on http://127.0.0.1:4010')
  expect(lines).toContain('inspector  http://127.0.0.1:4010/__mock')
  for (const { key } of builtInKeys) expect(text).toContain(key)
  expect(lines).toContain('plan       enterprise: 500 requests a second')
  expect(lines).toContain('dialect    {"createEventStatus":202}')
  expect(lines).toContain('memory     at most 256 MiB of data, 1.3 GiB resident at the worst')
  expect(lines).toContain('forward    https://shop.example to http://localhost:3000')
  expect(lines.at(-2)).toMatch(/^curl http:\/\/127\.0\.0\.1:4010\/v1\/events -H /)
})

test('the start names an address that a client can use in place of the one for all addresses', () => {
  const start = { baseUrl: 'http://0.0.0.0:4010', foreignCertificate: false, backend }
  expect(sampleCurl(start)).toContain('http://127.0.0.1:4010/v1/events')
  expect(startJson(start)).toMatchObject({ inspector: 'http://127.0.0.1:4010/__mock' })
})

test('the curl line trusts the certificate of the mock, whatever the name of its file', () => {
  const start = {
    baseUrl: 'https://127.0.0.1:4010',
    ca: "/tmp/it's ca.pem",
    foreignCertificate: false,
    backend,
  }
  expect(sampleCurl(start)).toContain(String.raw`--cacert '/tmp/it'\''s ca.pem' https://`)
})

test('the curl line takes a key that is not shown from the environment', () => {
  const keys = [{ key: 'sk_live_...', name: 'Of a file' }]
  const start = { baseUrl: 'http://127.0.0.1:1', foreignCertificate: false, backend: { ...backend, keys } }
  expect(sampleCurl(start)).toContain('-H "Authorization: Bearer $EVENT_DELIVERY_API_KEY"')
})

test('the memory is bounded by half of the heap of Node where that is less than the usual bound', async () => {
  const command = start(['--json'], { NODE_OPTIONS: '--max-old-space-size=256' })
  const { maxMemory } = JSON.parse(await command.firstLine()) as { maxMemory: number }
  expect(maxMemory).toBeGreaterThan(2 ** 26)
  expect(maxMemory).toBeLessThanOrEqual(2 ** 28 * 0.75)
})

test('--max-memory bounds what the mock keeps', async () => {
  const command = start(['--json', '--max-memory', '1KiB'])
  const { baseUrl } = JSON.parse(await command.firstLine()) as { baseUrl: string }
  const answer = await fetch(`${baseUrl}/v1/events`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'a', data: { text: 'x'.repeat(2_000) } }),
  })
  expect(answer.status).toBe(503)
})

test('keys of a seed are shown by their prefix, unless everybody knows them', async () => {
  const seed = join(await makeFolder(onTestFinished), 'seed.json')
  await writeFile(seed, '{"keys":[{"key":"sk_live_of_a_customer","name":"theirs"},{"key":"sk_test_mock"}]}')
  const command = start(['--seed', seed, '--json'])
  const { keys } = JSON.parse(await command.firstLine()) as { keys: unknown }
  expect(keys).toEqual([
    { key: 'sk_live_...', name: 'theirs' },
    { key: 'sk_test_mock', name: '' },
  ])
  expect((await command.stop()).out).not.toContain('customer')
})

test('beyond loopback the keys are other ones at each start, and the start shows them', async () => {
  const shown = await Promise.all(
    [1, 2].map(async () => {
      const command = start(['--host', '0.0.0.0', '--json'], { EVENT_DELIVERY_MOCK_TOKEN: token })
      return JSON.parse(await command.firstLine()) as { baseUrl: string; keys: { key: string }[] }
    }),
  )
  const [first, second] = shown.map(({ keys }) => keys.map(({ key }) => key))
  expect(first!.filter((key) => second!.includes(key))).toEqual([])
  const list = (key: string) =>
    fetch(`${shown[0]!.baseUrl.replace('0.0.0.0', '127.0.0.1')}/v1/events`, {
      headers: { authorization: `Bearer ${key}` },
    })
  expect((await list(first![0]!)).status).toBe(200)
  expect((await list('sk_live_mock')).status).toBe(401)
})

test('--ca-out writes the authority to a file that stays, and leaves a file of other content as it is', async () => {
  const file = join(await makeFolder(onTestFinished), 'ca.pem')
  const command = start(['--tls', '--ca-out', file, '--json'])
  expect(JSON.parse(await command.firstLine())).toMatchObject({ ca: file })
  await command.stop()
  expect(await readFile(file, 'utf8')).toMatch(/^-----BEGIN CERTIFICATE-----/)

  await writeFile(file, 'a letter')
  const { status, err } = await start(['--tls', '--ca-out', file]).ended
  expect({ status, err }).toEqual({
    status: 2,
    err: `event-delivery-mock: --ca-out: ${file} holds something else than a certificate, and is left as it is.\n`,
  })
  expect(await readFile(file, 'utf8')).toBe('a letter')
})

test('--tls-name has clients reach the mock by its name over TLS, with the authority of --ca-out', async () => {
  const file = join(await makeFolder(onTestFinished), 'ca.pem')
  const names = ['--tls-name', 'mock.test', '--tls-name', 'mock']
  const command = start(['--tls', ...names, '--ca-out', file, '--json'])
  const { baseUrl } = JSON.parse(await command.firstLine()) as { baseUrl: string }
  const ca = await readFile(file)
  const lookup: LookupFunction = (_name, { all }, done) =>
    all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)
  const statusAt = async (host: string) => {
    const outgoing = get(`${baseUrl.replace('127.0.0.1', host)}/v1/events`, { ca, lookup, agent: false })
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
    incoming.resume()
    return incoming.statusCode
  }
  expect(await Promise.all(['mock.test', 'mock', '127.0.0.1'].map(statusAt))).toEqual([401, 401, 401])
  await expect(statusAt('other.test')).rejects.toThrow(/altnames/)
})

test('with --json --log json every line is an object, the start first and the sum last', async () => {
  const command = start(['--json', '--log', 'json'])
  const { baseUrl } = JSON.parse(await command.firstLine()) as { baseUrl: string }
  await fetch(`${baseUrl}/v1/events`)
  await fetch(`${baseUrl}/__mock/keys`)
  await fetch(`${baseUrl}/__mock/keys`, { headers: { origin: 'https://elsewhere.example' } })
  const { out, err } = await command.stop()
  expect(out.trim().split('\n')).toHaveLength(1)
  const lines = err
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object)
  expect(lines).toMatchObject([
    { kind: 'request', path: '/v1/events', status: 401 },
    { kind: 'request', path: '/__mock/keys', status: 403 },
    { kind: 'end', requests: 2, refused: 2, deliveries: 0 },
  ])
})

test('with --quiet a request leaves no line', async () => {
  const command = start(['--json', '--quiet'])
  const { baseUrl } = JSON.parse(await command.firstLine()) as { baseUrl: string }
  await fetch(`${baseUrl}/v1/events`)
  expect(await command.stop()).toMatchObject({ status: 0, err: '' })
})

test('a pipe that was closed ends the command without a word', async () => {
  const child = spawn('bash', ['-c', `"$0" "$@" 2>&1`, process.execPath, commands.mock, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, EVENT_DELIVERY_MOCK_TOKEN: '' },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let [out, err] = ['', '']
  child.stdout.on('data', (text: Buffer) => (out += text.toString()))
  child.stderr.on('data', (text: Buffer) => (err += text.toString()))
  await eventually(() => expect(out).toContain('curl http'))
  child.stdout.destroy()
  const ended = once(child, 'close')
  await fetch(`${/http:\/\/\S+/.exec(out)![0]}/v1/events`)
  expect(await ended).toEqual([0, null])
  expect(err).toBe('')
})

test('the mock goes on where its log alone is closed', async () => {
  const command = start(['--json'])
  const { baseUrl } = JSON.parse(await command.firstLine()) as { baseUrl: string }
  command.child.stderr!.destroy()
  for (let count = 0; count < 3; count++) expect((await fetch(`${baseUrl}/v1/events`)).status).toBe(401)
  expect((await command.stop()).status).toBe(0)
})
