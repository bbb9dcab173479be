import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually'
import { runProcess, startMock } from '../support/mock-command'
import { serveListener } from '../support/node-server'
import { makeOpenFolder, startOwnPostgres } from '../support/own-postgres'
import { makeDatabase } from '../support/postgres'

const event = { type: 'order.paid', data: { order: 1 } }
const startOn = (store: string, ...flags: string[]) => startMock(['--store', store, ...flags], {}, runProcess)
const items = async (answer: Response) => ((await answer.json()) as { data: object[] }).data

test('without the driver the command says what to install', async () => {
  const hook = `export function resolve(name, context, next) {
    if (name === 'pg') throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' })
    return next(name, context)
  }`
  const hooks = `data:text/javascript,${encodeURIComponent(hook)}`
  const preload = `import { register } from 'node:module'; register(${JSON.stringify(hooks)})`
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(preload)}`
  const { status, err } = await runProcess(['--store', 'postgres://127.0.0.1:1/x'], { NODE_OPTIONS }).ended
  expect(err).toMatch(/^event-delivery-mock: [^\n]*npm install pg\n$/)
  expect(status).toBe(1)
})

test('a second signal ends the process at once, whatever is under way', async () => {
  const received: unknown[] = []
  const { baseUrl } = await serveListener((incoming) => received.push(incoming), { until: onTestFinished })
  const { running, send } = await startOn(await makeDatabase(onTestFinished), '--webhook', `${baseUrl}/hooks`)
  expect((await send('/v1/events', event)).status).toBe(201)
  await eventually(() => expect(received).toHaveLength(1))
  running.child.kill('SIGTERM')
  await eventually(() => expect(send('/__mock/health')).rejects.toThrow())
  // Before, it could be an echo, as of a Ctrl-C that npx passes on.
  await pass(500)
  running.child.kill('SIGTERM')
  expect(await Promise.race([running.ended, pass(60_000)])).toMatchObject({ status: 143 })
})

test('a folder holds a PostgreSQL of its own, which the second start finds with all data', async () => {
  const place = join(await makeOpenFolder(onTestFinished), 'data')
  const first = await startOn(place)
  expect(first.start.store).toEqual({ place, data: 'new' })
  expect((await first.send('/v1/events', event)).status).toBe(201)
  expect((await first.running.stop()).status).toBe(0)
  const status = await runProcess(['status', '--store', place, '--json']).ended
  expect(JSON.parse(status.out)).toMatchObject({ store: place, upToDate: true, events: 1, keys: 4 })
  const second = await startOn(place)
  expect(second.start.store).toEqual({ place, data: 'found' })
  expect(await items(await second.send('/v1/events'))).toHaveLength(1)
  expect((await second.running.stop()).status).toBe(0)
})

test('while PostgreSQL is away answers are 503 in the envelope, and the process goes on by itself when it is back', async () => {
  const postgres = await startOwnPostgres(onTestFinished, { fsync: 'off' })
  const { running, send } = await startOn(postgres.url)
  const create = (key: string) => send('/v1/events', event, { 'idempotency-key': key })
  expect((await create('before')).status).toBe(201)

  await postgres.stop()
  for (const request of [
    () => create('meanwhile'),
    () => send('/v1/events'),
    () => send('/v1/webhooks', { url: 'https://shop.example/hooks', events: ['*'] }),
  ]) {
    const answer = await request()
    expect(answer.status).toBe(503)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    const text = expect.stringMatching(/./) as string
    expect(await answer.json()).toEqual({ error: { code: text, message: text } })
  }
  const unready = await send('/__mock/health')
  expect(unready.status).toBe(503)
  expect(unready.headers.get('retry-after')).not.toBeNull()
  expect(await unready.json()).toMatchObject({ status: 'unavailable', error: { code: 'store_unavailable' } })
  expect(await (await send('/__mock/metrics')).text()).toContain('event_delivery_store_up 0')

  await postgres.start()
  await eventually(async () => expect((await send('/__mock/health')).status).toBe(200))
  expect((await create('meanwhile')).status).toBe(201)
  expect(await items(await send('/v1/events'))).toHaveLength(2)
  const { status, out, err } = await running.stop()
  expect(status).toBe(0)
  expect(out + err).not.toContain(new URL(postgres.url).password)
})

test('a PostgreSQL that comes after the process is used as soon as it is there', async () => {
  const postgres = await startOwnPostgres(onTestFinished, { fsync: 'off' })
  await postgres.stop()
  const { running, send, start } = await startOn(postgres.url, '--role', 'all')
  expect(start.store).toMatchObject({ data: 'away' })
  expect((await send('/__mock/health')).status).toBe(503)
  expect((await send('/v1/events', event)).status).toBe(503)
  await postgres.start()
  await eventually(async () => expect((await send('/__mock/health')).status).toBe(200))
  expect((await send('/v1/events', event)).status).toBe(201)
  const { status, err } = await running.stop()
  expect(status).toBe(0)
  expect(err).toMatch(/cannot be reached for now: .* Requests are answered with 503/)
})
