import { expect, test } from 'vitest'
import { unplayedParts } from '../../src/command/unplayed'

test('listen says which parts of a dialect its deliveries do not have, and who delivers them', () => {
  const said = unplayedParts({
    deliveryBody: { hook: '{event.type}', data: '{event}' },
    deliveryEncoding: 'form',
    headers: { delivery: { 'x-hook': { copy: 'type' } } },
  })
  expect(said).toBe(
    'listen does not repeat deliveryBody and deliveryEncoding and headers.delivery of the dialect: your receiver gets the event as JSON. The mock delivers as the dialect says: npx @event-delivery/mock --dialect FILE.',
  )
})

test('listen says nothing where its deliveries are those of the dialect', () => {
  expect(unplayedParts({})).toBeUndefined()
  const envelope = {
    deliveryBody: 'standard-webhooks',
    deliveryEncoding: 'json',
    headers: { list: {} },
  } as const
  expect(unplayedParts(envelope)).toBeUndefined()
})
