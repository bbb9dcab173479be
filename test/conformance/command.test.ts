import { X509Certificate } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { createCertificate } from '@event-delivery/mock/node'
import type { Report } from '@event-delivery/conformance'
import { validateDialect } from '../../generated/dialect'
import { rerunLine } from '../contract/command/rerun'
import { mutantOf } from '../mutants/find'
import { makeFolder } from '../support/folder'
import { callCommand as run, runCommand } from './command'
import { keyFlags, startService, webhooksOf } from './service'
import { serveFetch } from '../support/node-server'

const folder = await makeFolder(afterAll)
const certificate = await createCertificate()
const ca = join(folder, 'ca.pem')
await writeFile(ca, certificate.ca)
const service = await startService({}, { tls: certificate })
const { baseUrl } = service
const trusting = [...service.flags, '--ca', ca]
const judgedWhole = await startService({}, { tls: certificate })

// These two wait most of their time for deliveries, each with a service of its own.
test.concurrent('a conformant deployment ends in status 0, with a report and a dialect', async () => {
  const [report, dialect] = [join(folder, 'report.json'), join(folder, 'dialect.json')]
  const { status, out } = await runCommand([
    ...[...judgedWhole.flags, '--ca', ca, '--mode', 'full'],
    // The tests of the faces, and the demo, run all checks over HTTPS.
    ...['--only', 'EV-3,PG-1,WH-3,WD-2,delivery-is-signed,AU-15'],
    ...['--scoped-key', 'events:read,webhooks:read=sk_live_readonly_mock'],
    ...['--expired-key', 'sk_live_expired_mock', '--json', report, '--dialect-out', dialect],
  ])
  expect(status, out).toBe(0)
  expect(out).toMatch(/\nnothing broken, \d+ of \d+ rules judged: mode full, /)
  const written = JSON.parse(await readFile(report, 'utf8')) as Report
  expect(Object.keys(written)).toEqual(
    (
      'verdict suite target mode startedAt durationMs summary checks ' +
      'rules seed settings keys invocation requests dialect'
    ).split(' '),
  )
  expect(written.target).toEqual({ baseUrl: judgedWhole.baseUrl })
  expect(written.dialect.signature).toEqual({ scheme: 'standard-webhooks' })
  const seen = JSON.parse(await readFile(dialect, 'utf8')) as unknown
  expect(validateDialect(seen)).toBe(true)
  expect(await webhooksOf(judgedWhole)).toEqual([])
})

test.concurrent('a service is told which CA to trust for deliveries', async () => {
  const path = join(folder, 'receiver-ca.pem')
  const args = [...trusting, '--mode', 'full', '--only', 'DL-4']
  const { status, out } = await run([...args, '--receiver-ca-out', path])
  expect(status, out).toBe(0)
  expect(out).toContain(`has to trust ${path}`)
  expect(new X509Certificate(await readFile(path)).ca).toBe(true)
})

test('a dialect that was written pins the next run, and a change of it fails', async () => {
  const dialect = join(folder, 'pinned.json')
  const args = [...trusting, '--only', 'list-order', '--dialect', dialect]
  await writeFile(dialect, '{ "listOrder": "newest-first" }')
  expect((await run(args)).status).toBe(0)
  await writeFile(dialect, '{ "listOrder": "oldest-first" }')
  const { status, out } = await run(args)
  expect(status).toBe(1)
  expect(out).toContain('DIALECT-listOrder')
})

for (const [id, check] of [
  ['missing-type-without-param', 'create-event-missing-type'],
  ['wrong-signature', 'delivery-is-signed'],
  ['one-item-more', 'PG-2'],
] as const) {
  const { rule, break: breakage } = mutantOf(id)
  test(`a deployment that breaks ${rule} ends in status 1, and the rule is named (${id})`, async () => {
    const { flags } = await startService({}, { breakage })
    const { status, out } = await run([...flags, '--mode', 'full', '--only', check])
    expect(status, out).toBe(1)
    expect(out).toContain(`${rule}: `)
    expect(out).toContain('curl -i')
    expect(out).toMatch(/\nnon-conformant: /)
    expect(out).not.toContain('sk_live_mock')
  })
}

test('without a test key the run is incomplete and ends in status 3', async () => {
  const { status, out } = await run(['--base-url', baseUrl, '--ca', ca, '--live-key', 'sk_live_mock'])
  expect(status).toBe(3)
  expect(out).toContain('Judged by: --test-key')
  expect(out).toMatch(/\nincomplete: mode non-disruptive/)
})

test('a certificate that is not trusted ends in status 2 and one clear line', async () => {
  const { status, out } = await run(service.flags)
  expect(status).toBe(2)
  expect(out).toMatch(/cannot be judged.*certificate/)
  expect(out).not.toMatch(/\n\s+at /)
})

test('--ca adds authorities to those that Node trusts', async () => {
  const other = join(folder, 'other-ca.pem')
  await writeFile(other, (await createCertificate()).ca)
  vi.stubEnv('NODE_EXTRA_CA_CERTS', ca)
  const { status, out } = await run([...service.flags, '--ca', other, '--only', 'PG-1'])
  vi.unstubAllEnvs()
  expect(status, out).toBe(0)
})

test('a deployment that cannot be reached costs one line and what to do, while the report is whole', async () => {
  const path = join(folder, 'unreachable.json')
  const { status, out } = await run(['--base-url', await closedPort(), ...keyFlags, '--json', path])
  expect(status).toBe(2)
  expect(out).toContain('Nothing listens there')
  expect(out).not.toContain('COULD NOT RUN')
  expect(out.trim().split('\n').length).toBeLessThan(8)
  const report = JSON.parse(await readFile(path, 'utf8')) as Report
  expect(report.checks.length).toBeGreaterThan(100)
  expect(new Set(report.checks.map((check) => check.status))).toEqual(new Set(['could-not-run']))
})

test('what is run again is quoted for a shell, bears the seed and a variable for each key', () => {
  const given = ['--base-url', 'https://a.test', '--ca', "it's a CA.pem", ...keyFlags]
  const args = [...given, '--only', 'x', '--json=r.json']
  expect(rerunLine(args, 'https://a.test', 7)('create-event')).toBe(
    `npx @event-delivery/conformance --base-url https://a.test --ca 'it'\\''s a CA.pem' ` +
      '--live-key "$EVENT_DELIVERY_LIVE_KEY" --test-key "$EVENT_DELIVERY_TEST_KEY" --seed 7 --only create-event',
  )
})

test('--help names the flags and judges nothing', async () => {
  const { status, out } = await run(['--help'])
  expect(status).toBe(0)
  expect(out).toContain('--base-url <url>')
})

test('--list names every check and judges nothing', async () => {
  const { status, out } = await run(['--list', '--only', 'WD-3'])
  expect(status).toBe(0)
  expect(out).toContain('delete-unknown-webhook')
})

/** A base URL at which nobody listens any more. */
async function closedPort(): Promise<string> {
  const { baseUrl, close } = await serveFetch(service.backend.fetch)
  await close()
  return baseUrl
}
