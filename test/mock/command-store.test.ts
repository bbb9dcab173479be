import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually'
import { makeFolder } from '../support/folder'
import { serveListener } from '../support/node-server'
import { makeDatabase } from '../support/postgres'
import { runMock, startOnStore } from '../support/store-command'

const event = { type: 'order.paid', data: { order: 1 } }

/** A URL with a password that is recognised wherever it is printed, which the server of the tests does not ask for. */
const passwordOf = (url: string) => decodeURIComponent(new URL(url).password)

/** A receiver on this machine, and the flags by which it is registered as a webhook. */
async function receiver(status = 204) {
  const received: string[] = []
  const { baseUrl } = await serveListener(
    (incoming, outgoing) => {
      received.push(String(incoming.headers['webhook-id']))
      outgoing.writeHead(status).end()
    },
    { until: onTestFinished },
  )
  return { received, flags: ['--webhook', `${baseUrl}/hooks`] }
}

test('data outlives the process: the second start finds it, and no output shows the password', async () => {
  const url = await makeDatabase(onTestFinished)
  const first = await startOnStore(url)
  expect(first.start.store).toMatchObject({ data: 'new' })
  const { id } = (await (await first.send('/v1/events', event)).json()) as { id: string }
  const ended = await first.process.stop()
  expect(ended.status).toBe(0)

  const second = await startOnStore(url)
  expect(second.start.store).toMatchObject({ data: 'found' })
  expect(await (await second.send(`/v1/events/${id}`)).json()).toMatchObject({ id })
  const { out, err } = await second.process.stop()
  expect(passwordOf(url).length).toBeGreaterThan(8)
  for (const text of [ended.out, ended.err, out, err]) expect(text).not.toContain(passwordOf(url))
}, 120_000)

test('the start for people says where the data lies, and that it was found', async () => {
  const url = await makeDatabase(onTestFinished)
  await (await startOnStore(url, ['--store-schema', 'mine'])).process.stop()
  const again = runMock(['--port', '0', '--store', url, '--store-schema', 'mine', '--max-memory', '64MiB'])
  await eventually(() => expect(again.child.exitCode).toBeNull())
  await again.firstLine()
  const { out } = await again.stop()
  const { pathname } = new URL(url)
  expect(out).toMatch(
    new RegExp(`store +postgres://\\S+${pathname}, schema mine: data of an earlier start was found`),
  )
  expect(out).toMatch(/memory +at most 64 MiB of journal/)
  expect(out).toMatch(/keys +sk_live_mock/)
}, 120_000)

test('a seed is planted once, and the start shows the keys that the store really has', async () => {
  const url = await makeDatabase(onTestFinished)
  const seed = join(await makeFolder(onTestFinished), 'seed.json')
  await writeFile(seed, '{"keys":[{"key":"sk_live_of_the_seed"}]}')
  await (await startOnStore(url, ['--seed', seed])).process.stop()
  const { start, send } = await startOnStore(url)
  expect(start.keys).toEqual([])
  expect((await send('/v1/events')).status).toBe(401)
  expect((await send('/v1/events', undefined, { authorization: 'Bearer sk_live_of_the_seed' })).status).toBe(
    200,
  )
}, 120_000)

test('a receiver that a later start names is registered with the data that is there', async () => {
  const url = await makeDatabase(onTestFinished)
  await (await startOnStore(url)).process.stop()
  const { received, flags } = await receiver()
  const later = await startOnStore(url, flags)
  expect((await later.send('/v1/events', event)).status).toBe(201)
  await eventually(() => expect(received).toHaveLength(1))
  await later.process.stop()
  const third = await startOnStore(url, flags)
  expect(((await (await third.send('/v1/webhooks')).json()) as { data: object[] }).data).toHaveLength(1)
}, 120_000)

test('an api process answers and delivers nothing, and a worker delivers and answers nothing', async () => {
  const url = await makeDatabase(onTestFinished)
  const { received, flags } = await receiver()
  const api = await startOnStore(url, ['--role', 'api', ...flags])
  expect((await api.send('/v1/events', event)).status).toBe(201)
  const queue = async () => (await api.send('/__mock/metrics')).text()
  expect(await queue()).toContain('event_delivery_queue_deliveries{state="due"} 1')

  const worker = await startOnStore(url, ['--role', 'worker', ...flags])
  await eventually(() => expect(received).toHaveLength(1))
  expect(worker.start).toMatchObject({ role: 'worker' })
  expect(worker.start.keys).toBeUndefined()
  const refused = await worker.send('/v1/events', event)
  expect(refused.status).toBe(503)
  expect(await refused.json()).toMatchObject({ error: { code: 'only_delivers' } })
  expect((await worker.send('/__mock/health')).status).toBe(200)
  expect(await (await worker.send('/__mock/metrics')).text()).toContain(
    'event_delivery_delivery_attempts_total{outcome="delivered"} 1',
  )
  expect(await queue()).not.toContain('event_delivery_delivery_attempts_total{')
}, 120_000)

test('data of another dialect is refused in one line that names the field', async () => {
  const url = await makeDatabase(onTestFinished)
  await (await startOnStore(url)).process.stop()
  const dialect = join(await makeFolder(onTestFinished), 'dialect.json')
  await writeFile(dialect, '{"createEventStatus":202}')
  const { status, out, err } = await runMock(['--port', '0', '--store', url, '--dialect', dialect]).ended
  expect({ status, out }).toEqual({ status: 1, out: '' })
  expect(err).toMatch(/^event-delivery-mock: .*createEventStatus.*\n$/)
  expect(err).not.toContain(passwordOf(url))
}, 120_000)

test('a key of secrets that differs is refused in one line that does not repeat it', async () => {
  const url = await makeDatabase(onTestFinished)
  const [one, other] = ['a'.repeat(40), 'b'.repeat(40)]
  await (await startOnStore(url, [], { EVENT_DELIVERY_STORE_KEY: one })).process.stop()
  const { status, err } = await runMock(['--port', '0', '--store', url], { EVENT_DELIVERY_STORE_KEY: other })
    .ended
  expect(status).toBe(1)
  expect(err).toMatch(/^event-delivery-mock: [^\n]*\n$/)
  expect(err).not.toMatch(/aaaa|bbbb/)
}, 120_000)

test('without the driver the command says what to install', async () => {
  const hook = `export function resolve(name, context, next) {
    if (name === 'pg') throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' })
    return next(name, context)
  }`
  const hooks = `data:text/javascript,${encodeURIComponent(hook)}`
  const preload = `import { register } from 'node:module'; register(${JSON.stringify(hooks)})`
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(preload)}`
  const { status, err } = await runMock(['--port', '0', '--store', 'postgres://127.0.0.1:1/x'], {
    NODE_OPTIONS,
  }).ended
  expect(err).toMatch(/^event-delivery-mock: [^\n]*npm install pg\n$/)
  expect(status).toBe(1)
}, 120_000)

test('a folder holds a PostgreSQL of its own, which the second start finds with all data', async () => {
  const folder = await makeFolder(onTestFinished)
  // As root, PostgreSQL runs as a user that has to enter the folder.
  await chmod(folder, 0o755)
  const place = join(folder, 'data')
  const first = await startOnStore(place)
  expect(first.start.store).toEqual({ place, data: 'new' })
  expect((await first.send('/v1/events', event)).status).toBe(201)
  expect((await first.process.stop()).status).toBe(0)
  const status = await runMock(['status', '--store', place, '--json']).ended
  expect(JSON.parse(status.out)).toMatchObject({ store: place, upToDate: true, events: 1, keys: 4 })
  const second = await startOnStore(place)
  expect(second.start.store).toEqual({ place, data: 'found' })
  expect(((await (await second.send('/v1/events')).json()) as { data: object[] }).data).toHaveLength(1)
  expect((await second.process.stop()).status).toBe(0)
}, 120_000)
