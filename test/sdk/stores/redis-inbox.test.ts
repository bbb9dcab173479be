import { redisInbox } from '@event-delivery/sdk/stores'
import { describe, expect, test, vi } from 'vitest'
import { missingRedis, startRedis } from '../../support/redis'
import { collectingInbox, drivers } from './clients'

const hour = 3_600_000
const missing = missingRedis()
if (missing) test.skip(`an inbox on Redis (${missing})`)

describe.skipIf(missing).each(drivers)('an inbox on Redis by $name', ({ one }) => {
  test('makes a claim again that a flush has taken, and says what that means', async ({ onTestFinished }) => {
    const redis = await startRedis(onTestFinished)
    const inbox = collectingInbox(await one(redis.url, onTestFinished))
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

  test('leaves a delivery to whoever claimed it after a flush', async ({ onTestFinished }) => {
    const redis = await startRedis(onTestFinished)
    const [first, second] = [
      collectingInbox(await one(redis.url, onTestFinished)),
      collectingInbox(await one(redis.url, onTestFinished)),
    ]
    const lost = await first.claim('orders', 'msg_1', hour)
    await redis.command('FLUSHALL')
    const owned = await second.claim('orders', 'msg_1', hour)
    expect([await first.renew(lost, hour), await first.commit(lost, hour)]).toEqual([false, false])
    expect(await second.commit(owned, hour)).toBe(true)
  })

  test('does not give a claim back to an owner whose lease has ended', async ({ onTestFinished }) => {
    const redis = await startRedis(onTestFinished)
    const inbox = collectingInbox(await one(redis.url, onTestFinished))
    const late = await inbox.claim('orders', 'msg_1', hour)
    await redis.command('FLUSHALL')
    // The owner's own clock says that its lease has ended: Redis knows nothing of it any more.
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    vi.advanceTimersByTime(2 * hour)
    expect(await inbox.commit(late, hour)).toBe(false)
    expect(inbox.warnings).toEqual([])
  })

  test('lets a late owner commit as long as nobody has followed', async ({ onTestFinished }) => {
    const redis = await startRedis(onTestFinished)
    const inbox = collectingInbox(await one(redis.url, onTestFinished))
    const late = await inbox.claim('orders', 'msg_1', 1)
    const timeThere = async () => (await redis.command('TIME')).split('\r\n')[2]
    const claimedAt = await timeThere()
    await expect.poll(timeThere).not.toBe(claimedAt)
    expect(await inbox.commit(late, hour)).toBe(true)
    expect(await inbox.claim('orders', 'msg_1', hour)).toBe('done')
  })

  test('works on after a restart that forgot its scripts and all deliveries', async ({ onTestFinished }) => {
    const redis = await startRedis(onTestFinished)
    const inbox = collectingInbox(await one(redis.url, onTestFinished))
    await inbox.commit(await inbox.claim('orders', 'msg_1', hour), hour)
    await redis.kill()
    await redis.start()
    const claim = async () => inbox.claim('orders', 'msg_1', hour)
    const claimAgain = () => claim().catch(() => 'down')
    await expect.poll(claimAgain).not.toBe('down')
    // A flush forgets what was handled, which is why the documentation says what is promised.
    expect(await inbox.claim('orders', 'msg_1', hour)).toBe('busy')
  })

  test('keeps one key a delivery, under its prefix, which ends by itself', async ({ onTestFinished }) => {
    const redis = await startRedis(onTestFinished)
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

test('a client of neither kind, and a prefix that is no text, are refused', () => {
  expect(() => redisInbox({} as never)).toThrow(expect.objectContaining({ param: 'client' }))
  const client = { evalsha: async () => '', eval: async () => '' }
  expect(() => redisInbox(client, { prefix: 1 as never })).toThrow(
    expect.objectContaining({ param: 'prefix' }),
  )
})
