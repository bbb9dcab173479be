import { createMemoryStore } from '@event-delivery/mock'
import { expect, test } from 'vitest'
import { claimIn, createIn, openEmpty, storedWebhook, storeStart } from '../../support/stored'

test('a delivery that was under way when its webhook was disabled is not tried again once the webhook is active', async () => {
  const store = createMemoryStore()
  await openEmpty(store)
  const webhook = storedWebhook()
  await store.addWebhook(webhook)
  await createIn(store)
  const [underWay] = await claimIn(store)
  await store.updateWebhook(webhook.id, { status: 'disabled' })
  await store.updateWebhook(webhook.id, { status: 'active' })
  const { event } = await createIn(store)

  expect((await store.extend([underWay!], 600_000)).size).toBe(0)
  await store.settle([{ ...underWay!, retryAt: storeStart }])
  expect((await claimIn(store)).map(({ eventId }) => eventId)).toEqual([event.id])
})

test('a delivery that is due only later once time was moved back is claimed no earlier', async () => {
  const store = createMemoryStore()
  await openEmpty(store)
  const later = storeStart + 60_000
  for (const webhook of [storedWebhook(), storedWebhook()]) await store.addWebhook(webhook)
  await createIn(store, { now: later })
  expect(await claimIn(store, later, 1)).toHaveLength(1)

  expect(await claimIn(store)).toEqual([])
  expect(await store.nextDue(storeStart)).toBe(later)
  expect(await claimIn(store, later)).toHaveLength(1)
})
