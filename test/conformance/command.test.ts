import { X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBackend, type Backend } from '@event-delivery/mock'
import { createCertificate, createDeliveryFetch } from '@event-delivery/mock/node'
import type { Report } from '@event-delivery/conformance'
import { validateDialect } from '../../generated/dialect-validators'
import { rerunLine } from '../contract/command/rerun'
import { mutants } from '../mutants/index'
import { callCommand as run, runCommand } from './command'
import { serveFetch, type NodeServer } from '../support/node-server'

const keys = ['--live-key', 'sk_live_mock', '--test-key', 'sk_test_mock']

let folder: string
let backend: Backend
let server: NodeServer
let ca: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conformance-'))
  const certificate = await createCertificate()
  ca = join(folder, 'ca.pem')
  await writeFile(ca, certificate.ca)
  backend = createBackend({ fetch: createDeliveryFetch() })
  server = await serveFetch(backend.fetch, { tls: certificate })
})

afterAll(async () => {
  await server.close()
  await backend.close()
  await rm(folder, { recursive: true })
})

test('a conformant deployment ends in status 0, with a report and a dialect', async () => {
  const [report, dialect] = [join(folder, 'report.json'), join(folder, 'dialect.json')]
  const { status, out } = await runCommand([
    ...['--base-url', server.baseUrl, '--ca', ca, '--mode', 'full', ...keys],
    // The whole suite meets HTTPS in the tests of the faces and in the demo.
    ...['--only', 'EV-1,PG-6,WH-3,WD-2,DL-5,AU-11,AU-15'],
    ...['--scoped-key', 'events:read,webhooks:read=sk_live_readonly_mock'],
    ...['--expired-key', 'sk_live_expired_mock', '--json', report, '--dialect-out', dialect],
  ])
  expect(status, out).toBe(0)
  expect(out).toMatch(/\nconformant: mode full, \d+ of \d+ rules judged, /)
  const written = JSON.parse(await readFile(report, 'utf8')) as Report
  expect(Object.keys(written)).toEqual(
    'verdict suite target mode startedAt durationMs summary checks dialect'.split(' '),
  )
  expect(written.target).toEqual({ baseUrl: server.baseUrl })
  expect(written.dialect.signature).toEqual({ scheme: 'standard-webhooks' })
  const seen = JSON.parse(await readFile(dialect, 'utf8')) as unknown
  expect(validateDialect(seen)).toBe(true)
  expect(await webhooksLeft()).toBe(0)
})

test('a dialect that was written pins the next run, and a change of it fails', async () => {
  const dialect = join(folder, 'pinned.json')
  const args = [
    '--base-url',
    server.baseUrl,
    '--ca',
    ca,
    ...keys,
    '--only',
    'list-order',
    '--dialect',
    dialect,
  ]
  await writeFile(dialect, '{ "listOrder": "newest-first" }')
  expect((await run(args)).status).toBe(0)
  await writeFile(dialect, '{ "listOrder": "oldest-first" }')
  const { status, out } = await run(args)
  expect(status).toBe(1)
  expect(out).toContain('DIALECT-listOrder')
})

for (const id of ['missing-type-without-param', 'wrong-signature', 'one-item-more']) {
  const { rule, break: breakage } = mutants.find((mutant) => mutant.id === id) as (typeof mutants)[number]
  test(`a deployment that breaks ${rule} ends in status 1, and the rule is named (${id})`, async () => {
    const outgoing = createDeliveryFetch()
    const hooks = breakage()
    const deliver = hooks.deliver?.((request) => outgoing(request))
    const own = createBackend({
      fetch: deliver ? (input, init) => deliver(new Request(input, init)) : outgoing,
    })
    const send = (request: Request) => own.fetch(request)
    const broken = await serveFetch(hooks.fetch?.(send) ?? send)
    const { status, out } = await run([
      '--base-url',
      broken.baseUrl,
      '--mode',
      'full',
      ...keys,
      '--only',
      rule,
    ])
    expect(status, out).toBe(1)
    expect(out).toContain(`${rule}: `)
    expect(out).toContain('curl -i')
    expect(out).toMatch(/\nnon-conformant: /)
    expect(out).not.toContain('sk_live_mock')
    await broken.close()
    await own.close()
  })
}

test('without a test key the run is incomplete and ends in status 3', async () => {
  const { status, out } = await run(['--base-url', server.baseUrl, '--ca', ca, '--live-key', 'sk_live_mock'])
  expect(status).toBe(3)
  expect(out).toContain('Judged by: --test-key')
  expect(out).toMatch(/\nincomplete: mode non-disruptive/)
})

const cannotRun: [string, () => string[], RegExp][] = [
  ['an unknown flag', () => ['--bogus'], /unknown option '--bogus'/],
  ['no base URL', () => [], /--base-url is missing/],
  [
    'plain HTTP to another host',
    () => ['--base-url', 'http://events.example'],
    /--base-url has to begin with https/,
  ],
  ['a base URL that is none', () => ['--base-url', 'events'], /--base-url is no URL/],
  [
    'a mode that does not exist',
    () => ['--base-url', server.baseUrl, '--mode', 'wild'],
    /--mode is none of read-only/,
  ],
  ['a scope that does not exist', () => ['--scoped-key', 'events:rad=sk_live_x'], /events:rad is no scope/],
  [
    'a check that does not exist',
    () => ['--base-url', server.baseUrl, '--only', 'nothing'],
    /no such check or rule/,
  ],
  [
    'a live key in place of the test key',
    () => ['--base-url', server.baseUrl, '--test-key', 'sk_live_mock'],
    /--test-key is a live key/,
  ],
  [
    'a report that cannot be written',
    () => ['--base-url', server.baseUrl, ...keys, '--json', join(folder, 'none', 'report.json')],
    /--json .* cannot be written: there is no such file or folder/,
  ],
  [
    'a CA file that is missing',
    () => ['--base-url', server.baseUrl, '--ca', join(folder, 'none')],
    /--ca .* cannot be read/,
  ],
  [
    'a dialect with an unknown field',
    () => ['--base-url', server.baseUrl, '--dialect', join(folder, 'wrong.json')],
    /is no dialect: it has an unknown field listorder\. Did you mean listOrder\?/,
  ],
  ['a port that nobody listens on', () => ['--base-url', 'http://127.0.0.1:9', ...keys], /cannot be judged/],
  [
    'a certificate that is not trusted',
    () => ['--base-url', server.baseUrl, ...keys],
    /cannot be judged.*certificate/,
  ],
]

for (const [what, args, told] of cannotRun) {
  test(`${what} ends in status 2 and one clear line`, async () => {
    await writeFile(join(folder, 'wrong.json'), '{ "listorder": "newest-first" }')
    const { status, out, err } = await run(args())
    expect(status).toBe(2)
    expect(out + err).toMatch(told)
    expect(out + err).not.toMatch(/\n\s+at /)
  })
}

test('a deployment that cannot be reached costs one line and what to do, while the report is whole', async () => {
  const path = join(folder, 'unreachable.json')
  const { status, out } = await run(['--base-url', await closedPort(), ...keys, '--json', path])
  expect(status).toBe(2)
  expect(out).toContain('Nothing listens there')
  expect(out).not.toContain('COULD NOT RUN')
  expect(out.trim().split('\n').length).toBeLessThan(8)
  const report = JSON.parse(await readFile(path, 'utf8')) as Report
  expect(report.checks.length).toBeGreaterThan(100)
  expect(new Set(report.checks.map((check) => check.status))).toEqual(new Set(['could-not-run']))
})

test('what is run again is quoted for a shell, bears the seed and no key', () => {
  const args = [
    '--base-url',
    'https://a.test',
    '--ca',
    "it's a CA.pem",
    ...keys,
    '--only',
    'x',
    '--json=r.json',
  ]
  expect(rerunLine(args, 'https://a.test', 7)('create-event')).toBe(
    `npx @event-delivery/conformance --base-url https://a.test --ca 'it'\\''s a CA.pem' --seed 7 --only create-event`,
  )
})

test('a service is told which CA to trust for deliveries', async () => {
  const path = join(folder, 'receiver-ca.pem')
  const args = ['--base-url', server.baseUrl, '--ca', ca, '--mode', 'full', ...keys, '--only', 'DL-4']
  const { status, out } = await run([...args, '--receiver-ca-out', path])
  expect(status, out).toBe(0)
  expect(out).toContain(`has to trust ${path}`)
  expect(new X509Certificate(await readFile(path)).ca).toBe(true)
})

test('--list names every check and judges nothing', async () => {
  const { status, out } = await run(['--list', '--only', 'WD-3'])
  expect(status).toBe(0)
  expect(out).toContain('delete-unknown-webhook')
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`after ${signal} no webhook is left`, async () => {
    const args = [
      '--base-url',
      server.baseUrl,
      '--ca',
      ca,
      '--mode',
      'full',
      ...keys,
      '--only',
      'WH-1,WH-8,WD-5,DL-1',
    ]
    let sent = false
    const { status, out } = await runCommand([...args, '--rate', '20'], (printed, kill) => {
      if (sent || !printed.includes('deliver-to-subscriber')) return
      sent = true
      kill(signal)
    })
    expect(status).toBe(2)
    expect(out).toContain('The run was interrupted.')
    expect(await webhooksLeft()).toBe(0)
  })
}

/** Where somebody listened until now. */
async function closedPort(): Promise<string> {
  const { baseUrl, close } = await serveFetch(backend.fetch)
  await close()
  return baseUrl
}

async function webhooksLeft(): Promise<number> {
  const headers = { authorization: 'Bearer sk_live_mock' }
  const response = await backend.fetch(new Request('https://events.test/v1/webhooks', { headers }))
  return ((await response.json()) as { data: unknown[] }).data.length
}
