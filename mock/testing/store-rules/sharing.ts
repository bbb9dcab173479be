import type { StoreChange } from '../../store/sharing'
import type { Store } from '../../store/store'
import {
  allEvents,
  claim,
  day,
  ended,
  expect,
  expectEqual,
  ingest,
  longLease,
  makeEvent,
  makeKey,
  makeWebhook,
  noContent,
  openAnother,
  openStore,
  type StoreRules,
  start,
  uniqueName,
  until,
} from './rule'

/** The rules about stores that share their data. */
export const sharingRules: StoreRules = {
  async 'of stores that open at once exactly one plants its data'({ unopened, another }) {
    const first = await unopened()
    const others = await Promise.all(Array.from({ length: 3 }, async () => another?.(first)))
    const stores = [first, ...others.filter((store) => store !== undefined)]
    const planted = await Promise.all(stores.map((store) => openStore(store, { keys: [makeKey()] })))
    expectEqual(planted.filter(Boolean).length, 1, 'The number of stores that planted')
    for (const store of stores) expectEqual((await store.keys()).length, 1, 'The number of keys')
  },
  async 'settings are planted with the first data, and no later opening changes them'({ unopened, another }) {
    const first = await unopened()
    const second = await another?.(first)
    await openStore(first, {}, { settings: () => ({ setting: 'of the first' }) })
    if (second) await openStore(second, {}, { settings: () => ({ setting: 'of the second' }) })
    for (const store of [first, second]) {
      if (store) expectEqual(await store.sharing?.read('setting'), 'of the first', 'The setting')
    }
  },
  async 'what one store acknowledged is in the next read of another one'(trial) {
    const { store } = trial
    const other = await openAnother(trial, store)
    for (let index = 0; index < 20; index++) {
      const [event, key, webhook] = [makeEvent(), makeKey(), makeWebhook()]
      await Promise.all([ingest(store, event), store.addKey(key), store.addWebhook(webhook)])
      const { items } = await other.events('live', { limit: 1, order: 'newest-first' })
      expectEqual(items[0]?.id, event.id, 'The newest event')
      expectEqual(await other.findKey(key.key), key, 'The new key')
      const webhooks = await other.webhooks('live', { limit: 1, order: 'newest-first' })
      expectEqual(webhooks.items[0]?.id, webhook.id, 'The newest webhook')
    }
  },
  async 'a reader that follows a list while others write misses nothing and repeats nothing'(trial) {
    const { store } = trial
    const writers = [store, await openAnother(trial, store), await openAnother(trial, store)]
    const reader = await openAnother(trial, store)
    const acknowledged = new Set<string>()
    let writing = true
    const work = Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        for (let count = 0; count < 20; count++) {
          const event = makeEvent()
          await ingest(writers[index % writers.length] ?? store, event)
          acknowledged.add(event.id)
        }
      }),
    ).finally(() => (writing = false))
    const seen: string[] = []
    let after: number | string | undefined
    while (writing || seen.length < acknowledged.size) {
      const before = writing
      const { items, next } = await reader.events('live', { limit: 3, order: 'oldest-first', after })
      seen.push(...items.map(({ id }) => id))
      if (next !== undefined) after = next
      else if (before) seen.length -= items.length
      else break
    }
    await work
    expectEqual(new Set(seen).size, seen.length, 'The number of different events that were seen')
    const unseen = [...acknowledged].filter((id) => !seen.includes(id))
    expectEqual(unseen, [], 'The events that were never seen')
  },
  async 'equal keys make one event over all stores'(trial) {
    const { store } = trial
    const stores = [store, await openAnother(trial, store), await openAnother(trial, store)]
    for (let round = 0; round < 5; round++) {
      const key = uniqueName()
      const idempotency = { scope: 'live:createEvent', key, expiresAt: start + day }
      const results = await Promise.all(
        Array.from({ length: 15 }, (_, index) =>
          ingest(stores[index % stores.length] ?? store, makeEvent(), { idempotency }),
        ),
      )
      expectEqual(new Set(results.map(({ event }) => event.id)).size, 1, 'The number of events of one key')
      expectEqual(results.filter(({ replayed }) => !replayed).length, 1, 'The number of originals')
    }
  },
  async 'workers of several stores never hold one delivery at once, and a lost one settles nothing'(trial) {
    const { store } = trial
    const other = await openAnother(trial, store)
    for (let index = 0; index < 3; index++) await store.addWebhook(makeWebhook())
    for (let index = 0; index < 30; index++) await ingest(store)
    const batches = await Promise.all(
      Array.from({ length: 20 }, (_, index) => claim(index % 2 ? store : other, { limit: 7 })),
    )
    const ids = batches.flat().map(({ id }) => id)
    expectEqual(new Set(ids).size, ids.length, 'The number of different deliveries that were claimed')
    expectEqual(ids.length, 90, 'The number of claims')
    await store.replace(noContent)
    await store.addWebhook(makeWebhook())
    await ingest(store)
    const lost = await claim(store, { lease: 1 })
    let taken = await claim(other, { lease: longLease })
    await until(async () => {
      if (taken.length === 0) taken = await claim(other, { lease: longLease })
      return taken.length > 0
    }, 'The delivery of a dead worker was not claimed.')
    expectEqual((await store.settle(lost)).size, 0, 'The number of claims that the lost worker settled')
    expectEqual((await other.settle(taken)).size, 1, 'The number of claims that the other worker settled')
  },
  async 'several that ask at once for the same deliveries get one attempt of each'(trial) {
    const { store } = trial
    const others = [await openAnother(trial, store), await openAnother(trial, store)]
    await store.addWebhook(makeWebhook())
    for (let index = 0; index < 20; index++) await ingest(store)
    const claimed = await claim(store)
    await store.settle(claimed.map((one) => ({ ...one, attempt: ended(one, 'abandoned') })))
    const again = claimed.map(({ id }) => ({ id, attempts: 1, dueAt: start }))
    let sent = 0
    const work = async (worker: Store) => {
      await worker.sendAgain(again, start)
      for (;;) {
        const taken = await claim(worker, { limit: 3 })
        if (taken.length === 0) return
        sent += taken.length
        await worker.settle(taken.map((one) => ({ ...one, attempt: ended(one, 'abandoned') })))
      }
    }
    await Promise.all([store, ...others, store, ...others].map(work))
    for (const worker of others) await work(worker)
    expectEqual(sent, claimed.length, 'The number of attempts')
  },
  async 'a webhook and a key that one store removed are refused by the others'(trial) {
    const { store } = trial
    const other = await openAnother(trial, store)
    const [webhook, key] = [makeWebhook(), makeKey()]
    await store.addWebhook(webhook)
    await store.addKey(key)
    await other.findKey(key.key)
    await ingest(other)
    await store.removeWebhook('live', webhook.id)
    expectEqual(await claim(other), [], 'What is claimed for the webhook')
    await store.removeKey(key.id)
    const isGone = async () => (await other.findKey(key.key)) === undefined
    await until(isGone, 'A removed key was found for more than a second.', 1_500)
  },
  async 'a rate is exact over all stores'(trial) {
    const stores = [trial.store, await openAnother(trial, trial.store)]
    const takes = Array.from({ length: 60 }, async (_, index) =>
      (stores[index % 2] ?? trial.store).take('key_1', start + index / 100, 20),
    )
    const passed = (await Promise.all(takes)).filter((wait) => wait === 0)
    expectEqual(passed.length, 20, 'The number of requests that passed')
  },
  async 'settings change in one step, and the other stores are told of all changes'(trial) {
    const { store } = trial
    const other = await openAnother(trial, store)
    const [mine, theirs] = [store.sharing, other.sharing]
    if (!mine || !theirs) throw new Error('Stores that share their data have to have `sharing`.')
    const heard: StoreChange[] = []
    const own: StoreChange[] = []
    const ends = [theirs.watch((change) => heard.push(change)), mine.watch((change) => own.push(change))]
    const webhook = makeWebhook()
    await store.addWebhook(webhook)
    const add = (text: string | undefined) => JSON.stringify(Number(text ?? 0) + 1)
    const turns = Array.from({ length: 10 }, (_, index) => (index % 2 ? mine : theirs))
    await Promise.all(turns.map((sharing) => sharing.change('count', add)))
    // A store is told of no version older than its own, so that the last change has to be of the other one.
    await mine.change('count', add)
    expectEqual(await theirs.read('count'), '11', 'The setting after eleven changes')
    expectEqual(await mine.change('count', () => undefined), '11', 'A setting that was left as it is')
    expectEqual(await mine.read('none'), undefined, 'A setting that was never written')
    await ingest(store)
    await store.removeWebhook('live', webhook.id)
    await store.replace(noContent)
    const isTold = (wanted: StoreChange) =>
      heard.some((change) => JSON.stringify(change) === JSON.stringify(wanted))
    for (const change of [
      { kind: 'setting', name: 'count' },
      { kind: 'due' },
      { kind: 'webhook-ended', id: webhook.id },
      { kind: 'replaced' },
    ] as const) {
      await until(async () => isTold(change), `Nobody told of the change ${JSON.stringify(change)}.`)
    }
    await until(async () => other.epoch() === store.epoch(), 'The stores have different epochs.')
    expect(!own.some(({ kind }) => kind === 'replaced'), 'A store was told of its own change.')
    const left = await allEvents(other, 'live', 'by-id', 5)
    expectEqual(left.length, 0, 'The number of events after the replacement')
    for (const end of ends) end()
  },
}
