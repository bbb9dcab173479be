import { redisInbox } from '@event-delivery/sdk/stores'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createReceiver } from '@event-delivery/sdk/webhooks'
import { missingRedis, type RedisServer, startRedis } from '../../support/redis'
import { collectingInbox, drivers, type RedisDriver } from './clients'
import type { Until } from '../../support/until'
import { deliver, secret } from '../deliveries'
import { startRedisPair } from './redis-pair'

const hour = 3_600_000
const missing = missingRedis()
if (missing) test.skip(`an inbox on Redis (${missing})`)

describe.skipIf(missing).each(drivers)('an inbox on Redis by $name', ({ one }) => {
  let redis: RedisServer
  beforeAll(async () => {
    redis = await startRedis(afterAll)
  })
  beforeEach(() => redis.command('FLUSHALL'))
  const makeInbox = async () => collectingInbox(await one(redis.url, onTestFinished))

  test('makes a claim again that a flush has taken, and says what that means', async () => {
    const inbox = await makeInbox()
    const renewed = await inbox.claim('orders', 'renewed', hour)
    const committed = await inbox.claim('orders', 'committed', hour)
    await redis.command('FLUSHALL')
    expect(await inbox.renew(renewed, hour)).toBe(true)
    expect(await inbox.claim('orders', 'renewed', hour)).toBe('busy')
    expect(await inbox.commit(committed, hour)).toBe(true)
    expect(await inbox.claim('orders', 'committed', hour)).toBe('done')
    expect(inbox.warnings).toHaveLength(2)
    expect(inbox.warnings[0]).toContain('flushed')
  })

  test('takes a claim that its client sends again, as after a broken connection, for the same claim', async () => {
    const client = await one(redis.url, onTestFinished)
    type Send = (...script: unknown[]) => Promise<unknown>
    const sendingTwice = new Proxy(client, {
      get(target, name) {
        const method = (Reflect.get(target, name) as Send | undefined)?.bind(target)
        return method && (async (...script: unknown[]) => method(...script).then(() => method(...script)))
      },
    })
    const token = await redisInbox(sendingTwice).claim('orders', 'msg_1', hour)
    expect(token).toContain('msg_1')
    expect(await redisInbox(client).claim('orders', 'msg_1', hour)).toBe('busy')
  })

  test('does not give a claim back to an owner whose lease has ended', async () => {
    const inbox = await makeInbox()
    const late = await inbox.claim('orders', 'msg_1', hour)
    await redis.command('FLUSHALL')
    // The owner's own clock says that its lease has ended: Redis knows nothing of it any more.
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    vi.advanceTimersByTime(2 * hour)
    expect(await inbox.commit(late, hour)).toBe(false)
    expect(inbox.warnings).toEqual([])
  })

  test('lets a late owner commit as long as nobody has followed', async () => {
    const inbox = await makeInbox()
    const late = await inbox.claim('orders', 'msg_1', 1)
    const timeThere = async () => (await redis.command('TIME')).split('\r\n')[2]
    const claimedAt = await timeThere()
    await expect.poll(timeThere).not.toBe(claimedAt)
    expect(await inbox.commit(late, hour)).toBe(true)
    expect(await inbox.claim('orders', 'msg_1', hour)).toBe('done')
  })

  test('works on after a restart that forgot its scripts and all deliveries', async () => {
    const inbox = await makeInbox()
    await inbox.commit(await inbox.claim('orders', 'msg_1', hour), hour)
    await redis.kill()
    await redis.start()
    const claim = async () => inbox.claim('orders', 'msg_1', hour)
    const claimAgain = () => claim().catch(() => 'down')
    await expect.poll(claimAgain).not.toBe('down')
    // A flush forgets what was handled, which is why the documentation says what is promised.
    expect(await inbox.claim('orders', 'msg_1', hour)).toBe('busy')
  })

  test.each([
    ['allkeys-lru', 1],
    ['volatile-ttl', 1],
    ['noeviction', 0],
  ])('tells once what to set where the policy of eviction is not right: %s', async (policy, count) => {
    await redis.command(`CONFIG SET maxmemory-policy ${policy}`)
    onTestFinished(async () => void (await redis.command('CONFIG SET maxmemory-policy noeviction')))
    const inbox = await makeInbox()
    for (const id of ['msg_1', 'msg_2', 'msg_3']) await inbox.claim('orders', id, hour)
    await expect.poll(() => inbox.warnings).toHaveLength(count)
    for (const warning of inbox.warnings) {
      expect(warning).toContain(`maxmemory-policy of Redis is ${policy}`)
      expect(warning).toContain('CONFIG SET maxmemory-policy noeviction')
    }
  })

  test('asks for the policy of eviction again once a claim was forgotten, since a replica may have another', async () => {
    onTestFinished(async () => void (await redis.command('CONFIG SET maxmemory-policy noeviction')))
    await redis.command('CONFIG SET maxmemory-policy volatile-ttl')
    const inbox = await makeInbox()
    const claimed = await inbox.claim('orders', 'msg_1', hour)
    // The policy is asked for in the background: its warning says that the answer has come.
    await expect.poll(() => inbox.warnings).toHaveLength(1)
    await redis.command('FLUSHALL')
    await redis.command('CONFIG SET maxmemory-policy allkeys-lru')
    expect(await inbox.renew(claimed, hour)).toBe(true)
    await inbox.claim('orders', 'msg_2', hour)
    await expect.poll(() => inbox.warnings).toHaveLength(3)
    expect(inbox.warnings.join()).toMatch(/is volatile-ttl.*forgotten.*is allkeys-lru/s)
  })

  test('works on without a word where it may not ask for the policy of eviction', async () => {
    await redis.command('CONFIG SET maxmemory-policy allkeys-lru')
    await redis.command('ACL SETUSER default -info -config')
    onTestFinished(async () => {
      await redis.command('ACL SETUSER default +@all')
      await redis.command('CONFIG SET maxmemory-policy noeviction')
    })
    const inbox = await makeInbox()
    for (const id of ['msg_1', 'msg_2'])
      expect(await inbox.commit(await inbox.claim('orders', id, hour), hour)).toBe(true)
    expect(inbox.warnings).toEqual([])
  })

  test('keeps one key a delivery, under its prefix, which ends by itself', async () => {
    const inbox = redisInbox(await one(redis.url, onTestFinished), { prefix: 'shop:' })
    await inbox.commit(await inbox.claim('orders', 'msg_1', hour), hour)
    await inbox.claim('orders', 'msg_2', hour)
    const keys = await redis.command('KEYS *')
    expect(keys.match(/shop:\["orders","msg_\d"\]/g)).toHaveLength(2)
    expect(await redis.command('DBSIZE')).toContain(':2')
    const ttl = await redis.command(`PTTL 'shop:["orders","msg_1"]'`)
    expect(Number(/:(\d+)/.exec(ttl)?.[1])).toBeGreaterThan(hour - 300_000)
  })
})

if (missing) test.skip(`an inbox on a Redis that fails over (${missing})`)

/** A Redis with a replica, and two inboxes as of two processes. */
async function setUp(one: RedisDriver['one'], until: Until) {
  const redis = await startRedisPair(until)
  const makeInbox = async () => collectingInbox(await one(redis.url, until))
  const [inbox, other] = [await makeInbox(), await makeInbox()]
  /** Fails over, and waits until both clients have found the new primary. */
  const failOver = async () => {
    await redis.killPrimary()
    await redis.promote()
    for (const each of [inbox, other]) {
      const claim = async () => each.claim('probe', crypto.randomUUID(), hour)
      await expect.poll(() => claim().catch(() => 'down')).not.toBe('down')
    }
  }
  return { redis, inbox, other, failOver }
}

describe.skipIf(missing).each(drivers)('an inbox by $name on a Redis that fails over', ({ one }) => {
  test('keeps what the replica had got, and its claims go on', async () => {
    const { redis, inbox, other, failOver } = await setUp(one, onTestFinished)
    await inbox.commit(await inbox.claim('orders', 'handled', hour), hour)
    const held = await inbox.claim('orders', 'held', hour)
    await redis.catchUp()
    await failOver()
    expect(await other.claim('orders', 'handled', hour)).toBe('done')
    expect(await other.claim('orders', 'held', hour)).toBe('busy')
    expect([await inbox.renew(held, hour), await inbox.commit(held, hour)]).toEqual([true, true])
    expect(await other.claim('orders', 'held', hour)).toBe('done')
    expect([...inbox.warnings, ...other.warnings]).toEqual([])
  })

  test('makes a claim again that the replica had not got, and says what that means', async () => {
    const { redis, inbox, other, failOver } = await setUp(one, onTestFinished)
    redis.fallBehind()
    const held = await inbox.claim('orders', 'held', hour)
    await inbox.commit(await inbox.claim('orders', 'handled', hour), hour)
    await failOver()
    expect(await inbox.commit(held, hour)).toBe(true)
    expect(await other.claim('orders', 'held', hour)).toBe('done')
    expect(inbox.warnings).toEqual([expect.stringContaining('failed over to a replica that was behind')])
    // The replica never learnt of this one, and nobody holds it any more: the documentation says so.
    expect(await other.claim('orders', 'handled', hour)).not.toBe('done')
  })

  test('leaves a delivery to whoever claimed it after the failover, so that one of the two commits', async () => {
    const { redis, inbox, other, failOver } = await setUp(one, onTestFinished)
    redis.fallBehind()
    const lost = await inbox.claim('orders', 'held', hour)
    await failOver()
    const owned = await other.claim('orders', 'held', hour)
    expect([await inbox.renew(lost, hour), await inbox.commit(lost, hour)]).toEqual([false, false])
    expect(await other.commit(owned, hour)).toBe(true)
    expect(inbox.warnings).toEqual([])
  })

  test('takes nothing on without a replica, where the primary wants one (min-replicas-to-write)', async () => {
    const redis = await startRedisPair(onTestFinished, ['--min-replicas-to-write', '1'])
    const inbox = redisInbox(await one(redis.url, onTestFinished))
    const [errors, handled]: [unknown[], string[]] = [[], []]
    const receive = createReceiver({
      secret,
      store: inbox,
      otherwise: (_, { id = '' }) => void handled.push(id),
      onError: (error) => void errors.push(error),
    })
    expect((await receive(await deliver({ id: 'msg_before' }))).status).toBe(204)
    redis.fallBehind()
    const claim = async () => inbox.claim('orders', crypto.randomUUID(), hour)
    await expect.poll(() => claim().catch(String)).toContain('NOREPLICAS')
    const { status } = await receive(await deliver({ id: 'msg_after' }))
    expect(status).toBeGreaterThanOrEqual(500)
    expect(String(errors)).toContain('NOREPLICAS')
    expect(handled).toEqual(['msg_before'])
  })
})
