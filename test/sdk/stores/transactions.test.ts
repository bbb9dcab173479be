import { Pool, type PoolClient } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { execute } from '../../support/postgres'
import { otherSecret, secret } from '../deliveries'
import { aborted, held, makeEffects } from './transactional'

test('what a handler wrote before it threw is not there, and the delivery is handled when it comes again, once', async () => {
  const { makeReceiver, effects } = await makeEffects()
  const { status, messages, runs } = await makeReceiver((_, run) => {
    if (run === 1) throw new Error('out of stock')
  })
  expect(await status()).toBe(500)
  expect(await effects()).toEqual([])
  expect([await status(), await status()]).toEqual([204, 204])
  expect(await effects()).toEqual(['msg_test'])
  expect([runs(), messages()]).toEqual([2, ['out of stock']])
})

test('a duplicate is told to come again while its delivery is handled, and others are not held up', async () => {
  const { makeReceiver, effects } = await makeEffects()
  const { until, end } = held()
  const begun = held()
  const slow = await makeReceiver(() => (begun.end(), until))
  const other = await makeReceiver()
  const first = slow.status()
  await begun.until
  const busy = await other.send()
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await other.status({ id: 'msg_other' })).toBe(204)
  end()
  expect(await first).toBe(204)
  expect(await other.status()).toBe(204)
  expect(await effects()).toEqual(['msg_other', 'msg_test'])
})

test('a handler that goes on after a failed statement is not taken for done', async () => {
  const { makeReceiver, effects } = await makeEffects()
  const { status, messages } = await makeReceiver(async ({ tx }, run) => {
    if (run === 1) await tx.query('select 1 / 0').catch(() => {})
  })
  expect(await status()).toBe(500)
  expect(messages()).toEqual([expect.stringContaining('rolled the transaction back at its commit')])
  expect(await effects()).toEqual([])
  expect(await status()).toBe(204)
  expect(await effects()).toEqual(['msg_test'])
})

test.each([
  ['rolls back', ['rollback']],
  ['rolls back and begins another transaction', ['rollback', 'begin']],
  ['begins and commits another one', ['rollback', 'begin', 'commit']],
])('a delivery whose handler catches its error and %s is not lost', async (_, statements) => {
  const { makeReceiver, effects } = await makeEffects()
  const { status, messages } = await makeReceiver(async ({ tx }, run) => {
    if (run === 1) for (const statement of statements) await tx.query(statement)
  })
  expect(await status()).toBe(500)
  expect(messages()).toEqual([expect.stringContaining('The handler has ended the transaction')])
  expect(await effects()).toEqual([])
  expect([await status(), await status()]).toEqual([204, 204])
  expect(await effects()).toEqual(['msg_test'])
})

test('a handler that lost its connection is told so, and the delivery takes effect once', async () => {
  const { makeReceiver, effects, url } = await makeEffects()
  const { status, codes } = await makeReceiver(async ({ tx, signal }, run) => {
    if (run > 1) return
    const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
    // Waits for its end: until then the session holds the delivery, and others are told to come again.
    await execute(url, 'select pg_terminate_backend($1, 20000)', [rows[0]?.pid])
    await aborted(signal)
  })
  expect(await status()).toBe(500)
  expect(codes()).toEqual(['claim-lost'])
  expect([await status(), await status()]).toEqual([204, 204])
  expect(await effects()).toEqual(['msg_test'])
})

test('what a handler does after its time counts, where it goes on', async () => {
  const { makeReceiver, effects } = await makeEffects()
  const { until, end } = held()
  const begun = held()
  const { status, clock, codes, runs } = await makeReceiver(() => (begun.end(), until))
  const late = status()
  await begun.until
  await clock.advance(25_000)
  expect(await late).toBe(503)
  end()
  await expect.poll(() => effects()).toEqual(['msg_test'])
  await expect.poll(() => status()).toBe(204)
  expect(runs()).toBe(1)
  expect(codes()).toEqual(['handler-timeout'])
})

test('a handler that gives up at its time has written nothing', async () => {
  const { makeReceiver, effects } = await makeEffects()
  const begun = held()
  const { status, clock, codes } = await makeReceiver(({ signal }, run) => {
    if (run > 1) return
    begun.end()
    return aborted(signal).then(() => signal.throwIfAborted())
  })
  const late = status()
  await begun.until
  await clock.advance(25_000)
  expect(await late).toBe(503)
  await expect.poll(() => status()).toBe(204)
  expect(await effects()).toEqual(['msg_test'])
  expect(codes()).toEqual(['handler-timeout'])
})

test('a handler that hangs is rolled back after ten times its limit, and another process handles the delivery', async () => {
  const { makeReceiver, effects } = await makeEffects()
  const begun = held()
  const hung = await makeReceiver(() => (begun.end(), new Promise(() => {})), { handlerTimeout: 1000 })
  const other = await makeReceiver()
  const late = hung.status()
  await begun.until
  await hung.clock.advance(9999)
  expect(await late).toBe(503)
  expect(await other.status()).toBe(503)
  await hung.clock.advance(1)
  await expect.poll(() => other.status()).toBe(204)
  expect(await effects()).toEqual(['msg_test'])
  expect(hung.codes()).toEqual(['handler-timeout', 'handler-abandoned'])
})

test.each([
  ['just before the receiver gives it up', true, ['handler-timeout', 'claim-lost', 'handler-abandoned']],
  ['just after the receiver has given it up', false, ['handler-timeout', 'handler-abandoned']],
])('a hung transaction that the server ends %s does not end the process', async (_, isFirst, codes) => {
  const { makeReceiver, url } = await makeEffects()
  // A pool as programs make it: nobody but the inbox listens to its errors, and Node throws an error that nobody hears.
  const pool = new Pool({ connectionString: url, max: 1 })
  onTestFinished(() => pool.end())
  const begun = held()
  let connection: PoolClient | undefined
  const hang = ({ tx }: { tx: PoolClient }) => {
    connection = tx
    begun.end()
    return new Promise(() => {})
  }
  const hung = await makeReceiver(hang, { handlerTimeout: 1000, pool })
  const late = hung.status()
  await begun.until
  // The driver tells the last word of the server so, and then the end of the socket.
  const endByServer = () => {
    for (const word of ['terminating connection due to idle-in-transaction timeout', 'Connection terminated'])
      connection?.emit('error', new Error(word))
  }
  await hung.clock.advance(1000)
  expect(await late).toBe(503)
  if (isFirst) endByServer()
  await hung.clock.advance(9000)
  if (!isFirst) expect(endByServer).not.toThrow()
  expect(hung.codes()).toEqual(codes)
  // The server may still be ending the session that had the delivery.
  const other = await makeReceiver()
  await expect.poll(() => other.status()).toBe(204)
})

test('the server itself ends a transaction that nobody has used, a moment after the receiver would have given it up', async () => {
  const { makeReceiver } = await makeEffects()
  const settings: unknown[] = []
  const { status } = await makeReceiver(
    async ({ tx }) => {
      const { rows } = await tx.query<object>('show idle_in_transaction_session_timeout')
      settings.push(...rows)
    },
    { handlerTimeout: 1500 },
  )
  expect(await status()).toBe(204)
  expect(settings).toEqual([{ idle_in_transaction_session_timeout: '16500ms' }])
})

test('a delivery whose time is over before it gets a connection is not handled', async () => {
  const { makeReceiver, effects } = await makeEffects()
  const { pool, status, clock, runs } = await makeReceiver(() => {}, { connections: 1 })
  const taken = await pool.connect()
  const waiting = status()
  await expect.poll(() => pool.waitingCount).toBe(1)
  await clock.advance(25_000)
  expect(await waiting).toBe(503)
  taken.release()
  expect(await status()).toBe(204)
  expect(runs()).toBe(1)
  expect(await effects()).toEqual(['msg_test'])
})

test('a delivery that was handled before the secret was rotated is not handled under the next one', async () => {
  const { makeReceiver, effects } = await makeEffects()
  const before = await makeReceiver()
  const during = await makeReceiver(() => {}, { secrets: [otherSecret, secret] })
  const after = await makeReceiver(() => {}, { secrets: [otherSecret] })
  expect(await before.status()).toBe(204)
  expect(await during.status()).toBe(204)
  // `during` learnt of it, and wrote it down in the scope of the next secret.
  expect(await after.status({ secret: otherSecret })).toBe(204)
  expect([during.runs(), after.runs()]).toEqual([0, 0])
  expect(await effects()).toEqual(['msg_test'])
})
