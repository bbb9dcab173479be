import { createOutbox, type RelayPause } from '@event-delivery/sdk/outbox'
import { Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { makeRoad } from '../stores/road'
import { setUp } from './outbox-setup'

/** A road to a PostgreSQL that can be cut. */
async function roadTo(url: string) {
  const own = new URL(url)
  const road = await makeRoad(Number(own.port || 5432), onTestFinished, own.hostname)
  own.hostname = '127.0.0.1'
  own.port = String(road.port)
  return { ...road, url: own.href }
}

test('while the database is away, adding fails with the transaction, and the relay waits, says so once and goes on', async () => {
  const { url, client, received, add, outbox } = await setUp()
  const road = await roadTo(url)
  // Without a listener of its own: an idle connection that breaks must not end the process while a relay runs.
  const pool = new Pool({ connectionString: road.url })
  onTestFinished(() => pool.end())
  const lines: string[] = []
  const log = (message: string) => lines.push(message)
  const far = createOutbox({ pool, logger: { debug: log, info: log, warn: log, error: log } })
  const paused: RelayPause[] = []
  const resumed: string[] = []
  const stop = new AbortController()
  const ended = far.relay(client, {
    signal: stop.signal,
    onPaused: (pause) => paused.push(pause),
    onResumed: ({ reason }) => resumed.push(reason),
  })
  onTestFinished(() => stop.abort())
  await add('a', { n: 1 })
  await eventually(() => expect(received).toHaveLength(1))

  const tx = await pool.connect()
  tx.on('error', () => {})
  await tx.query('begin')
  road.cut()
  await expect(far.add(tx, { type: 'a', data: {} })).rejects.toThrow()
  tx.release(true)
  await eventually(() => expect(paused).toMatchObject([{ reason: 'database' }]))
  await add('a', { n: 2 })
  const before = road.attempts()
  await eventually(() => expect(road.attempts()).toBeGreaterThan(before + 2))
  road.mend()
  await eventually(() => expect(received).toHaveLength(2))
  expect(resumed).toEqual(['database'])
  expect(paused).toHaveLength(1)
  expect(lines.filter((line) => line.includes('pauses'))).toHaveLength(1)
  expect(lines.join()).not.toContain(new URL(url).password)
  await eventually(async () => expect(await outbox.status()).toMatchObject({ sent: 2 }))
  stop.abort()
  await ended
})

test('what was sent while the database was away is marked when it is back, and not sent again', async () => {
  let answer = () => {}
  const { url, received, add, outbox, client } = await setUp(
    () => new Promise<void>((resolve) => (answer = resolve)),
  )
  const road = await roadTo(url)
  const pool = new Pool({ connectionString: road.url })
  onTestFinished(() => pool.end())
  await add('a')
  const stop = new AbortController()
  const sent: string[] = []
  const ended = createOutbox({ pool }).relay(client, {
    signal: stop.signal,
    onSent: ({ id }) => sent.push(id),
  })
  await eventually(() => expect(received).toHaveLength(1))
  road.cut()
  answer()
  const before = road.attempts()
  await eventually(() => expect(road.attempts()).toBeGreaterThan(before))
  expect(sent).toEqual([])
  road.mend()
  await eventually(() => expect(sent).toHaveLength(1))
  expect(received).toHaveLength(1)
  expect(await outbox.status()).toMatchObject({ sent: 1 })
  stop.abort()
  await ended
})

test('a relay that is ended while the database is away ends', async () => {
  const { url, client } = await setUp()
  const road = await roadTo(url)
  const pool = new Pool({ connectionString: road.url })
  onTestFinished(() => pool.end())
  const paused: RelayPause[] = []
  const stop = new AbortController()
  road.cut()
  const ended = createOutbox({ pool }).relay(client, {
    signal: stop.signal,
    onPaused: (pause) => paused.push(pause),
  })
  await eventually(() => expect(paused).toHaveLength(1))
  stop.abort()
  await ended
})

test('the waits for the database grow: a relay whose statements all fail does not spin', async () => {
  const { pool, client } = await setUp()
  const waits: number[] = []
  const stop = new AbortController()
  // A clock that fires at once: only the lengths of the waits are looked at.
  const clock = {
    now: () => 0,
    schedule(callback: () => void, ms: number) {
      if (ms >= 15_000) return () => {}
      waits.push(ms)
      if (waits.length > 12) stop.abort()
      const timer = setImmediate(callback)
      return () => clearImmediate(timer)
    },
  }
  const broken = {
    query: async () => Promise.reject(Object.assign(new Error('terminating connection'), { code: '57P01' })),
    connect: () => pool.connect(),
  }
  const outbox = createOutbox({ pool: broken, clock, random: () => 1 })
  await outbox.relay(client, { signal: stop.signal, listen: false, lease: 60_000 })
  expect(waits.slice(0, 9)).toEqual([100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000])
})
