import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer as createReceiver, type IncomingMessage } from 'node:http'
import { get } from 'node:https'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { examples } from '../../generated/examples'
import { firstFault } from '../../mock/command/json-file'
import { readOptions } from '../../mock/command/options'
import { UsageError } from '../../mock/command/usage-error'

const root = fileURLToPath(new URL('../..', import.meta.url))
const script = 'mock/bin/event-delivery-mock.js'
let folder: string

beforeAll(() => {
  if (!existsSync(join(root, 'mock/dist/cli.js'))) throw new Error('Build first: npm run build')
  folder = mkdtempSync(join(tmpdir(), 'mock-command-'))
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

function file(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

function start(args: string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    env: { ...process.env, EVENT_DELIVERY_MOCK_TOKEN: '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exited = once(child, 'exit') as Promise<[number | null]>
  return { child, exited, errors: text(child.stderr) }
}

/** The first line of a command that listens. */
async function firstLine({ child }: ReturnType<typeof start>): Promise<string> {
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
  return String(chunk).trim()
}

test.each([
  ['an unknown flag', ['--prot', '1'], /^unknown option '--prot' .*--port/],
  ['an argument', ['serve'], /arguments/],
  ['a plan that is none', ['--plan', 'gold'], /none, free, pro or enterprise:N/],
  ['a port that is too large', ['--port', '99999'], /0 to 65535/],
  ['a port that is no number', ['--port', 'abc'], /0 to 65535/],
  ['a dialect that is not there', ['--dialect', '/no/such/file'], /\/no\/such\/file cannot be read \(ENOENT/],
  ['a forward that is none', ['--forward', 'https://shop.example'], /written FROM=TO/],
  ['an authority that is none', ['--ca', 'package.json'], /package\.json holds no certificate/],
  ['a host beyond loopback', ['--host', '0.0.0.0'], /not loopback.*EVENT_DELIVERY_MOCK_TOKEN/],
  ['a certificate without its key', ['--cert', 'a.pem'], /--cert and --key go together/],
  ['a key without its certificate', ['--key', 'a.pem'], /--cert and --key go together/],
  ['a certificate that is none', ['--cert', 'LICENSE', '--key', 'LICENSE'], /^LICENSE and LICENSE are no/],
  ['a certificate given and made', ['--tls', '--cert', 'a', '--key', 'b'], /--tls makes a certificate/],
  ['--static with a plan', ['--static', '--plan', 'free'], /'--static' cannot be used with option '--plan/],
])('%s is refused in one line', (_name, args, message) => {
  const read = () => readOptions(args, {})
  expect(read).toThrow(UsageError)
  expect(read).toThrow(message)
  expect(read).not.toThrow(/\n/)
})

test.each([
  ['no JSON', '{\n  "plan": 1,\n}', /wrong\.json holds no JSON: line 3, column 1 cannot be read/],
  ['an unknown field', '{"listOrdr":1}', /listOrdr is no field of a dialect\. The nearest one is listOrder/],
])('a dialect of %s is refused in one line', (_name, content, message) => {
  expect(() => readOptions(['--dialect', file('wrong.json', content)], {})).toThrow(message)
})

test.each([
  ['{', 1],
  ['', 0],
  ['[1,2,,]', 5],
  ['[1 2]', 3],
  ['{"a":01}', 5],
  ["{'a':1}", 1],
  ['{"a":[1,{"b":]}', 13],
  ['[1}', 2],
  ['{"a"}', 4],
  ['[tru]', 1],
  ['1 2', 2],
  ['{"a":"b\nc"}', 5],
])('%j stops being JSON at %d', (text, place) => {
  expect(firstFault(text)).toBe(place)
})

test('a wrong command line is told in one line, with status 2', async () => {
  const { exited, errors } = start(['--prot', '1'])
  expect(await exited).toEqual([2, null])
  expect(await errors).toMatch(/^event-delivery-mock: unknown option '--prot'.*\n$/)
})

test('a taken port is one line that names a free one, and status 2', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const { exited, errors } = start(['--port', String((taken.address() as AddressInfo).port)])
  expect(await exited).toEqual([2, null])
  expect(await errors).toMatch(/^event-delivery-mock: Port \d+ is taken\. Port \d+ is free\.\n$/)
})

test('it says where it listens, plays what it was told to, and ends on SIGTERM with status 0', async () => {
  const dialect = file('dialect.json', '{"createEventStatus":202}')
  const seed = file('seed.json', '\uFEFF{"events":[{"type":"seeded","data":{}}]}')
  const command = start(['--port', '0', '--plan', 'pro', '--dialect', dialect, '--seed', seed])
  const line = await firstLine(command)
  expect(line).toMatch(/^Listening on http:\/\/127\.0\.0\.1:\d+$/)
  const baseUrl = line.replace('Listening on ', '')
  const headers = { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' }
  const created = await fetch(`${baseUrl}/v1/events`, {
    method: 'POST',
    headers,
    body: '{"type":"a","data":{}}',
  })
  expect(created.status).toBe(202)
  expect(await (await fetch(`${baseUrl}/v1/events`, { headers })).json()).toMatchObject({
    data: [{ type: 'a' }, { type: 'seeded' }],
  })
  command.child.kill('SIGTERM')
  expect(await command.exited).toEqual([0, null])
})

test('with --tls --json its first line names the URL and the authority, which is gone when it ends', async () => {
  const command = start(['--port', '0', '--tls', '--json'])
  const { baseUrl, ca } = JSON.parse(await firstLine(command)) as { baseUrl: string; ca: string }
  expect(baseUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
  expect(readFileSync(ca, 'utf8')).toMatch(/^-----BEGIN CERTIFICATE-----[^]*-----END CERTIFICATE-----\s*$/)
  expect(statSync(join(ca, '..')).mode & 0o077).toBe(0)
  const outgoing = get(`${baseUrl}/v1/events`, { ca: readFileSync(ca) })
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  expect(incoming.statusCode).toBe(401)
  outgoing.destroy()
  command.child.kill('SIGINT')
  expect(await command.exited).toEqual([0, null])
  expect(existsSync(ca)).toBe(false)
})

test('--forward leads the deliveries of a public URL to this machine', async () => {
  const heard: string[] = []
  const receiver = createReceiver((incoming, outgoing) => {
    heard.push(`${incoming.method} ${incoming.url}`)
    outgoing.end()
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  onTestFinished(() => void receiver.close())
  const { port } = receiver.address() as AddressInfo
  const command = start([
    ...['--port', '0', '--json', '--forward', `https://shop.invalid/hooks=http://localhost:${port}/in`],
  ])
  const { baseUrl } = JSON.parse(await firstLine(command)) as { baseUrl: string }
  const headers = { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' }
  const post = (path: string, body: object) =>
    fetch(`${baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  await post('/v1/webhooks', { url: 'https://shop.invalid/hooks/orders', events: ['*'] })
  const arrived = once(receiver, 'request')
  await post('/v1/events', { type: 'order.paid', data: {} })
  await arrived
  expect(heard).toEqual(['POST /in/orders'])
})

test('beyond loopback it listens with a token, which the control routes want', async () => {
  const command = start(['--port', '0', '--host', '0.0.0.0', '--json'], {
    EVENT_DELIVERY_MOCK_TOKEN: 'secret',
  })
  const { baseUrl } = JSON.parse(await firstLine(command)) as { baseUrl: string }
  const local = baseUrl.replace('0.0.0.0', '127.0.0.1')
  expect((await fetch(`${local}/__mock/keys`)).status).toBe(401)
  expect((await fetch(`${local}/__mock/keys`, { headers: { authorization: 'Bearer secret' } })).status).toBe(
    200,
  )
})

test('the examples of the document are there with --seed examples', async () => {
  const command = start(['--port', '0', '--json', '--seed', 'examples'])
  const { baseUrl } = JSON.parse(await firstLine(command)) as { baseUrl: string }
  const headers = { authorization: 'Bearer sk_live_mock' }
  expect(await (await fetch(`${baseUrl}/v1/webhooks`, { headers })).json()).toEqual(examples.onlyWebhookPage)
})

test('an open stream of the journal and a delivery under way keep nobody from stopping it', async () => {
  const receiver = createReceiver(() => {})
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  onTestFinished(() => {
    receiver.closeAllConnections()
    receiver.close()
  })
  const to = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  const command = start(['--port', '0', '--json', '--forward', `https://shop.invalid=${to}`])
  const { baseUrl } = JSON.parse(await firstLine(command)) as { baseUrl: string }
  const headers = { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' }
  const post = (path: string, body: object) =>
    fetch(`${baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  await post('/v1/webhooks', { url: 'https://shop.invalid/hooks', events: ['*'] })
  const journal = await fetch(`${baseUrl}/__mock/journal`, { headers: { accept: 'text/event-stream' } })
  const hanging = once(receiver, 'request')
  await post('/v1/events', { type: 'order.paid', data: {} })
  await hanging
  const begun = performance.now()
  command.child.kill('SIGINT')
  expect(await journal.text()).toContain('event: request')
  expect(await command.exited).toEqual([0, null])
  // Two seconds are what requests under way are given.
  expect(performance.now() - begun).toBeLessThan(1_900)
})

test('--help and --version end with status 0', async () => {
  for (const flag of ['--help', '--version']) {
    const { child, exited } = start([flag])
    const [said, status] = await Promise.all([text(child.stdout), exited])
    expect(said).toMatch(flag === '--help' ? /--dialect <file>/ : /^\d+\.\d+\.\d+\n$/)
    expect(status).toEqual([0, null])
  }
})
