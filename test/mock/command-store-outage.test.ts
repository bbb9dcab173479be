import { chmod } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbedded, type EmbeddedPostgres } from '../../mock/store/embedded/start-embedded'
import { eventually } from '../support/eventually'
import { makeFolder } from '../support/folder'
import { startOnStore } from '../support/store-command'

const event = { type: 'order.paid', data: { order: 1 } }

/** A PostgreSQL of this test alone, which it can stop, and start again on the same port with the same data. */
async function ownPostgres() {
  const folder = await makeFolder(onTestFinished)
  // As root, PostgreSQL runs as a user that has to enter the folder.
  await chmod(folder, 0o755)
  let running: EmbeddedPostgres | undefined
  const start = async () => void (running = await startEmbedded(folder, { settings: { fsync: 'off' } }))
  const stop = async () => running?.stop()
  await start()
  onTestFinished(stop)
  return { url: running!.url, start, stop }
}

test('while PostgreSQL is away answers are 503 in the envelope, and the process goes on by itself when it is back', async () => {
  const postgres = await ownPostgres()
  const { process, send } = await startOnStore(postgres.url)
  expect((await send('/v1/events', event, { 'idempotency-key': 'before' })).status).toBe(201)

  await postgres.stop()
  const requests = [
    () => send('/v1/events', event, { 'idempotency-key': 'meanwhile' }),
    () => send('/v1/events'),
    () => send('/v1/webhooks', { url: 'https://shop.example/hooks', events: ['*'] }),
  ]
  for (const request of requests) {
    const answer = await request()
    expect(answer.status).toBe(503)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    const { error } = (await answer.json()) as { error: { code: string; message: string } }
    expect(error).toEqual({
      code: expect.stringMatching(/./) as string,
      message: expect.stringMatching(/./) as string,
    })
  }
  const unready = await send('/__mock/health')
  expect(unready.status).toBe(503)
  expect(unready.headers.get('retry-after')).not.toBeNull()
  expect(await unready.json()).toMatchObject({ status: 'unavailable', error: { code: 'store_unavailable' } })
  expect(await (await send('/__mock/metrics')).text()).toContain('event_delivery_store_up 0')

  await postgres.start()
  await eventually(async () => expect((await send('/__mock/health')).status).toBe(200))
  expect((await send('/v1/events', event, { 'idempotency-key': 'meanwhile' })).status).toBe(201)
  const { data } = (await (await send('/v1/events')).json()) as { data: object[] }
  expect(data).toHaveLength(2)
  const { status, out, err } = await process.stop()
  expect(status).toBe(0)
  expect(out + err).not.toContain(new URL(postgres.url).password)
}, 180_000)

test('a PostgreSQL that comes after the process is used as soon as it is there', async () => {
  const postgres = await ownPostgres()
  await postgres.stop()
  const { process, send, start } = await startOnStore(postgres.url, ['--role', 'all'])
  expect(start.store).toMatchObject({ data: 'away' })
  expect((await send('/__mock/health')).status).toBe(503)
  expect((await send('/v1/events', event)).status).toBe(503)
  await postgres.start()
  await eventually(async () => expect((await send('/__mock/health')).status).toBe(200))
  expect((await send('/v1/events', event)).status).toBe(201)
  const { status, err } = await process.stop()
  expect(status).toBe(0)
  expect(err).toMatch(/cannot be reached for now: .* Requests are answered with 503/)
}, 180_000)
