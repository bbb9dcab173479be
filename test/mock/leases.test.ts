import { expect, onTestFinished, test, vi } from 'vitest'
import { Leases } from '../../mock/deliveries/leases'
import type { ClaimedDelivery } from '../../mock/store/claims'

const event = { id: 'evt_1', mode: 'live', type: 'order.paid', created: '', json: '{}' } as const
const ofEvent = { eventId: event.id, eventType: event.type, event }
const delivery: ClaimedDelivery = {
  ...{ id: 'dlv_1', token: 1, attempts: 0, ...ofEvent },
  ...{ webhookId: 'wh_1', url: 'https://a.example', secret: 'whsec_MfKQ9r8GKYqr' },
}
const none = () => Promise.resolve(new Set<string>())
/** The store of a test beyond the claims that it answers. */
const rest = { settle: none, extend: none, release: async () => {}, addAttempts: async () => {} }

test('what a store claimed while all data was replaced is neither held nor begun', async () => {
  let answer: (found: ClaimedDelivery[]) => void = () => {}
  const leases = new Leases({
    store: { ...rest, claim: () => new Promise((resolve) => (answer = resolve)) },
    ...{ lease: Infinity, logger: {}, onLost() {} },
  })
  const claim = { now: 0, limit: 1, perWebhook: 1, held: new Map() }
  const before = leases.claim(claim)
  leases.clear()
  answer([delivery])
  expect(await before).toEqual([])
  expect([leases.has('dlv_1'), leases.isCurrent(delivery), leases.byWebhook.size]).toEqual([false, false, 0])

  const after = leases.claim(claim)
  answer([delivery])
  expect(await after).toEqual([delivery])
  expect(leases.isCurrent(delivery)).toBe(true)
})

test('a delivery whose claim was asked for lately is sent at once, and any other one asks the store first', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const leases = new Leases({
    store: { ...rest, claim: () => Promise.resolve([delivery]) },
    ...{ lease: 60_000, logger: {}, onLost() {} },
  })
  await leases.claim({ now: 0, limit: 1, perWebhook: 1, held: new Map() })
  expect(leases.isCurrent(delivery)).toBe(true)
  vi.setSystemTime(Date.now() + 3_600_000)
  expect(leases.isCurrent(delivery)).toBe(false)
  leases.clear()
})
