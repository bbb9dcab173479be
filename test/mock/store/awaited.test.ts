// What a store waits for before it answers. The database here is one that answers when the test says so.
import { expect, onTestFinished, test, vi } from 'vitest'
import { createChanges } from '../../../mock/store/postgres/changes'
import { createClaims } from '../../../mock/store/postgres/claims'
import type { Database, Statement } from '../../../mock/store/postgres/database'
import { createSecrets } from '../../../mock/store/postgres/secrets'

/** A database in which each statement has the rows of `answers`, by its name. */
function databaseOf(answers: Record<string, () => unknown[] | Promise<unknown[]>>): Database {
  return {
    schema: 'events',
    channel: 'events',
    rows: async <Row extends object>({ name }: Statement) => ((await answers[name]?.()) ?? []) as Row[],
    transaction: () => Promise.reject(new Error('No transaction is expected here.')),
    open() {},
    cut() {},
    close: async () => {},
  }
}

const claimed = {
  ...{ id: '1', has_due: true, webhook: '1', attempts: 0, claims: 1, share: 1, webhook_id: 'wh_1' },
  ...{ event_id: 'evt_1', live: true, seq: '1', type: 'order.paid', created: '', json: '{}' },
  ...{ idempotency_key: null, url: 'https://a.example', secret: 'whsec_MfKQ9r8GKYqr' },
  ...{ previous_secret: null, previous_until: null },
}

test('a full claim that cannot make others ready fails, and not behind the back of its caller', async () => {
  const database = databaseOf({
    claim: () => [claimed],
    make_ready: () => Promise.reject(new Error('The connection was lost.')),
  })
  const claim = createClaims(database, createSecrets(undefined))
  await expect(claim({ now: 0, limit: 1, perWebhook: 1, held: new Map(), lease: 1_000 })).rejects.toThrow(
    'The connection was lost.',
  )
})

test('the word of changes begins when the settings have been looked at', async () => {
  let answer = (_rows: unknown[]) => {}
  const rows = new Promise<unknown[]>((resolve) => (answer = resolve))
  const changes = createChanges({
    database: databaseOf({ look: () => rows }),
    listenUrl: undefined,
    onKeys() {},
    log() {},
  })
  onTestFinished(() => changes.end())
  const begun = vi.fn()
  const beginning = changes.begin('epoch').then(begun)
  await new Promise(setImmediate)
  expect(begun).not.toHaveBeenCalled()
  answer([{ epoch: 'epoch', settings: {} }])
  await beginning
})

test('a machine whose clock is wrong by more than the look took is told so once, and how far', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const errors = [10, -3_000, -3_010, 0]
  const lines: string[] = []
  const changes = createChanges({
    database: databaseOf({
      look: () => [{ epoch: 'epoch', settings: {}, time: Date.now() + (errors.shift() ?? 0) }],
    }),
    listenUrl: undefined,
    onKeys() {},
    log: (line) => lines.push(line),
  })
  onTestFinished(() => changes.end())
  await changes.begin('epoch')
  const offsets = [changes.clockOffset()]
  for (let second = 0; second < 3; second++) {
    await vi.advanceTimersByTimeAsync(1_000)
    offsets.push(changes.clockOffset())
  }
  expect(offsets).toEqual([0, -3_000, -3_000, 0])
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain('is 3.0 s ahead of that of PostgreSQL')
  expect(lines[1]).toContain('in step')
})
