import { expect, onTestFinished, test, vi } from 'vitest'
import { createMemoryStore, StoreMismatchError, StoreUnavailableError, type Store } from '../../mock/index'
import { createHarness } from '../support/backend'

const token = '0123456789abcdef'

/** A store in memory with other answers to some calls. */
const storeWith = (changed: Partial<Store>): Store => ({ ...createMemoryStore(), ...changed })

test('a process that can do its work is ready, which nobody needs a token to learn', async () => {
  const { control } = createHarness({ controlToken: token })
  const { status, headers, json } = await control('GET /health')
  expect({ status, json }).toEqual({ status: 200, json: { status: 'ready', role: 'all' } })
  expect(headers.get('cache-control')).toBe('no-store')
  expect((await control('GET /keys')).status).toBe(401)
})

test('HEAD has the status of GET and no body, and any other method is refused', async () => {
  const { control } = createHarness()
  expect(await control('HEAD /health')).toMatchObject({ status: 200, json: undefined })
  const refused = await control('POST /health')
  expect(refused.status).toBe(405)
  expect(refused.headers.get('allow')).toBe('GET')
})

test('while the store is away the health says so, and when to ask again, until the store is back', async () => {
  let isAway = true
  const check = async () => {
    if (isAway) throw new StoreUnavailableError('connect ECONNREFUSED postgres://mock:secret@db/mock')
  }
  const { control } = createHarness({ store: storeWith({ check }) })
  const away = await control('GET /health')
  expect(away.status).toBe(503)
  expect(away.json).toMatchObject({ status: 'unavailable', error: { code: 'store_unavailable' } })
  expect(Number(away.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(JSON.stringify(away.json)).not.toContain('secret')
  isAway = false
  expect((await control('GET /health')).status).toBe(200)
})

test('a store that was away when it was opened is opened by the next look', async () => {
  const memory = createMemoryStore()
  let isAway = true
  const open: Store['open'] = async (opening) => {
    if (isAway) throw new StoreUnavailableError('away')
    return memory.open(opening)
  }
  const { backend, call, control } = createHarness({ store: { ...memory, open } })
  await expect(backend.ready()).rejects.toThrow(StoreUnavailableError)
  expect((await control('GET /health')).status).toBe(503)
  expect((await call('GET', '/v1/events')).status).toBe(503)
  isAway = false
  expect((await control('GET /health')).status).toBe(200)
  expect((await call('GET', '/v1/events')).status).toBe(200)
})

test('data of another dialect makes a process unready in the words of the store', async () => {
  const open = async () => Promise.reject(new StoreMismatchError('createEventStatus is 202 there.'))
  const { control } = createHarness({ store: storeWith({ open }) })
  const { status, json } = await control('GET /health')
  expect(status).toBe(503)
  expect(json.error).toEqual({ code: 'store_mismatch', message: 'createEventStatus is 202 there.' })
})

test('a store that does not answer makes a process unready within two seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { control } = createHarness({ store: storeWith({ check: () => new Promise(() => {}) }) })
  const asked = control('GET /health')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await asked).toMatchObject({ status: 503, json: { error: { code: 'busy' } } })
})

test('a process that is about to end is unready, and still answers requests', async () => {
  const { backend, control, createEvent } = createHarness()
  await backend.drain()
  expect(await control('GET /health')).toMatchObject({
    status: 503,
    json: { error: { code: 'draining' } },
  })
  expect((await createEvent()).status).toBe(201)
})

test('a backend says whether it planted its data', async () => {
  const store = createMemoryStore()
  expect(await createHarness({ store }).backend.ready()).toBe(true)
  expect(await createHarness({ store }).backend.ready()).toBe(false)
})

test('a worker answers its probes alone, and sends everybody else on', async () => {
  const { call, control, createEvent } = createHarness({ role: 'worker' })
  expect(await control('GET /health')).toMatchObject({ status: 200, json: { role: 'worker' } })
  const others = [
    await createEvent(),
    await call('GET', '/v1/nothing'),
    await call('GET', '/__mock'),
    await call('GET', '/'),
    await call('POST', '/__mock/health'),
  ]
  for (const { status, headers, json } of others) {
    expect(status).toBe(503)
    expect(json.error).toMatchObject({
      code: 'only_delivers',
      message: expect.stringMatching(/role worker/) as string,
    })
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  }
})
