import type { StoredWebhook } from '../../store/records'
import {
  claim,
  day,
  expectEqual,
  ingest,
  makeEvent,
  makeKey,
  makeWebhook,
  type StoreRules,
  start,
} from './rule'

// JSON strings may hold these, and columns of text often do not.
const texts = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  '"',
  '"quoted"',
  '\\u0000',
  'é😊\u2028',
  "'; drop table",
  '{}',
  '',
]

/** The rules about texts that storage often spoils. */
export const textRules: StoreRules = {
  async 'any text survives in types, payloads and idempotency keys, and is equal to itself alone'({ store }) {
    const subscriptions = texts.map((type) => makeWebhook({ events: [type] }))
    for (const webhook of subscriptions) await store.addWebhook(webhook)
    for (const text of texts) {
      const json = JSON.stringify({ text }).replace('\\ud800', '\ud800')
      const event = makeEvent({ type: text, json, idempotencyKey: text })
      const idempotency = { scope: 'live:createEvent', key: text, expiresAt: start + day }
      const { replayed, deliveries } = await ingest(store, event, { idempotency })
      expectEqual([replayed, deliveries], [false, 1], `The creation with the text ${JSON.stringify(text)}`)
      expectEqual(await store.event('live', event.id), event, 'The event that is read')
      const again = await ingest(store, makeEvent({ type: text }), { idempotency })
      expectEqual(again.event, event, 'The original')
    }
    const types = (await claim(store)).map(({ eventType }) => eventType)
    expectEqual(types.sort(), [...texts].sort(), 'The types of the deliveries')
  },
  async 'any text survives in webhooks and keys'({ store }) {
    const webhooks: StoredWebhook[] = []
    for (const text of texts) {
      const url = `https://receiver.example/${text}`
      const webhook = makeWebhook({ url, description: text, events: [text, 'b'] })
      webhooks.push(webhook)
      await store.addWebhook(webhook)
      const key = makeKey({ name: text, key: `sk_live_${text}` })
      await store.addKey(key)
      expectEqual(await store.findKey(key.key), key, 'The key')
    }
    const { items } = await store.webhooks('live', { limit: 100, order: 'oldest-first' })
    expectEqual(items, webhooks, 'The webhooks')
  },
  async 'a search for any text finds nothing, rather than failing'({ store }) {
    await ingest(store)
    for (const text of texts) {
      expectEqual(await store.event('live', text), undefined, 'The event')
      expectEqual(await store.findKey(text), undefined, 'The key')
      expectEqual(await store.removeKey(text), false, 'The removal of a key')
      expectEqual(await store.removeWebhook('live', text), false, 'The removal of a webhook')
      expectEqual(await store.updateWebhook(text, { status: 'disabled' }), false, 'The change of a webhook')
      await store.events('live', { limit: 1, order: 'by-id', after: text })
      await store.webhooks('live', { limit: 1, order: 'by-id', after: text })
      expectEqual((await store.settle([{ id: text, token: 1 }])).size, 0, 'The number of settled claims')
    }
  },
}
