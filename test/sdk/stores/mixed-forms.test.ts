import type { PostgresInbox } from '@event-delivery/sdk/stores'
import type { PoolClient } from 'pg'
import { expect, test } from 'vitest'
import { makeInboxes } from './clients'
import { held } from './transactional'

const hour = 3_600_000

type Inbox = PostgresInbox<PoolClient>

/** Handles a delivery in a transaction, as a receiver does. */
const transact = (inbox: Inbox, id: string, handle: () => Promise<void> = async () => {}) =>
  inbox.transactional.transact(
    {
      scopes: ['orders'],
      id,
      retention: hour,
      longest: hour,
      abandoned: new AbortController().signal,
      onLost: () => {},
    },
    handle,
  )

/** Claims a delivery for a lease that has ended when this resolves. */
async function claimLate(inbox: Inbox, id: string): Promise<string> {
  const token = await inbox.claim('orders', id, 1)
  const other = `${id} of another`
  await inbox.claim('orders', other, 1)
  // The lease of a claim that was made later has ended too.
  await expect.poll(() => inbox.claim('orders', other, 1)).not.toBe('busy')
  return token
}

test('a delivery that was handled in one form is known in the other', async ({ onTestFinished }) => {
  const { makeInbox } = await makeInboxes(onTestFinished)
  const [leased, transactional] = [await makeInbox(), await makeInbox()]
  await leased.commit(await leased.claim('orders', 'leased', hour), hour)
  let runs = 0
  expect(await transact(transactional, 'leased', async () => void runs++)).toBe('done')
  expect(await transact(transactional, 'transacted', async () => void runs++)).toBe('handled')
  expect(await leased.claim('orders', 'transacted', hour)).toBe('done')
  expect(runs).toBe(1)
})

test('a transaction leaves a delivery to the lease that holds it', async ({ onTestFinished }) => {
  const { makeInbox } = await makeInboxes(onTestFinished)
  const [leased, transactional] = [await makeInbox(), await makeInbox()]
  const token = await leased.claim('orders', 'msg_1', hour)
  let runs = 0
  const handle = async () => void runs++
  expect(await transact(transactional, 'msg_1', handle)).toBe('busy')
  expect(await leased.renew(token, hour)).toBe(true)
  expect(await leased.release(token)).toBe(true)
  expect(await transact(transactional, 'msg_1', handle)).toBe('handled')
  expect(runs).toBe(1)
})

test('a claim for a lease is told of a transaction that handles the delivery, and does not wait for its end', async ({
  onTestFinished,
}) => {
  const { makeInbox } = await makeInboxes(onTestFinished)
  const [leased, transactional] = [await makeInbox(), await makeInbox()]
  const [begun, end] = [held(), held()]
  const handling = transact(transactional, 'msg_1', async () => {
    begun.end()
    await end.until
  })
  await begun.until
  expect(await leased.claim('orders', 'msg_1', hour)).toBe('busy')
  end.end()
  expect(await handling).toBe('handled')
  expect(await leased.claim('orders', 'msg_1', hour)).toBe('done')
})

test('a transaction follows a lease that has ended, and the late owner changes nothing any more', async ({
  onTestFinished,
}) => {
  const { makeInbox } = await makeInboxes(onTestFinished)
  const [leased, transactional] = [await makeInbox(), await makeInbox()]
  const token = await claimLate(leased, 'msg_1')
  expect(await transact(transactional, 'msg_1')).toBe('handled')
  expect([
    await leased.renew(token, hour),
    await leased.commit(token, hour),
    await leased.release(token),
  ]).toEqual([false, false, false])
  expect(await leased.claim('orders', 'msg_1', hour)).toBe('done')
})

test('a transaction that was rolled back leaves a late owner its claim', async ({ onTestFinished }) => {
  const { makeInbox } = await makeInboxes(onTestFinished)
  const [leased, transactional] = [await makeInbox(), await makeInbox()]
  const token = await claimLate(leased, 'msg_1')
  const failing = transact(transactional, 'msg_1', () => Promise.reject(new Error('out of stock')))
  await expect(failing).rejects.toThrow('out of stock')
  expect(await leased.commit(token, hour)).toBe(true)
  expect(await transact(transactional, 'msg_1')).toBe('done')
})
