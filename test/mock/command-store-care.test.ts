import { readdir } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { isUpToDate, statusText } from '../../mock/command/store-status'
import { makeFolder } from '../support/folder'
import { makeDatabase, execute } from '../support/postgres'
import { runMock, startOnStore } from '../support/store-command'

const event = { type: 'order.paid', data: { order: 1 } }
const json = (out: string) => JSON.parse(out) as Record<string, unknown>

test('migrate makes the schema, and status tells of it before and after, by its exit status too', async () => {
  const url = await makeDatabase(onTestFinished)
  const before = await runMock(['status', '--store', url]).ended
  expect(before.status).toBe(1)
  expect(before.out).toMatch(/^version +none/m)
  const migrated = await runMock(['migrate', '--store', url, '--json']).ended
  expect(migrated.status).toBe(0)
  expect(json(migrated.out)).toMatchObject({ upToDate: true, migratedFrom: 0, events: 0, dialect: null })
  const after = await runMock(['status', '--store', url]).ended
  expect(after.status).toBe(0)
  expect(after.out).toMatch(/^version +\d+, up to date$/m)
  for (const { out, err } of [before, migrated, after]) expect(out + err).not.toContain(new URL(url).password)
}, 120_000)

test('status counts what the store holds, and names its dialect and the oldest delivery', async () => {
  const url = await makeDatabase(onTestFinished)
  const api = await startOnStore(url, ['--role', 'api', '--webhook', 'http://127.0.0.1:9/hooks'])
  for (let count = 0; count < 3; count++) expect((await api.send('/v1/events', event)).status).toBe(201)
  const { status, out } = await runMock(['status', '--store', url, '--json']).ended
  expect(status).toBe(0)
  const found = json(out)
  expect(found).toMatchObject({ events: 3, webhooks: 1, keys: 4, pendingDeliveries: 3, encrypted: false })
  expect(found['dialect']).toMatchObject({ createEventStatus: 201 })
  expect(Math.abs(Date.parse(String(found['oldestDue'])) - Date.now())).toBeLessThan(600_000)
  const text = await runMock(['status', '--store', url]).ended
  expect(text.out).toMatch(/^deliveries +3 pending, the first one due at 20\d\d-/m)
  expect(text.out).toMatch(/^dialect +the default one$/m)
}, 120_000)

test('the schema of a newer version is refused by a start, and status says what is needed', async () => {
  const url = await makeDatabase(onTestFinished)
  await runMock(['migrate', '--store', url]).ended
  await execute(url, 'update event_delivery.meta set version = 999')
  const { status, out } = await runMock(['status', '--store', url]).ended
  expect(status).toBe(1)
  expect(out).toMatch(/^version +999, .*newer event-delivery-mock$/m)
  for (const args of [['migrate'], ['--port', '0']]) {
    const refused = await runMock([...args, '--store', url]).ended
    expect(refused.status).toBe(1)
    expect(refused.err).toMatch(/^event-delivery-mock: [^\n]*999[^\n]*\n$/)
  }
}, 120_000)

test('a server that cannot be reached is one line and status 1', async () => {
  const { status, out, err } = await runMock(['status', '--store', 'postgres://me:hidden@127.0.0.1:1/x'])
    .ended
  expect({ status, out }).toEqual({ status: 1, out: '' })
  expect(err).toMatch(/^event-delivery-mock: [^\n]*cannot be reached[^\n]*\n$/)
  expect(err).not.toContain('hidden')
}, 120_000)

test('migrate --encrypt encrypts what an earlier start wrote in the clear, and wants the key', async () => {
  const url = await makeDatabase(onTestFinished)
  const key = { EVENT_DELIVERY_STORE_KEY: 'a key of thirty-two characters!!' }
  const first = await startOnStore(url)
  await first.process.stop()
  const refused = await runMock(['--port', '0', '--store', url], key).ended
  expect(refused.err).toMatch(/in the clear: .* migrate --encrypt/)
  const without = await runMock(['migrate', '--encrypt', '--store', url]).ended
  expect(without).toMatchObject({ status: 2, out: '' })
  expect(without.err).toContain('EVENT_DELIVERY_STORE_KEY')
  const { status, out } = await runMock(['migrate', '--encrypt', '--json', '--store', url], key).ended
  expect({ status, encrypted: json(out)['encrypted'] }).toEqual({ status: 0, encrypted: true })
  const second = await startOnStore(url, [], key)
  expect((await second.send('/v1/events', event)).status).toBe(201)
})

test('a wrong password is one line and status 1, for a start as for a look', async () => {
  const url = new URL(await makeDatabase(onTestFinished))
  url.password = 'not-the-password'
  for (const args of [['status'], ['migrate'], ['--port', '0']]) {
    const { status, out, err } = await runMock([...args, '--store', url.href]).ended
    expect({ status, out }).toEqual({ status: 1, out: '' })
    expect(err).toMatch(
      /^event-delivery-mock: PostgreSQL refuses the login: [^\n]*authentication failed[^\n]*\n$/,
    )
    expect(err).not.toContain('not-the-password')
  }
})

test.each([
  ['status without a store', ['status'], /status has to know which store: give --store/],
  ['a flag that serves', ['migrate', '--store', 'postgres://h/x', '--port', '1'], /unknown option '--port'/],
  ['a URL of another database', ['status', '--store', 'mysql://me:hidden@h/x'], /--store: /],
])('%s is one line and status 2', async (_name, args, message) => {
  const { status, err } = await runMock(args).ended
  expect(status).toBe(2)
  expect(err).toMatch(message)
  expect(err).toMatch(/^event-delivery-mock: [^\n]*\n$/)
  expect(err).not.toContain('hidden')
})

test.each(['migrate', 'status'])('%s --help has examples and ends with status 0', async (name) => {
  const { status, out } = await runMock([name, '--help']).ended
  expect(status).toBe(0)
  expect(out).toContain(`event-delivery-mock ${name} --store postgres://`)
})

test('status of a folder without a store is one line and status 1, and leaves the folder empty', async () => {
  const folder = await makeFolder(onTestFinished)
  const { status, err } = await runMock(['status', '--store', folder]).ended
  expect(status).toBe(1)
  expect(err).toMatch(/^event-delivery-mock: [^\n]* holds no store yet[^\n]*\n$/)
  expect(await readdir(folder)).toEqual([])
})

test('an older schema is told apart from one that is up to date', () => {
  const counts = { events: 0, webhooks: 0, keys: 0, pendingDeliveries: 0, oldestDue: null }
  const status = { version: 1, wantedVersion: 2, dialect: null, encrypted: false, ...counts }
  expect(isUpToDate(status)).toBe(false)
  expect(statusText({ place: 'postgres://h/x', status })).toMatch(/^version +1, and this package wants 2\./m)
})
