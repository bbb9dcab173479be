import {
  claim,
  expect,
  expectEqual,
  idsOf,
  ingest,
  longLease,
  makeEvent,
  makeWebhook,
  second,
  type StoreRules,
  start,
  until,
} from './rule'

/** The rules about claims of deliveries. */
export const deliveryRules: StoreRules = {
  async 'a delivery is claimed once, and is gone when it is settled'({ store }) {
    await store.addWebhook(makeWebhook())
    await ingest(store)
    const batches = await Promise.all(Array.from({ length: 8 }, () => claim(store)))
    const claimed = batches.flat()
    expectEqual(claimed.length, 1, 'The number of claims of one delivery')
    expect(/^dlv_/.test(claimed[0]?.id ?? ''), 'The id of a delivery begins with dlv_.')
    expectEqual([...(await store.settle(claimed))], idsOf(claimed), 'The ids of what was settled')
    const again = await store.settle(claimed)
    expectEqual(again.size, 0, 'The number of claims that were settled a second time')
    expectEqual(await claim(store), [], 'What is claimed after the end')
  },
  async 'a delivery that is tried again keeps its id, counts attempts and waits until it is due'({ store }) {
    await store.addWebhook(makeWebhook())
    await ingest(store)
    const [first] = await claim(store)
    const retryAt = start + 5 * second
    await store.settle([{ id: first?.id ?? '', token: first?.token ?? 0, retryAt }])
    expectEqual(await claim(store, { now: retryAt - 1 }), [], 'What is claimed before it is due')
    expectEqual(await store.nextDue(retryAt - 1), retryAt, 'The time of the next delivery')
    const [again] = await claim(store, { now: retryAt })
    expectEqual([again?.id, again?.attempts], [first?.id, 1], 'The id and the attempts')
    expect(again?.token !== first?.token, 'Two claims of a delivery had one token.')
  },
  async 'what falls due later is not claimed where the time was moved back'({ store }) {
    await store.addWebhook(makeWebhook())
    await ingest(store, makeEvent(), { now: start + 10 * second })
    expectEqual(await claim(store), [], 'What is claimed before it is due')
    expectEqual(await store.nextDue(start), start + 10 * second, 'The time of the next delivery')
    const claimed = await claim(store, { now: start + 10 * second })
    expectEqual(claimed.length, 1, 'The number that is claimed when it is due')
  },
  async 'a claim whose lease has ended goes to the next worker, and the first changes nothing'({ store }) {
    await store.addWebhook(makeWebhook())
    await ingest(store)
    const lost = await claim(store, { lease: 20 })
    let [taken] = await claim(store)
    await until(async () => {
      taken ??= (await claim(store))[0]
      return taken !== undefined
    }, 'A delivery whose lease has ended was not claimed again.')
    const shown = [taken?.id, taken?.attempts]
    expectEqual(shown, [lost[0]?.id, 0], 'The id and the attempts of the second claim')
    expectEqual((await store.settle(lost)).size, 0, 'The number of lost claims that were settled')
    expectEqual((await store.extend(lost, 1_000)).size, 0, 'The number of lost claims that were renewed')
    await store.release(lost)
    expectEqual(await claim(store), [], 'What is claimed after the release of a lost claim')
    const settled = await store.settle(taken ? [taken] : [])
    expectEqual(settled.size, 1, 'The number of claims that were settled')
  },
  async 'a lease that is renewed goes on, and one that is released ends at once'({ store }) {
    await store.addWebhook(makeWebhook())
    await ingest(store)
    const claimed = await claim(store, { lease: 300 })
    expectEqual((await store.extend(claimed, longLease)).size, 1, 'The number of claims that were renewed')
    await new Promise((resolve) => setTimeout(resolve, 320))
    expectEqual(await claim(store), [], 'What is claimed during a renewed lease')
    await store.release(claimed)
    const [again] = await claim(store)
    expectEqual([again?.id, again?.attempts], [claimed[0]?.id, 0], 'What is claimed after the release')
  },
  async 'webhooks take turns, and none is given more than a worker may hold'({ store }) {
    const webhooks = Array.from({ length: 4 }, () => makeWebhook())
    for (const webhook of webhooks) await store.addWebhook(webhook)
    for (let index = 0; index < 6; index++) await ingest(store)
    const count = (claims: { webhookId: string }[]) =>
      webhooks.map(({ id }) => claims.filter(({ webhookId }) => webhookId === id).length)
    const held = new Map<string, number>()
    const hold = (claims: { webhookId: string }[]) => {
      for (const { webhookId } of claims) held.set(webhookId, (held.get(webhookId) ?? 0) + 1)
    }
    const first = await claim(store, { limit: 4, perWebhook: 3, held })
    expectEqual(count(first), [1, 1, 1, 1], 'The claims of each webhook')
    hold(first)
    const rest = await claim(store, { perWebhook: 3, held })
    expectEqual(count(rest), [2, 2, 2, 2], 'The further claims of each webhook')
    hold(rest)
    const beyond = await claim(store, { perWebhook: 3, held })
    expectEqual(beyond, [], 'What is claimed by a worker that holds enough')
  },
  async 'no webhook is left out where more of them wait than a claim takes'({ store }) {
    for (let index = 0; index < 7; index++) await store.addWebhook(makeWebhook())
    for (let index = 0; index < 3; index++) await ingest(store)
    const claims = []
    for (let index = 0; index < 4; index++) claims.push(...(await claim(store, { limit: 2 })))
    const webhooks = new Set(claims.map(({ webhookId }) => webhookId))
    expectEqual(webhooks.size, 7, 'The number of webhooks in the first claims')
  },
  async 'deliveries that wait are shown by their events and by their id, claimed ones with them'({ store }) {
    const webhook = makeWebhook()
    await store.addWebhook(webhook)
    const [first, second, other] = [makeEvent(), makeEvent(), makeEvent()]
    await ingest(store, first, { now: start - 1 })
    await ingest(store, second)
    await ingest(store, other)
    const [taken] = await claim(store, { limit: 1 })
    const shown = await store.pending({ events: [first.id, second.id, 'evt_none'] })
    const claimed = shown.find((one) => one.claimed)
    const waiting = shown.find((one) => !one.claimed)
    expectEqual(shown.length, 2, 'The number of deliveries that are shown')
    const ofFirst = { id: taken?.id, eventId: first.id, webhookId: webhook.id }
    const wanted = { ...ofFirst, attempts: 0, dueAt: start - 1, claimed: true }
    expectEqual(claimed, wanted, 'The delivery that is claimed')
    expectEqual([waiting?.eventId, waiting?.dueAt], [second.id, start], 'The delivery that waits')
    expectEqual(await store.pending({ id: waiting?.id ?? '' }), [waiting], 'The delivery with its id')
    expectEqual(await store.pending({ id: 'dlv_none' }), [], 'The deliveries with an unknown id')
    await store.settle(taken ? [taken] : [])
    expectEqual(await store.pending({ id: taken?.id ?? '' }), [], 'The delivery that has ended')
  },
  async 'the outlook counts what is due, claimed and due later'({ store }) {
    await store.addWebhook(makeWebhook())
    await ingest(store, makeEvent(), { now: start - second })
    await ingest(store)
    await ingest(store)
    const [one] = await claim(store, { limit: 1 })
    await store.settle([{ id: one?.id ?? '', token: one?.token ?? 0, retryAt: start + second }])
    await claim(store, { limit: 1 })
    const { due, claimed, later, oldestDue } = await store.outlook(start)
    expectEqual([due, claimed, later, oldestDue], [1, 1, 1, start], 'The outlook')
  },
}
