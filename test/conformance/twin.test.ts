import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createBackend } from '@event-delivery/mock'
import { createDeliveryFetch, serve } from '@event-delivery/mock/node'
import { main } from '../contract/command/main'
import { loadMock } from '../contract/command/twin'
import { UsageError } from '../../src/core/commands/usage-error'
import type { Dialect } from '../../generated/dialect'

/** A deployment that plays a dialect, and a folder for the files of a comparison: `compare` makes one with a mock that plays another dialect. */
async function deploy(dialect: Dialect) {
  const backend = createBackend({ dialect, fetch: createDeliveryFetch() })
  const server = await serve(backend, { port: 0 })
  const folder = mkdtempSync(join(tmpdir(), 'twin-'))
  onTestFinished(async () => {
    await server.close()
    await backend.close()
    rmSync(folder, { recursive: true })
  })
  const webhooks = async () => (await backend.snapshot()).webhooks?.length ?? 0
  const compare = (played: Dialect, ...more: readonly string[]) => {
    const file = join(folder, 'dialect.json')
    writeFileSync(file, JSON.stringify(played))
    return run(['twin', '--base-url', server.baseUrl, '--dialect', file, ...more])
  }
  return { baseUrl: server.baseUrl, folder, webhooks, compare }
}

/** Runs the command and returns its exit status and what it printed. */
async function run(args: readonly string[]): Promise<{ status: number; printed: string }> {
  const lines: string[] = []
  const say = (text: string) => void lines.push(text)
  const { signal } = new AbortController()
  const env = { EVENT_DELIVERY_TEST_KEY: 'sk_test_mock' }
  const status = await main(args, { env, print: say, complain: say, signal })
  return { status, printed: lines.join('\n') }
}

test('a deployment and a mock that plays its dialect are alike', async () => {
  const dialect: Dialect = {
    createEventStatus: 202,
    challenge: null,
    errors: { missingType: { message: 'A type, please.' } },
    extras: { event: { object: { constant: 'event' } } },
  }
  const { webhooks, compare } = await deploy(dialect)
  const { status, printed } = await compare(dialect)
  expect(printed).toMatch(/\b(\d+) of \1 exchanges alike \(100 %\)\.$/)
  expect(status).toBe(0)
  expect(await webhooks()).toBe(0)
})

test('every difference is told with its place, both values and the field that expresses it', async () => {
  const { folder, compare } = await deploy({
    challenge: null,
    emptyIdempotencyKey: 'ignore',
    errors: { missingType: { message: 'A type, please.' } },
    extras: { event: { object: { constant: 'event' } } },
  })
  const json = join(folder, 'twin.json')
  const { status, printed } = await compare({}, '--json', json)
  expect(status).toBe(1)
  expect(printed).toContain('live: A type, please.')
  expect(printed).toContain('expressed by: errors.missingType.message')
  const report = JSON.parse(readFileSync(json, 'utf8')) as {
    total: number
    alike: number
    exchanges: {
      name: string
      differences: { where: string; live: string; twin: string; field?: string }[]
    }[]
  }
  const differencesOf = (name: string) => report.exchanges.find((one) => one.name === name)?.differences
  expect(differencesOf('no-key')).toEqual([
    { where: 'header www-authenticate', live: 'absent', twin: 'Bearer', field: 'challenge' },
  ])
  expect(differencesOf('empty-key')).toEqual([
    { where: 'status', live: '201', twin: '400', field: 'emptyIdempotencyKey' },
  ])
  expect(differencesOf('create-event')).toEqual([
    { where: 'body.object', live: 'event', twin: 'absent', field: 'extras.event' },
  ])
  expect(differencesOf('missing-data')).toEqual([])
  expect(report.alike).toBe(report.exchanges.filter(({ differences }) => differences.length === 0).length)
  expect(report.total).toBe(report.exchanges.length)
})

test('a live key is used in mode full alone', async () => {
  const { compare } = await deploy({})
  const asked: string[] = []
  const original = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    asked.push(request.headers.get('authorization') ?? '')
    return original(request)
  }
  onTestFinished(() => void (globalThis.fetch = original))
  await compare({}, '--live-key', 'sk_live_mock')
  expect(asked).toContain('Bearer sk_test_mock')
  expect(asked).not.toContain('Bearer sk_live_mock')
})

test('a comparison in mode full sees deliveries over a socket, and deletes what it made with each key', async () => {
  const dialect: Dialect = {
    deliveryBody: { kind: 'note', at: '{unix}', event: '{event}' },
    headers: { delivery: { 'x-attempt': { copy: 'attempt' } } },
    extras: { delivery: { event: { copy: 'id' } } },
    signature: { scheme: 'timestamped-hex', header: 'x-signed' },
  }
  const { folder, webhooks, compare } = await deploy(dialect)
  const json = join(folder, 'twin.json')
  const whole = ['--mode', 'full', '--json', json, '--live-key', 'sk_live_mock']
  const args = [...whole, '--ledger', join(folder, 'ledger.jsonl')]
  const alike = await compare(dialect, ...args)
  expect(alike.printed).toMatch(/\b(\d+) of \1 exchanges alike \(100 %\)\.$/)
  expect(alike.status).toBe(0)
  const { exchanges } = JSON.parse(readFileSync(json, 'utf8')) as { exchanges: { name: string }[] }
  expect(exchanges.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['create-subscriber', 'webhook-with-test-key', 'delivery']),
  )
  expect(await webhooks()).toBe(0)
  expect(readdirSync(folder)).not.toContain('ledger.jsonl')
  const withoutQuery = await compare({ ...dialect, extras: {} }, ...args)
  expect(withoutQuery.printed).toContain('expressed by: extras.delivery')
  const differing = await compare({ ...dialect, deliveryBody: 'event' }, ...args)
  expect(differing.status).toBe(1)
  expect(differing.printed).toContain('expressed by: deliveryBody')
  expect(await webhooks()).toBe(0)
})

test('a comparison says which flag it lacks, and which it does not take', async () => {
  const { baseUrl, compare } = await deploy({})
  const refused = (told: string) => ({ status: 2, printed: expect.stringContaining(told) as string })
  expect(await run(['twin', '--base-url', baseUrl])).toEqual(refused('twin has no --dialect'))
  expect(await compare({}, '--only', 'create-event')).toEqual(refused('twin has no flag --only'))
})

test('without the mock the error says what to install', async () => {
  const missing = Object.assign(new Error("Cannot find package '@event-delivery/mock'"), {
    code: 'ERR_MODULE_NOT_FOUND',
  })
  const loading = loadMock(() => Promise.reject(missing))
  await expect(loading).rejects.toThrow(UsageError)
  await expect(loading).rejects.toThrow('npm install @event-delivery/mock')
})
