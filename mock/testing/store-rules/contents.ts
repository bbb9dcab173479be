import type { StoreContent } from '../../store/records'
import { StoreMismatchError } from '../../store/store-errors'
import {
  allEvents,
  claim,
  day,
  dialect,
  expect,
  expectEqual,
  failureOf,
  idsOf,
  ingest,
  makeEvent,
  makeKey,
  makeWebhook,
  noContent,
  openStore,
  second,
  type StoreRules,
  start,
} from './rule'

async function listed(content: StoreContent) {
  const list = async <T>(items: Iterable<T> | AsyncIterable<T>) => {
    const all: T[] = []
    for await (const item of items) all.push(item)
    return all
  }
  return {
    keys: [...content.keys],
    webhooks: [...content.webhooks],
    events: await list(content.events),
    idempotency: await list(content.idempotency),
    deliveries: await list(content.deliveries),
  }
}

function makeContent() {
  const event = makeEvent({ idempotencyKey: 'once' })
  const webhook = makeWebhook()
  return {
    keys: [makeKey(), makeKey({ scopes: ['events:read', 'webhooks:write'] })],
    webhooks: [webhook, makeWebhook({ mode: 'test', description: 'of tests', events: ['a', 'b'] })],
    events: [event, makeEvent({ mode: 'test' }), makeEvent()],
    idempotency: [{ scope: 'live:createEvent', key: 'once', expiresAt: start + day, eventId: event.id }],
    deliveries: [
      { webhookId: webhook.id, eventId: event.id, attempts: 2, dueAt: start - second },
      { webhookId: webhook.id, eventId: event.id, attempts: 0, dueAt: start + second },
    ],
  }
}

/** The rules about all data at once. */
export const contentRules: StoreRules = {
  async 'data is planted once: opening a store again erases nothing'({ unopened }) {
    const store = await unopened()
    const content = makeContent()
    expectEqual(await openStore(store, content), true, 'The first opening')
    const { event } = await ingest(store)
    const unwanted = () => Promise.reject(new Error('A store that holds data asked for data to plant.'))
    const isNew = await store.open({ dialect, now: () => start, content: unwanted })
    expectEqual(isNew, false, 'The second opening')
    expectEqual((await store.event('live', event.id))?.id, event.id, 'An event of before')
    expectEqual((await store.keys()).length, 2, 'The number of keys')
  },
  async 'data that could not be planted whole is not there at all, and can be planted again'({ unopened }) {
    const store = await unopened()
    const broken = { ...makeContent(), idempotency: brokenList() }
    await failureOf(openStore(store, broken), 'A store opened with data that ended in an error.')
    expectEqual(await openStore(store, makeContent()), true, 'The opening afterwards')
    expectEqual((await allEvents(store, 'live', 'by-id', 10)).length, 2, 'The number of events')
  },
  async 'a store written under another dialect is refused, by one line that names a difference'({ store }) {
    const other = '{"eventCreation":{"status":200},"pageSize":20}'
    const opening = { dialect: other, now: () => start, content: () => Promise.resolve(noContent) }
    const wanted = 'The opening has to reject with a StoreMismatchError.'
    const failure = await failureOf(store.open(opening), wanted)
    expect(failure instanceof StoreMismatchError, wanted)
    expect(!failure.message.includes('\n'), 'The message has more than one line.')
  },
  async 'what is read can be put into another store, and is the same there'({ store, unopened }) {
    const content = makeContent()
    await store.replace(content)
    const read = await listed(await store.read())
    expectEqual(read, content, 'The content that was read')
    const other = await unopened()
    await openStore(other, await store.read())
    expectEqual(await listed(await other.read()), content, 'The content of the second store')
    const [delivery] = await claim(other)
    const due = [delivery?.eventId, delivery?.attempts]
    expectEqual(due, [content.events[0]?.id, 2], 'The delivery that is due')
    const original = await ingest(other, makeEvent(), { idempotency: content.idempotency[0] })
    expectEqual(original.event.id, content.events[0]?.id, 'The original of the idempotency key')
  },
  async 'what is read is as of one moment, with claimed deliveries among the pending ones'({ store }) {
    await store.addWebhook(makeWebhook())
    await ingest(store)
    await claim(store)
    const content = await store.read()
    await ingest(store)
    const { events, deliveries } = await listed(content)
    expectEqual([events.length, deliveries.length], [1, 1], 'The number of events and deliveries')
  },
  async 'a replacement leaves nothing of before: neither cursors nor claims nor rates'({ store }) {
    await store.addWebhook(makeWebhook())
    await ingest(store)
    const held = await claim(store)
    await store.take('key_1', start, 1)
    const epoch = store.epoch()
    const content = makeContent()
    await store.replace(content)
    expect(store.epoch() !== epoch, 'The epoch is the same after a replacement.')
    expectEqual((await store.settle(held)).size, 0, 'The number of old claims that were settled')
    expectEqual(await store.take('key_1', start, 1), 0, 'The wait of a request after the replacement')
    const events = await allEvents(store, 'live', 'oldest-first', 10)
    expectEqual(idsOf(events), idsOf(content.events.filter(({ mode }) => mode === 'live')), 'The events')
    expectEqual((await claim(store)).length, 1, 'The number of deliveries that are due')
  },
  async 'a replacement that fails changes nothing'({ store }) {
    const { event } = await ingest(store)
    const epoch = store.epoch()
    const broken = { ...makeContent(), idempotency: brokenList() }
    await failureOf(store.replace(broken), 'A replacement succeeded with data that ended in an error.')
    expectEqual(idsOf(await allEvents(store, 'live', 'by-id', 10)), [event.id], 'The events')
    expectEqual(store.epoch(), epoch, 'The epoch')
  },
}

// eslint-disable-next-line require-yield -- The list is to fail before it gives anything.
async function* brokenList(): AsyncGenerator<never> {
  throw new Error('The data ends here.')
}
