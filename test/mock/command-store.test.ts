import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { StoreStatus } from '../../mock/store/postgres/status'
import { reachServer } from '../../mock/command/open-store'
import { isUpToDate, statusText } from '../../mock/command/store-status'
import { storePlace } from '../../mock/command/store-values'
import { UsageError } from '../../src/core/commands/usage-error'
import { eventually } from '../support/eventually'
import { makeFolder } from '../support/folder'
import { runMock, startMock } from '../support/mock-command'
import { serveListener } from '../support/node-server'
import { makeOpenFolder } from '../support/own-postgres'
import { execute, makeDatabase } from '../support/postgres'

const event = { type: 'order.paid', data: { order: 1 } }
const url = await makeDatabase(afterAll)
const { password } = new URL(url)
const on = (schema: string) => ['--store', url, '--store-schema', schema]

/** Runs `status` or `migrate` to its end. */
const care = (name: string, schema: string, ...flags: string[]) =>
  runMock([name, ...on(schema), ...flags]).ended
const json = (out: string) => JSON.parse(out) as Record<string, unknown>
const items = async (answer: Response) => ((await answer.json()) as { data: object[] }).data

/** A receiver on this machine, and the flags by which it is registered as a webhook. */
async function receiver(answered: Promise<void> = Promise.resolve()) {
  const received: string[] = []
  const { baseUrl } = await serveListener(
    (incoming, outgoing) => {
      received.push(String(incoming.headers['webhook-id']))
      void answered.then(() => outgoing.writeHead(204).end())
    },
    { until: onTestFinished },
  )
  return { received, flags: ['--webhook', `${baseUrl}/hooks`] }
}

async function fileOf(content: string): Promise<string> {
  const path = join(await makeFolder(onTestFinished), 'file.json')
  await writeFile(path, content)
  return path
}

/** Expects a command to end in one line that shows none of these secrets. */
async function expectRefusal(args: string[], status: number, message: RegExp, environment = {}) {
  const ended = await runMock(args, environment).ended
  expect(ended).toMatchObject({ status, out: '' })
  expect(ended.err).toMatch(/^event-delivery-mock: [^\n]*\n$/)
  expect(ended.err).toMatch(message)
  expect(ended.err).not.toMatch(new RegExp(`${password}|hidden|not-the-password|aaaa|bbbb`))
}

test('data outlives the command: later starts find it, say so, and register the receivers that they name', async () => {
  const first = await startMock(on('lasting'))
  expect(first.start.store).toMatchObject({ data: 'new' })
  const { id } = (await (await first.send('/v1/events', event)).json()) as { id: string }
  const outcomes = [await first.running.stop()]

  const { received, flags } = await receiver()
  const second = await startMock([...on('lasting'), ...flags])
  expect(second.start.store).toMatchObject({ data: 'found' })
  expect(await (await second.send(`/v1/events/${id}`)).json()).toMatchObject({ id })
  expect((await second.send('/v1/events', event)).status).toBe(201)
  await eventually(() => expect(received).toHaveLength(1))
  outcomes.push(await second.running.stop())

  const third = runMock(['--port', '0', ...on('lasting'), ...flags, '--max-memory', '64MiB'])
  const baseUrl = (await third.firstLine()).replace('Listening on ', '')
  const headers = { authorization: 'Bearer sk_live_mock' }
  expect(await items(await fetch(`${baseUrl}/v1/webhooks`, { headers }))).toHaveLength(1)
  outcomes.push(await third.stop())
  const { out } = outcomes[2]!
  expect(out).toMatch(
    new RegExp(
      `store +postgres://\\S+${new URL(url).pathname}, schema lasting: data of an earlier start was found`,
    ),
  )
  expect(out).toMatch(/memory +at most 64 MiB of journal/)
  expect(out).toMatch(/keys +sk_live_mock/)
  expect(password.length).toBeGreaterThan(8)
  for (const ended of outcomes) {
    expect(ended.status).toBe(0)
    expect(ended.out + ended.err).not.toContain(password)
  }
})

test('a seed is planted once, and the data is refused to another dialect and to an older version', async () => {
  const seed = await fileOf('{"keys":[{"key":"sk_live_of_the_seed"}]}')
  await (await startMock([...on('planted'), '--seed', seed])).running.stop()
  const { running, start, send } = await startMock(on('planted'))
  expect(start.keys).toEqual([])
  expect((await send('/v1/events')).status).toBe(401)
  const ofSeed = { authorization: 'Bearer sk_live_of_the_seed' }
  expect((await send('/v1/events', undefined, ofSeed)).status).toBe(200)
  await running.stop()

  const dialect = await fileOf('{"createEventStatus":202}')
  await expectRefusal(['--port', '0', ...on('planted'), '--dialect', dialect], 1, /createEventStatus/)
  await execute(url, 'update planted.meta set version = 999')
  const { status, out } = await care('status', 'planted')
  expect(status).toBe(1)
  expect(out).toMatch(/^version +999, .*newer event-delivery-mock$/m)
  for (const args of [['migrate'], ['--port', '0']])
    await expectRefusal([...args, ...on('planted')], 1, /999/)
})

test('an api answers and delivers nothing, a worker delivers and answers nothing, and status tells what waits', async () => {
  const { received, flags } = await receiver()
  const api = await startMock([...on('roles'), '--role', 'api', ...flags])
  expect((await api.send('/v1/events', event)).status).toBe(201)
  const metricsOf = async ({ send }: typeof api) => (await send('/__mock/metrics')).text()
  expect(await metricsOf(api)).toContain('event_delivery_queue_deliveries{state="due"} 1')
  const counted = await care('status', 'roles', '--json')
  expect(counted.status).toBe(0)
  const found = json(counted.out)
  expect(found).toMatchObject({ events: 1, webhooks: 1, keys: 4, pendingDeliveries: 1, encrypted: false })
  expect(found['dialect']).toMatchObject({ createEventStatus: 201 })
  expect(Math.abs(Date.parse(String(found['oldestDue'])) - Date.now())).toBeLessThan(600_000)
  const { out } = await care('status', 'roles')
  expect(out).toMatch(/^deliveries +1 pending, the first one due at 20\d\d-/m)
  expect(out).toMatch(/^dialect +the default one$/m)

  const worker = await startMock([...on('roles'), '--role', 'worker', ...flags])
  await eventually(() => expect(received).toHaveLength(1))
  expect(worker.start).toMatchObject({ role: 'worker' })
  expect(worker.start.keys).toBeUndefined()
  const refused = await worker.send('/v1/events', event)
  expect([refused.status, await refused.json()]).toMatchObject([503, { error: { code: 'only_delivers' } }])
  await eventually(async () => expect((await worker.send('/__mock/health')).status).toBe(200))
  await eventually(async () =>
    expect(await metricsOf(worker)).toContain(
      'event_delivery_delivery_attempts_total{outcome="delivered"} 1',
    ),
  )
  expect(await metricsOf(api)).not.toContain('event_delivery_delivery_attempts_total{')
})

test('migrate makes the schema, and status tells of it before and after, by its exit status too', async () => {
  const before = await care('status', 'migrated')
  expect(before.status).toBe(1)
  expect(before.out).toMatch(/^version +none/m)
  const migrated = await care('migrate', 'migrated', '--json')
  expect(migrated.status).toBe(0)
  expect(json(migrated.out)).toMatchObject({ upToDate: true, migratedFrom: 0, events: 0, dialect: null })
  const after = await care('status', 'migrated')
  expect(after.status).toBe(0)
  expect(after.out).toMatch(/^version +\d+, up to date$/m)
  for (const { out, err } of [before, migrated, after]) expect(out + err).not.toContain(password)
})

test('a store in the clear refuses a start with a key, and its snapshot in another schema takes it as every start from then on', async () => {
  const keyed = (letter: string) => ({ EVENT_DELIVERY_STORE_KEY: letter.repeat(40) })
  const first = await startMock(on('clear'))
  const { id } = (await (await first.send('/v1/events', event)).json()) as { id: string }
  const seed = await fileOf(await (await first.send('/__mock/snapshot')).text())
  await first.running.stop()
  await expectRefusal(
    ['--port', '0', ...on('clear')],
    1,
    /in the clear: .* snapshot in a new store/,
    keyed('a'),
  )
  const second = await startMock([...on('sealed'), '--seed', seed], keyed('a'))
  expect((await second.send(`/v1/events/${id}`)).status).toBe(200)
  await second.running.stop()
  const { out } = await care('status', 'sealed', '--json')
  expect(json(out)).toMatchObject({ encrypted: true, events: 1, keys: 4 })
  await expectRefusal(['--port', '0', ...on('sealed')], 1, /another key/, keyed('b'))
})

test('on SIGTERM a request under way is answered, and nobody is let in any more', async () => {
  const { running, send } = await startMock(on('ending'))
  const locking = new Client(url)
  await locking.connect()
  onTestFinished(() => locking.end())
  await locking.query('begin; lock table ending.event in exclusive mode')
  const answering = send('/v1/events', event)
  const waiting = "select from pg_locks where not granted and relation = 'ending.event'::regclass"
  await eventually(async () => expect(await execute(url, waiting)).toHaveLength(1))
  const ended = running.stop()
  await eventually(() => expect(send('/__mock/health')).rejects.toThrow())
  await locking.query('rollback')
  const answer = await answering
  expect(answer.status).toBe(201)
  expect(answer.headers.get('connection')).toBe('close')
  expect(await ended).toMatchObject({ status: 0 })
})

test('on SIGTERM a delivery under way ends, and counts: nobody repeats it', async () => {
  let release = () => {}
  const { received, flags } = await receiver(new Promise((resolve) => (release = resolve)))
  const { running, send } = await startMock([...on('delivering'), ...flags])
  expect((await send('/v1/events', event)).status).toBe(201)
  await eventually(() => expect(received).toHaveLength(1))
  const ended = running.stop()
  // The command is asked before the receiver answers.
  await eventually(() => expect(send('/__mock/health')).rejects.toThrow())
  release()
  expect(await ended).toMatchObject({ status: 0 })
  expect(json((await care('status', 'delivering', '--json')).out)).toMatchObject({ pendingDeliveries: 0 })
})

test('a server that cannot be reached, and one that refuses the login, are one line and status 1', async () => {
  await expectRefusal(['status', '--store', 'postgres://me:hidden@127.0.0.1:1/x'], 1, /cannot be reached/)
  const wrong = new URL(url)
  wrong.password = 'not-the-password'
  for (const args of [['status'], ['migrate'], ['--port', '0']]) {
    const refusal = /: PostgreSQL refuses the login: .*authentication failed/
    await expectRefusal([...args, '--store', wrong.href], 1, refusal)
  }
})

test.each([
  [['status'], /status has to know which store: give --store/],
  [['migrate', '--store', 'postgres://h/x', '--port', '1'], /migrate has no flag --port\./],
  [['status', '--store', 'mysql://me:hidden@h/x'], /--store: /],
])('%j is one line and status 2', (args, message) => expectRefusal(args, 2, message))

test.each(['migrate', 'recover', 'status'])('%s --help has examples and ends with status 0', async (name) => {
  const { status, out } = await runMock([name, '--help']).ended
  expect(status).toBe(0)
  expect(out).toContain(`event-delivery-mock ${name} --store postgres://`)
})

test('status of a folder without a store is one line and status 1, and leaves the folder empty', async () => {
  const folder = await makeFolder(onTestFinished)
  await expectRefusal(['status', '--store', folder], 1, / holds no store yet/)
  expect(await readdir(folder)).toEqual([])
})

test('a folder that the system refuses is named with its flag and the reason', async () => {
  const file = join(await makeFolder(onTestFinished), 'file')
  await writeFile(file, '')
  const folder = join(file, 'data')
  const refusal = `--store ${folder} cannot be written: a part of its path is no folder.`
  await expect(reachServer(storePlace(folder))).rejects.toThrow(new UsageError(refusal))
  // Below /proc there is nothing to write, and the recursive mkdir of Node never ends.
  const below = storePlace('/proc/no-process/data')
  await expect(reachServer(below)).rejects.toThrow(/^--store \/proc\/no-process\/data cannot be written: /)
  const ofAnother = await makeOpenFolder(onTestFinished)
  await mkdir(join(ofAnother, 'cluster', 'data'), { recursive: true })
  await symlink('PG_VERSION', join(ofAnother, 'cluster', 'data', 'PG_VERSION'))
  await expect(reachServer(storePlace(ofAnother))).rejects.toThrow(/^--store \S+ cannot be written: ELOOP/)
  const damaged = await makeOpenFolder(onTestFinished)
  await mkdir(join(damaged, 'cluster'))
  await expect(reachServer(storePlace(damaged))).rejects.toThrow(/^--store \S+: The data in \S+ is damaged: /)
})

test('an older schema is told apart from one that is up to date', () => {
  const counts = { events: 0, webhooks: 0, keys: 0, pendingDeliveries: 0, oldestDue: null }
  const estimated: StoreStatus['estimated'] = []
  const status = { version: 1, wantedVersion: 2, dialect: null, encrypted: false, estimated, ...counts }
  expect(isUpToDate(status)).toBe(false)
  expect(statusText({ place: 'postgres://h/x', status })).toMatch(/^version +1, and this package wants 2\./m)
  for (const [events, told] of [
    [12_000_000, 'about 12000000'],
    [10_001, 'at least 10001'],
  ] as const) {
    const large = { ...status, dialect: '{}', events, estimated: ['events' as const] }
    expect(statusText({ place: 'postgres://h/x', status: large })).toMatch(
      new RegExp(`^events +${told}$`, 'm'),
    )
  }
})
