import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:https'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { examples } from '../../generated/examples'
import { firstFault } from '../../mock/command/json-file'
import { readOptions } from '../../mock/command/options'
import { UsageError } from '../../mock/command/usage-error'
import { makeFolder } from '../support/folder'
import { serveListener } from '../support/node-server'
import { commands, startNode } from '../support/processes'
import { root } from '../support/root'
import { eventually } from '../support/eventually'

beforeAll(() => {
  if (!existsSync(join(root, 'mock/dist/cli.js'))) throw new Error('Build first: npm run build')
})

/** Writes a file for the duration of the test. */
async function file(name: string, content: string): Promise<string> {
  const path = join(await makeFolder(onTestFinished), name)
  await writeFile(path, content)
  return path
}

function start(args: string[], environment: Record<string, string> = {}) {
  const env = { ...process.env, EVENT_DELIVERY_MOCK_TOKEN: '', ...environment }
  const started = startNode([commands.mock, '--port', '0', ...args], { env })
  onTestFinished(() => void started.child.kill('SIGKILL'))
  return started
}

/** Starts the command and reads its first line, which is JSON. */
async function startJson(args: string[], environment?: Record<string, string>) {
  const command = start(['--json', ...args], environment)
  return { command, ...(JSON.parse(await command.firstLine()) as { baseUrl: string; ca: string }) }
}

/** Sends JSON with the live key. */
function post(url: string, body: object): Promise<Response> {
  const headers = { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' }
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
}

test.each([
  ['an unknown flag', ['--prot', '1'], /^unknown option '--prot' .*--port/],
  ['an argument', ['serve'], /A word stands on the line that belongs to no flag/],
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
  const read = () => readOptions(args, {}, () => {})
  expect(read).toThrow(UsageError)
  expect(read).toThrow(message)
  expect(read).not.toThrow(/\n/)
})

test.each([
  ['no JSON', '{\n  "plan": 1,\n}', /wrong\.json holds no JSON: line 3, column 1 cannot be read/],
  ['an unknown field', '{"listOrdr":1}', /listOrdr is no field of a dialect\. The nearest one is listOrder/],
])('a dialect of %s is refused in one line', async (_name, content, message) => {
  const path = await file('wrong.json', content)
  expect(() => readOptions(['--dialect', path], {}, () => {})).toThrow(message)
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

test('a wrong command line is reported in one line, with status 2', async () => {
  const { status, err } = await start(['--prot', '1']).ended
  expect(status).toBe(2)
  expect(err).toMatch(/^event-delivery-mock: unknown option '--prot'.*\n$/)
})

test('a taken port is one line that names a free one, and status 2', async () => {
  const { port } = await serveListener(() => {}, { until: onTestFinished })
  const { status, err } = await start(['--port', String(port)]).ended
  expect(status).toBe(2)
  expect(err).toMatch(/^event-delivery-mock: Port \d+ is taken\. Port \d+ is free\.\n$/)
})

test('the command prints its URL, plays the given data, and ends on SIGTERM with status 0', async () => {
  const dialect = await file('dialect.json', '{"createEventStatus":202}')
  const seed = await file('seed.json', '\uFEFF{"events":[{"type":"seeded","data":{}}]}')
  const command = start(['--plan', 'pro', '--dialect', dialect, '--seed', seed])
  const line = await command.firstLine()
  expect(line).toMatch(/^Listening on http:\/\/127\.0\.0\.1:\d+$/)
  const baseUrl = line.replace('Listening on ', '')
  expect((await post(`${baseUrl}/v1/events`, { type: 'a', data: {} })).status).toBe(202)
  const headers = { authorization: 'Bearer sk_live_mock' }
  expect(await (await fetch(`${baseUrl}/v1/events`, { headers })).json()).toMatchObject({
    data: [{ type: 'a' }, { type: 'seeded' }],
  })
  await command.stop()
  expect(await command.ended).toMatchObject({ status: 0 })
})

test('with --tls --json the first line names the URL and the authority, which is gone at the end', async () => {
  const { command, baseUrl, ca } = await startJson(['--tls'])
  expect(baseUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
  expect(readFileSync(ca, 'utf8')).toMatch(/^-----BEGIN CERTIFICATE-----[^]*-----END CERTIFICATE-----\s*$/)
  expect(statSync(join(ca, '..')).mode & 0o077).toBe(0)
  const outgoing = get(`${baseUrl}/v1/events`, { ca: readFileSync(ca) })
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  expect(incoming.statusCode).toBe(401)
  outgoing.destroy()
  command.child.kill('SIGINT')
  expect(await command.ended).toMatchObject({ status: 0 })
  expect(existsSync(ca)).toBe(false)
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
  const { baseUrl } = await startJson(['--forward', `https://shop.invalid/hooks=${receiver.baseUrl}/in`])
  await post(`${baseUrl}/v1/webhooks`, { url: 'https://shop.invalid/hooks/orders', events: ['*'] })
  await post(`${baseUrl}/v1/events`, { type: 'order.paid', data: {} })
  await eventually(() => expect(arrived).toEqual(['POST /in/orders']))
})

const token = '0123456789abcdef'

test('beyond loopback the command listens with a token, which the control routes demand', async () => {
  const { baseUrl } = await startJson(['--host', '0.0.0.0'], { EVENT_DELIVERY_MOCK_TOKEN: token })
  const keys = `${baseUrl.replace('0.0.0.0', '127.0.0.1')}/__mock/keys`
  expect((await fetch(keys)).status).toBe(401)
  expect((await fetch(keys, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
})

test('--seed examples serves the examples of the document', async () => {
  const { baseUrl } = await startJson(['--seed', 'examples'])
  const headers = { authorization: 'Bearer sk_live_mock' }
  expect(await (await fetch(`${baseUrl}/v1/webhooks`, { headers })).json()).toEqual(examples.onlyWebhookPage)
})

// In a process with this import, the eight seconds that the command grants requests under way never end.
const endlessGrace = `const real = setTimeout
globalThis.setTimeout = (work, ms, ...rest) => real(work, ms === 8_000 ? 2 ** 30 : ms, ...rest)`

test('an open journal stream and a delivery under way do not delay the end of the command', async () => {
  const receive = vi.fn()
  const receiver = await serveListener(receive, { until: onTestFinished })
  const { command, baseUrl } = await startJson(['--forward', `https://shop.invalid=${receiver.baseUrl}`], {
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(endlessGrace)}`,
  })
  await post(`${baseUrl}/v1/webhooks`, { url: 'https://shop.invalid/hooks', events: ['*'] })
  const journal = await fetch(`${baseUrl}/__mock/journal`, { headers: { accept: 'text/event-stream' } })
  await post(`${baseUrl}/v1/events`, { type: 'order.paid', data: {} })
  await eventually(() => expect(receive).toHaveBeenCalled())
  command.child.kill('SIGINT')
  expect(await journal.text()).toContain('event: request')
  expect(await command.ended).toMatchObject({ status: 0 })
})

test.each([
  ['--help', /--dialect <file>/],
  ['--version', /^\d+\.\d+\.\d+\n$/],
])('%s ends with status 0', async (flag, printed) => {
  const { status, out } = await start([flag]).ended
  expect(out).toMatch(printed)
  expect(status).toBe(0)
})
