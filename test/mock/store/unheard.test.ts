// Notifications can be lost: the connection that waits for them never comes about here.
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import type { StoredKey } from '@event-delivery/mock'
import { createPostgresStore } from '@event-delivery/mock/postgres'
import { createHarness } from '../../support/backend'
import { eventually } from '../../support/eventually'
import { freePort } from '../../support/free-port'
import { makeDatabase } from '../../support/postgres'
import { openStore } from '../../support/postgres-store'

const url = await makeDatabase(afterAll)
const listenUrl = `postgres://nobody@127.0.0.1:${await freePort()}/nowhere`

test('a key that another process removed is refused one second after it was last read, though no word of it came', async () => {
  const one = await openStore({ url, listenUrl, schema: 'keys' })
  const other = await openStore({ url, listenUrl, schema: 'keys' })
  const created = '2026-01-01T00:00:00.000Z'
  const about = { mode: 'live', name: 'first', scopes: null, expiresAt: null, created } as const
  const key: StoredKey = { id: 'key_1', key: 'sk_live_sesame', ...about }
  await other.addKey(key)
  const now = vi.spyOn(performance, 'now')
  onTestFinished(() => now.mockRestore())
  const start = performance.now()
  now.mockReturnValue(start)
  expect(await one.findKey(key.key)).toEqual(key)
  expect(await other.removeKey(key.id)).toBe(true)
  expect(await other.findKey(key.key)).toBeUndefined()
  now.mockReturnValue(start + 999)
  expect(await one.findKey(key.key), 'the key is remembered').toEqual(key)
  now.mockReturnValue(start + 1_000)
  expect(await one.findKey(key.key)).toBeUndefined()
})

test('settings and deliveries of another process are found by the look of each second', async () => {
  const store = () => createPostgresStore({ url, listenUrl, schema: 'looks' })
  const api = createHarness({ store: store(), role: 'api' })
  await api.backend.ready()
  const worker = createHarness({ store: store(), role: 'worker' })
  await worker.backend.ready()
  await api.createWebhook()
  await api.createEvent()
  await eventually(() => expect(worker.received).toHaveLength(1))
  await api.control('POST /clock/advance', { hours: 1 })
  await eventually(() => expect(worker.clock.now()).toBe(api.clock.now()))
  expect(api.received).toEqual([])
})
