import { expect, test } from 'vitest'
import type { LedgerRecord } from '@event-delivery/conformance'
import { Context } from '../contract/engine/context'
import { Session } from '../contract/engine/session'

test('a check that goes on after its end notes no registration, which it cannot send any more', async () => {
  const records: LedgerRecord[] = []
  const session = new Session(
    { baseUrl: 'https://events.test', keys: { live: 'sk_live_of_a_test' } },
    { record: (line) => void records.push(line) },
  )
  const ended = AbortSignal.abort(new Error('The run was interrupted.'))
  const context = new Context(session, { id: 'late', rules: [] }, ended)
  const key = context.liveKey()
  const body = { url: 'https://receiver.test/hooks', events: ['*'] }
  await expect(context.call('createWebhook', { key, body })).rejects.toThrow('The run was interrupted.')
  expect(records).toEqual([])
})
