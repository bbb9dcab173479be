import type { EndedAttempt } from '../../store/attempts'
import type { ClaimedDelivery } from '../../store/claims'
import type { StoredEvent } from '../../store/records'
import type { Store } from '../../store/store'
import {
  claim,
  day,
  ended,
  expect,
  expectEqual,
  ingest,
  makeEvent,
  makeWebhook,
  noContent,
  second,
  type StoreRules,
  start,
} from './rule'

/** Claims one delivery and ends the claim. With `retryAt`, the attempt failed. */
async function attempt(
  store: Store,
  outcome: EndedAttempt['outcome'],
  { now = start, retryAt, ...more }: Partial<EndedAttempt> & { now?: number; retryAt?: number } = {},
): Promise<ClaimedDelivery> {
  const [claimed] = await claim(store, { now, limit: 1 })
  expect(claimed !== undefined, 'There has to be a delivery to claim.')
  const { id, token } = claimed
  await store.settle([{ id, token, retryAt, attempt: ended(claimed, outcome, { at: now, ...more }) }])
  return claimed
}

/** The rules about the attempts that a store remembers, and about sending again. */
export const attemptRules: StoreRules = {
  async 'what came of each attempt is remembered as it was told, by event and by delivery'({ store }) {
    const webhook = makeWebhook()
    await store.addWebhook(webhook)
    const { event } = await ingest(store)
    const retryAt = start + second
    const failure = { status: 500, answer: '"out \u0000 of order 😀"', duration: 12.5 }
    const claimed = await attempt(store, 'failed', { retryAt, ...failure })
    const { id } = claimed
    const again = await store.settle([{ ...claimed, attempt: ended(claimed, 'delivered') }])
    expectEqual(again.size, 0, 'A second end')
    await attempt(store, 'abandoned', { now: retryAt, error: 'no answer', duration: 5 })
    const both = { deliveryId: id, eventId: event.id, webhookId: webhook.id, url: webhook.url }
    const wanted = [
      { ...both, at: start, outcome: 'failed', attempt: 1, ...failure },
      { ...both, at: retryAt, outcome: 'abandoned', attempt: 2, error: 'no answer', duration: 5 },
    ]
    const ofEvent = await store.attempts({ events: ['evt_none', event.id] })
    expectEqual(ofEvent, wanted, 'The attempts of the event')
    expectEqual(await store.attempts({ id }), wanted, 'The attempts of the delivery')
    expectEqual(await store.attempts({ id: 'dlv_none' }), [], 'The attempts of no delivery')
    expectEqual(await store.attemptCounts(), { attempts: 2, abandoned: 1 }, 'The counts')
  },
  async 'an end of which nothing is told leaves no attempt'({ store }) {
    await store.addWebhook(makeWebhook())
    await ingest(store)
    const claimed = await claim(store)
    await store.settle(claimed.map(({ id, token }) => ({ id, token })))
    expectEqual(await store.attempts({ id: claimed[0]?.id ?? '' }), [], 'The attempts')
  },
  async 'a delivery that waits is remembered as dropped when its webhook is removed or disabled'({ store }) {
    const [removed, disabled] = [makeWebhook(), makeWebhook()]
    const event = makeEvent()
    for (const webhook of [removed, disabled]) await store.addWebhook(webhook)
    await ingest(store, event)
    await store.removeWebhook('live', removed.id)
    await store.updateWebhook(disabled.id, { status: 'disabled' })
    const found = await store.attempts({ events: [event.id] })
    const shown = found.map(({ webhookId, url, outcome, at, attempt }) => [
      webhookId,
      url,
      outcome,
      at,
      attempt,
    ])
    const wanted = [removed, disabled].map(({ id, url }) => [id, url, 'dropped', start, undefined])
    expectEqual(shown.sort(), wanted.sort(), 'What is remembered')
    expectEqual((await store.failed({ limit: 10 })).total, 0, 'The number of failed deliveries')
  },
  async 'attempts without a claim are remembered, except of unknown events and deliveries'({ store }) {
    await store.addWebhook(makeWebhook())
    const { event } = await ingest(store)
    const claimed = await attempt(store, 'delivered')
    const { id: deliveryId } = claimed
    const more = ended(claimed, 'abandoned', { attempt: 2, at: start + 1, resent: true })
    await store.addAttempts([
      { deliveryId, eventId: event.id, ...more },
      { deliveryId, eventId: 'evt_none', ...more },
      { deliveryId: 'single_1', eventId: event.id, ...more },
    ])
    const found = await store.attempts({ events: [event.id, 'evt_none'] })
    const shown = found.map(({ attempt: number, resent }) => ({ number, resent: resent === true }))
    const wanted = [
      { number: 1, resent: false },
      { number: 2, resent: true },
    ]
    expectEqual(shown, wanted, 'The attempts, and whether somebody asked for them')
  },
  async 'failed deliveries came through at no attempt: they are abandoned, or wait for another'({ store }) {
    const [first, other, gone] = [makeWebhook(), makeWebhook(), makeWebhook()]
    const [event, later] = [makeEvent(), start + day]
    /** Makes an event with one delivery to a webhook, and these attempts of it at these times. */
    const make = async (of: StoredEvent, ...ends: [EndedAttempt['outcome'], number][]) => {
      await ingest(store, of)
      let id = ''
      for (const [outcome, now] of ends)
        ({ id } = await attempt(store, outcome, { now, retryAt: outcome === 'failed' ? later : undefined }))
      return id
    }
    await store.addWebhook(gone)
    const inactive = await make(makeEvent(), ['abandoned', start])
    await store.updateWebhook(gone.id, { status: 'disabled' })
    await store.addWebhook(first)
    const abandoned = await make(event, ['failed', start + 1], ['abandoned', later])
    // The store is told of the last attempt once more, as where a delivery was sent twice: the delivery is listed once all the same.
    await store.addAttempts((await store.attempts({ id: abandoned })).slice(-1))
    await make(makeEvent(), ['delivered', start])
    await store.updateWebhook(first.id, { status: 'disabled' })
    await store.addWebhook(other)
    const last = makeEvent()
    const waiting = await make(last, ['failed', start + 2])
    await store.updateWebhook(first.id, { status: 'active' })
    const ids = async (query: Parameters<Store['failed']>[0]) =>
      (await store.failed(query)).deliveries.map(({ id }) => id)
    expectEqual(await ids({ limit: 10 }), [waiting, abandoned, inactive], 'All that failed')
    const shown = { id: waiting, webhookId: other.id, eventId: last.id, attempts: 1 }
    expectEqual(await store.failed({ limit: 1 }), { deliveries: [shown], total: 3 }, 'The first of them')
    expectEqual(await ids({ limit: 10, webhookId: first.id }), [abandoned], 'Those of a webhook')
    expectEqual(await ids({ limit: 10, eventId: event.id }), [abandoned], 'Those of an event')
    expectEqual(await ids({ limit: 10, since: start + 2 }), [waiting, abandoned], 'Those since a time')
    const between = await ids({ limit: 10, since: start + 2, until: later })
    expectEqual(between, [waiting], 'Those between two times')
  },
  async 'a delivery that waits is made due, alone and with its attempts, a claimed one is not'({ store }) {
    await store.addWebhook(makeWebhook())
    for (let index = 0; index < 3; index++) await ingest(store)
    const all = await claim(store)
    const retries = all.map(({ id, token }, index) => ({
      id,
      token,
      retryAt: start + (index + 1) * second,
    }))
    await store.settle(retries)
    const wanted = { id: all[2]?.id ?? '', attempts: 1, dueAt: start }
    const ofOlder = await store.sendAgain([{ ...wanted, attempts: 0 }], start)
    expectEqual(ofOlder.size, 0, 'The changes for an older number')
    const change = await store.sendAgain([wanted], start)
    expectEqual([...change], [[wanted.id, { resent: false }]], 'The change')
    await store.sendAgain([{ ...wanted, dueAt: start + day }], start)
    const claimed = await claim(store)
    const due = claimed.map(({ id, attempts, resent }) => [id, attempts, resent === true])
    expectEqual(due, [[wanted.id, 1, false]], 'What is due then, with its attempts')
    const none = [wanted, { ...wanted, id: 'dlv_none' }, { ...wanted, id: 'dlv_999999999' }]
    const ofNone = await store.sendAgain(none, start)
    expectEqual(ofNone.size, 0, 'The changes of what is claimed, and of no delivery')
    expectEqual(await store.nextDue(start), start + second, 'The time of the next delivery')
  },
  async 'a delivery that has ended is pending anew under its id, and old claims do not touch it'({ store }) {
    await store.addWebhook(makeWebhook())
    const { event } = await ingest(store)
    const first = await attempt(store, 'abandoned')
    const again = { id: first.id, attempts: 1, dueAt: start + second }
    expectEqual([...(await store.sendAgain([again], start))], [[first.id, { resent: true }]], 'The change')
    const { total } = await store.failed({ limit: 10 })
    expectEqual(total, 0, 'The number of failed deliveries that nobody asked for')
    expectEqual(await claim(store), [], 'What is claimed before it is due')
    expectEqual(await store.nextDue(start), again.dueAt, 'The time at which it is due')
    const [pending] = await store.pending({ id: first.id })
    expectEqual(pending?.resent, true, 'Whether its next attempt is the only one')
    const [taken] = await claim(store, { now: again.dueAt })
    const shown = [taken?.id, taken?.attempts, taken?.resent, taken?.event]
    expectEqual(shown, [first.id, 1, true, event], 'The claim')
    expectEqual((await store.settle([first])).size, 0, 'The number of old claims that were settled')
    if (taken) await store.settle([{ ...taken, attempt: ended(taken, 'delivered') }])
    const outcomes = (await store.attempts({ id: first.id })).map(({ outcome }) => outcome)
    expectEqual(outcomes, ['abandoned', 'delivered'], 'The attempts')
    expectEqual((await store.failed({ limit: 10 })).total, 0, 'The number of failed deliveries')
    expectEqual((await store.sendAgain([again], start)).size, 0, 'The changes for an older number')
  },
  async 'nothing is sent again to a webhook that is not active'({ store }) {
    const [removed, disabled] = [makeWebhook(), makeWebhook()]
    for (const webhook of [removed, disabled]) await store.addWebhook(webhook)
    await ingest(store)
    const both = [await attempt(store, 'abandoned'), await attempt(store, 'abandoned')]
    await store.removeWebhook('live', removed.id)
    await store.updateWebhook(disabled.id, { status: 'disabled' })
    const again = both.map(({ id }) => ({ id, attempts: 1, dueAt: start }))
    expectEqual((await store.sendAgain(again, start)).size, 0, 'The number of changes')
    await store.updateWebhook(disabled.id, { status: 'active' })
    expectEqual((await store.sendAgain(again, start)).size, 1, 'The number of changes once one is active')
  },
  async 'a replacement leaves no attempt of before'({ store }) {
    await store.addWebhook(makeWebhook())
    await ingest(store)
    const { id } = await attempt(store, 'abandoned')
    await store.replace(noContent)
    expectEqual(await store.attempts({ id }), [], 'The attempts')
    expectEqual((await store.attemptCounts()).attempts, 0, 'The number of attempts')
  },
}
