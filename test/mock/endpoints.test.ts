import { expect, test } from 'vitest'
import { Endpoints } from '../../mock/deliveries/endpoints'

test('the last quarter of the attempts is for webhooks that have none under way', () => {
  const endpoints = new Endpoints({ deliveries: 8, deliveriesPerWebhook: 4 }, () => {})
  const perWebhook = (held: number) => endpoints.bounds(new Map([['wh_1', held]])).perWebhook
  expect([0, 5, 6, 8].map(perWebhook)).toEqual([4, 4, 1, 1])
})
