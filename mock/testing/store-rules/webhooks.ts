import { claim, expectEqual, idsOf, ingest, makeEvent, makeWebhook, type StoreRules, start } from './rule'

/** The rules about webhooks and what they are sent. */
export const webhookRules: StoreRules = {
  async 'webhooks are listed in their order and mode, with all their fields'({ store }) {
    const webhooks = [
      makeWebhook({ description: 'first' }),
      makeWebhook({ previousSecret: { secret: 'whsec_before', until: start } }),
      makeWebhook({ events: ['b', 'a'], status: 'disabled' }),
    ]
    for (const webhook of webhooks) await store.addWebhook(webhook)
    await store.addWebhook(makeWebhook({ mode: 'test' }))
    const all = await store.webhooks('live', { limit: 10, order: 'oldest-first' })
    expectEqual(all, { items: webhooks }, 'The list')
    const page = await store.webhooks('live', { limit: 2, order: 'newest-first' })
    const rest = await store.webhooks('live', { limit: 2, order: 'newest-first', after: page.next })
    expectEqual([...page.items, ...rest.items], [...webhooks].reverse(), 'The list in two pages')
  },
  async 'an event is delivered once to each active webhook of its mode that subscribes to it'({ store }) {
    const first = makeWebhook()
    const several = [
      ['order.paid', 'x'],
      ['order.paid', '*'],
    ].map((events) => makeWebhook({ events }))
    const subscribed = [first, ...several]
    const others = [
      makeWebhook({ events: ['order'] }),
      makeWebhook({ mode: 'test' }),
      makeWebhook({ status: 'disabled' }),
      makeWebhook({ events: ['order.*', '*.paid'] }),
    ]
    for (const webhook of [...subscribed, ...others]) await store.addWebhook(webhook)
    const event = makeEvent()
    const { deliveries } = await ingest(store, event)
    expectEqual(deliveries, 3, 'The number of deliveries')
    const claimed = await claim(store)
    const receivers = claimed.map(({ webhookId }) => webhookId)
    expectEqual(receivers.sort(), idsOf(subscribed).sort(), 'Their webhooks')
    const delivery = claimed.find(({ webhookId }) => webhookId === first.id)
    const shown = [delivery?.url, delivery?.secret, delivery?.event, delivery?.attempts]
    expectEqual(shown, [first.url, first.secret, event, 0], 'A delivery')
    const matching = await ingest(store, makeEvent(), { patterns: ['order.*', 'order.paid'] })
    expectEqual(matching.deliveries, 4, 'The number of deliveries of an event that matches a pattern, too,')
    const silent = await ingest(store, makeEvent(), { deliver: false })
    expectEqual(silent.deliveries, 0, 'The number of deliveries of an event that is not to be delivered')
  },
  async 'nothing is claimed for a webhook that was removed, and its claims cannot be renewed'({ store }) {
    const webhook = makeWebhook()
    await store.addWebhook(webhook)
    await ingest(store)
    await ingest(store)
    const held = await claim(store, { limit: 1 })
    expectEqual(await store.removeWebhook('test', webhook.id), false, 'The removal in the other mode')
    expectEqual(await store.removeWebhook('live', webhook.id), true, 'The removal')
    expectEqual(await store.removeWebhook('live', webhook.id), false, 'The second removal')
    expectEqual(await claim(store), [], 'What is claimed afterwards')
    expectEqual((await store.extend(held, 1_000)).size, 0, 'The number of claims that were renewed')
    await store.settle(held.map(({ id, token }) => ({ id, token, retryAt: start })))
    await store.release(held)
    expectEqual(await claim(store), [], 'What is claimed after the end of the claim')
    expectEqual(await store.nextDue(start - 1), undefined, 'The time of the next delivery')
  },
  async 'a webhook that is not active loses its deliveries, and gets new ones when active again'({ store }) {
    const webhook = makeWebhook()
    await store.addWebhook(webhook)
    await ingest(store)
    expectEqual(await store.updateWebhook(webhook.id, { status: 'disabled' }), true, 'The change')
    expectEqual((await ingest(store)).deliveries, 0, 'The number of deliveries to a disabled webhook')
    expectEqual(await claim(store), [], 'What is claimed for a disabled webhook')
    await store.updateWebhook(webhook.id, { status: 'active' })
    const { event } = await ingest(store)
    const claimed = (await claim(store)).map(({ eventId }) => eventId)
    expectEqual(claimed, [event.id], 'What is claimed afterwards')
  },
  async 'a new secret signs pending deliveries, too, beside the one before'({ store }) {
    const webhook = makeWebhook()
    await store.addWebhook(webhook)
    await ingest(store)
    const previousSecret = { secret: webhook.secret, until: start + 5_000 }
    await store.updateWebhook(webhook.id, { secret: 'whsec_new', previousSecret })
    const [delivery] = await claim(store)
    const ofDelivery = [delivery?.secret, delivery?.previousSecret]
    expectEqual(ofDelivery, ['whsec_new', previousSecret], 'The secrets of the delivery')
    await store.updateWebhook(webhook.id, { previousSecret: undefined })
    const { items } = await store.webhooks('live', { limit: 1, order: 'oldest-first' })
    const ofWebhook = [items[0]?.secret, items[0]?.previousSecret]
    expectEqual(ofWebhook, ['whsec_new', undefined], 'The secrets of the webhook')
  },
}
