import { EventEmitter } from 'node:events'
import { EventDelivery } from '@event-delivery/sdk'
import { createOutbox } from '@event-delivery/sdk/outbox'
import { postgresInbox, redisInbox, sharedRate } from '@event-delivery/sdk/stores'
import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually'

/** A pool without a database, whose statements find nothing. */
class FakePool extends EventEmitter {
  released: unknown[] = []
  connect = async () => ({ query: this.query, release: (error?: unknown) => void this.released.push(error) })
  query = async (): Promise<{ rows: unknown[] }> => ({ rows: [] })
}

test.each([
  ['an inbox', (pool: FakePool) => postgresInbox(pool)],
  ['a shared rate', (pool: FakePool) => sharedRate(pool, { key: 'shop', perSecond: 10 })],
])('an idle connection that breaks does not end the process of %s', (_, make) => {
  const pool = new FakePool()
  for (let n = 0; n < 20; n++) make(pool)
  expect(() => pool.emit('error', new Error('terminating connection'))).not.toThrow()
  expect(pool.listenerCount('error')).toBe(1)
})

test('a connection that comes after the end of a relay is given back', async () => {
  const pool = new FakePool()
  const { connect } = pool
  let arrive = () => {}
  const arrival = new Promise<void>((resolve) => (arrive = resolve))
  let asked = 0
  pool.connect = async () => {
    asked++
    await arrival
    return connect()
  }
  const stop = new AbortController()
  const client = new EventDelivery({ apiKey: 'sk_test_mock', baseUrl: 'https://service.test' })
  const ended = createOutbox({ pool }).relay(client, { signal: stop.signal })
  await eventually(() => expect(asked).toBe(1))
  stop.abort()
  await ended
  expect(pool.released).toEqual([])
  arrive()
  await eventually(() => expect(pool.released).toEqual([undefined]))
  expect(asked).toBe(1)
})

/** A client of Redis whose server answers a script by its hash with an error. */
function redisThatFails(message: string) {
  const sources: string[] = []
  return {
    sources,
    evalSha: async () => Promise.reject(new Error(message)),
    eval: async (source: string) => (sources.push(source), 'claimed'),
  }
}

test('a script is sent in full where the server does not know it, and not after another failure', async () => {
  const unknown = redisThatFails('NOSCRIPT No matching script.')
  expect(await redisInbox(unknown).claim('orders', 'msg_1', 1000)).toContain('msg_1')
  expect(unknown.sources).toHaveLength(1)
  // The script may have run: sent again, it would find its own claim.
  const broken = redisThatFails('Socket closed unexpectedly')
  await expect(redisInbox(broken).claim('orders', 'msg_1', 1000)).rejects.toThrow('Socket closed')
  expect(broken.sources).toEqual([])
})

test('a client of Redis whose answers are bytes will do', async () => {
  const answers = ['claimed', 'noeviction', 'lost', 'done'].map((text) => Buffer.from(text))
  const inbox = redisInbox({
    evalSha: async (_, { keys }) => keys[0] && answers.shift(),
    eval: async () => '',
  })
  const token = await inbox.claim('orders', 'msg_1', 1000)
  expect(token).toContain('msg_1')
  expect(await inbox.commit(token, 1000)).toBe(false)
  expect(await inbox.claim('orders', 'msg_1', 1000)).toBe('done')
})
