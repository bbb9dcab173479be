import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { EventDelivery } from '@event-delivery/sdk'
import { createOutbox, type OutboxStatus } from '@event-delivery/sdk/outbox'
import { createBackend, createClock } from '@event-delivery/mock'
import { Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbedded } from '../../../mock/store/embedded/start-embedded'
import { eventually } from '../../support/eventually'
import { makeOpenFolder } from '../../support/own-postgres'
import { records, run } from '../command-line'
import { autocommit } from './outbox-setup'

/** Opens the outbox of a PostgreSQL that keeps its data in a folder. */
async function open(folder: string) {
  const postgres = await startEmbedded(folder, { settings: { fsync: 'off' } })
  const pool = new Pool({ connectionString: postgres.url })
  pool.on('error', () => {})
  const outbox = createOutbox({ pool })
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    await pool.end()
    await postgres.stop()
  }
  onTestFinished(close)
  return {
    ...{ pool, outbox, close },
    command: (...args: string[]) => run(['outbox', ...args], { DATABASE_URL: postgres.url }),
    async relayUntil(client: EventDelivery, status: Partial<OutboxStatus>) {
      const stop = new AbortController()
      const relay = outbox.relay(client, { signal: stop.signal })
      await eventually(async () => expect(await outbox.status()).toMatchObject(status))
      stop.abort()
      await relay
    },
  }
}

test('a backup that is restored a day later makes no second event and loses none, by the steps of the guide', async () => {
  const home = await makeOpenFolder(onTestFinished)
  const [data, backup] = [join(home, 'data'), join(home, 'backup')]
  const clock = createClock({ running: true })
  const backend = createBackend({ clock })
  const client = new EventDelivery({
    apiKey: 'sk_test_mock',
    baseUrl: 'https://service.test',
    fetch: (url, init) => backend.fetch(new Request(url, init)),
  })
  const events = async () => (await client.events.list().toArray({ limit: 100 })).map(({ type }) => type)

  // Of the three rows in the backup, one was sent before it, one is sent after it, and one is not due until much later.
  const live = await open(data)
  await live.outbox.migrate()
  const add = (type: string, notBefore?: Date) =>
    live.outbox.add(autocommit(live.pool), { type, data: {}, notBefore })
  await add('sent.before')
  await live.relayUntil(client, { sent: 1 })
  await add('sent.after')
  await add('not.sent', new Date(Date.now() + 86_400_000))
  await live.close()
  await promisify(execFile)('cp', ['-a', data, backup])
  const crashed = await open(data)
  await crashed.relayUntil(client, { sent: 2 })
  await crashed.close()

  // The service has forgotten all keys.
  await clock.advance(26 * 3_600_000)
  const restored = await open(backup)
  expect(await restored.outbox.status()).toMatchObject({ sent: 1, waiting: 2 })
  const { out } = await restored.command('hold', '--before', new Date().toISOString())
  expect(out).toBe('2 rows changed.\n')
  await restored.relayUntil(client, { waiting: 0, parked: 2 })

  // A person looks for the event of each parked row, and decides.
  const known = await events()
  for (const row of records((await restored.command('parked', '--json')).out)) {
    const { id, type } = row as { id: string; type: string }
    const decision = known.includes(type) ? ['discard', id] : ['retry', id, '--may-double']
    expect(await restored.command(...decision)).toMatchObject({ status: 0 })
  }
  await restored.relayUntil(client, { waiting: 0, parked: 0, sent: 2 })
  expect((await events()).sort()).toEqual(['not.sent', 'sent.after', 'sent.before'])
})
