import { redisInbox } from '@event-delivery/sdk/stores'
import { createReceiver } from '@event-delivery/sdk/webhooks'
import { describe, expect, test } from 'vitest'
import { missingRedis } from '../../support/redis'
import type { Until } from '../../support/until'
import { deliver, secret } from '../deliveries'
import { collectingInbox, drivers, type RedisDriver } from './clients'
import { startRedisPair } from './redis-pair'

const hour = 3_600_000
const missing = missingRedis()
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
  test('keeps what the replica had got, and its claims go on', async ({ onTestFinished }) => {
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

  test('makes a claim again that the replica had not got, and says what that means', async ({
    onTestFinished,
  }) => {
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

  test('leaves a delivery to whoever claimed it after the failover, so that one of the two commits', async ({
    onTestFinished,
  }) => {
    const { redis, inbox, other, failOver } = await setUp(one, onTestFinished)
    redis.fallBehind()
    const lost = await inbox.claim('orders', 'held', hour)
    await failOver()
    const owned = await other.claim('orders', 'held', hour)
    expect([await inbox.renew(lost, hour), await inbox.commit(lost, hour)]).toEqual([false, false])
    expect(await other.commit(owned, hour)).toBe(true)
    expect(inbox.warnings).toEqual([])
  })

  test('takes nothing on without a replica, where the primary wants one (min-replicas-to-write)', async ({
    onTestFinished,
  }) => {
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
