import { checksOf } from '../checks-of'
import { expectSigned } from '../../probes/signatures'
import { awaitDelivery, expectDelivery, expectNoDelivery, whenQuiet } from '../../probes/arrivals'
import { evidenceOf, isKeptForAll, readings, received } from '../../probes/received'
import {
  deliveryBase,
  firstDelivery,
  liveEvent,
  requireDeliveries,
  requireMarkedDeliveries,
} from '../../probes/deliveries'
import { expectOnce, repetitions } from '../../probes/delivered'
import { idsAt, type PartLocations } from '../../probes/delivered-content'
import { createEvent, type Created } from '../../probes/events'
import { eventInput, newIdempotencyKey, sendEvent } from '../../probes/sending'
import { register, registerUnlessRefused, type Registered } from '../../probes/webhooks'
import { dismiss, sendDeletion, stands } from '../../probes/deletions'
import { newAddress, tryRegistration, webhookBase } from '../../probes/webhook-hosts'
import { expectNotRegistered } from '../../probes/refused-writes'
import { expectSame, expectThat, isRefusal, isSuccess } from '../../probes/expect'
import { idempotency, workingPlaces } from '../../probes/idempotency'
import { NotApplicable, modeOf, type Context, type Key } from '../../engine/check'

/** Deliveries that must not be: anything twice, and the events of test keys. */
export const undeliveredChecks = checksOf(deliveryBase, [
  {
    id: 'type-listed-twice-is-delivered-once',
    title: 'an event is delivered once to a webhook that lists its type twice',
    rules: ['DL-7'],
    level: 'should',
    async run(context) {
      await requireDeliveries(context)
      const type = context.unique('listed-twice')
      const webhook = await registerUnlessRefused(context, { events: [type, type] })
      if (!webhook) throw new NotApplicable('The deployment takes no type that is listed twice.')
      const created = await liveEvent(context, type)
      await awaitDelivery(context, webhook, created)
      await whenQuiet(context, () => expectOnce(context, webhook, created))
    },
  },
  {
    id: 'replay-is-not-delivered-again',
    title: 'an event with an idempotency key is delivered, and its repetition causes no second delivery',
    rules: ['DL-1', 'EV-5', 'DL-7'],
    async run(context) {
      const places = await requireDeliveries(context)
      const once = newIdempotencyKey(await workingPlaces(context, 'EV-5'))
      const webhook = await register(context)
      const all = await register(context, { events: ['*'] })
      const input = { ...eventInput(context), type: webhook.type }
      const created = await createEvent(context, context.liveKey(), input, once)
      const message = 'An event with an idempotency key was not delivered.'
      await expectDelivery(context, webhook, created, 'DL-1', message)
      await awaitDelivery(context, all, created)
      await sendEvent(context, context.liveKey(), input, once)
      context.later(async () => {
        expectNoOther(context, webhook, created, places)
        for (const one of [webhook, all]) {
          const again = repetitions(context, one, created)
          const message = `A repeated idempotency key delivered the event again, ${again + 1} times in all.`
          expectThat(again === 0, 'DL-7', message)
          if (stands(context, one)) await dismiss(context, one)
        }
      })
    },
  },
  {
    id: 'refused-webhook-gets-nothing',
    title: 'a webhook whose registration was refused is not listed and gets no event',
    rules: ['WH-2', 'WH-5', 'ER-3'],
    async run(context) {
      await requireMarkedDeliveries(context)
      const key = context.liveKey()
      const type = context.unique('refused')
      const refused: RefusedRegistration[] = []
      for (const one of await refusedRegistrations(context, type)) {
        // Another check judges a registration that should have been refused.
        if (isRefusal(await tryRegistration(context, key, { body: one.input }))) refused.push(one)
      }
      const created = await liveEvent(context, type)
      for (const { rule, input } of refused) await expectNotRegistered(context, rule, [input.url])
      await whenQuiet(context, () => {
        for (const { rule, address } of refused) {
          const message = 'A webhook whose registration was refused got an event.'
          expectNoDelivery(context, [{ address }], [created], rule, message)
        }
      })
    },
  },
  {
    id: 'test-events-are-not-delivered',
    title:
      'an event goes signed to those who are subscribed to its type, and one of a test key to no webhook of a live key',
    rules: ['DL-1', 'DL-2', 'DL-3', 'DL-4', 'DL-5', 'DL-6', 'DL-8', 'AU-7', 'AU-8', 'WD-5', 'WD-6', 'WH-6'],
    quick: true,
    needs: ['live-key', 'test-key', 'receiver'],
    observes: ['testDeliveries'],
    async run(context) {
      const { webhook: first } = await firstDelivery(context)
      await requireDeliveries(context)
      const narrow = stands(context, first) ? first : await register(context)
      const { type } = narrow
      const star = await register(context, { events: ['*'] })
      const ofLiveKey = [narrow, star]
      expectSame(star.webhook.events, ['*'], 'WH-6', 'The list of event types', star.answer)
      const ofTestKey = await registerIfPermitted(context, context.testKey(), type)
      // An idempotency key may lead along another way to the webhooks.
      const once = newIdempotencyKey((await idempotency(context)).places)
      const test = await createEvent(context, context.testKey(), { ...eventInput(context), type }, once)
      const live = await liveEvent(context, type)
      const other = await liveEvent(context, `${type}.other`)
      const lost = 'A webhook did not receive its type.'
      const delivery = await expectDelivery(context, narrow, live, 'DL-1', lost)
      const evidence = evidenceOf(context, delivery)
      expectThat(delivery.method === 'POST', 'DL-4', 'The delivery is no POST.', { evidence })
      expectSigned(context, narrow, delivery)
      await awaitDelivery(context, star, live)
      if (isKeptForAll(context, other))
        await expectDelivery(context, star, other, 'DL-3', 'A webhook for all events did not receive one.')
      await context.settle()
      const expectNone = () => {
        const unwanted = 'A webhook received a type that it had not subscribed to.'
        expectNoDelivery(context, [narrow], [other], 'DL-2', unwanted)
        const all = [...ofLiveKey, ...ofTestKey]
        const ofTest = all.filter(({ key }) => modeOf(key) === 'test')
        const ofLive = all.filter(({ key }) => modeOf(key) === 'live')
        const wrong = 'An event that a test key made was delivered to a webhook of a live key.'
        expectNoDelivery(context, ofLive, [test], 'DL-6', wrong)
        const message = 'A webhook of the test key received an event of the live key.'
        expectNoDelivery(context, ofTest, [live], 'AU-7', message)
      }
      expectNone()
      await expectEnded(context, narrow, star)
      await dismiss(context, ...ofTestKey)
      context.later(async () => {
        expectNone()
        if (ofTestKey.length === 0) return
        const isDelivered = ofTestKey.some((webhook) => received(context, webhook, test).length > 0)
        context.observe('testDeliveries', isDelivered ? 'test-webhooks' : 'none')
        const message = 'An event of a test key was delivered to a webhook of a test key.'
        expectNoDelivery(context, ofTestKey, [test], 'DL-8', message)
      })
    },
  },
])

/** A registration that is to be refused, the rule on it, and the address at which the receiver would keep its deliveries. */
interface RefusedRegistration {
  rule: string
  address: string
  input: { url: string; events?: readonly unknown[] }
}

async function refusedRegistrations(context: Context, type: string): Promise<RefusedRegistration[]> {
  const { base } = await webhookBase(context)
  const refused = [
    { rule: 'WH-2', start: base.replace(/^https/, 'http'), events: [type] },
    { rule: 'WH-2', start: base.replace(/^https/, 'http'), events: ['*'] },
    { rule: 'WH-5', start: base },
    { rule: 'ER-3', start: base, events: [type, 42] },
  ]
  return refused.map(({ rule, start, events }) => {
    const address = newAddress(context)
    return { rule, address, input: { url: start + address, events } }
  })
}

/** Deletes the one webhook, after a test key has tried to delete the other: then the other alone receives. */
async function expectEnded(context: Context, stays: Registered, goes: Registered): Promise<void> {
  const answer = await sendDeletion(context, { ...stays, key: context.testKey() })
  const deleted = 'A test key deleted a live webhook.'
  expectThat(!isSuccess(answer), 'AU-8', deleted, { expected: 'a refusal', answer })
  await dismiss(context, goes)
  await sendDeletion(context, goes)
  const after = await liveEvent(context, stays.type)
  const none = 'A webhook receives nothing after another deletion found nothing.'
  await expectDelivery(context, stays, after, 'WD-6', none)
  await whenQuiet(context, () => {
    expectNoDelivery(context, [goes], [after], 'WD-5', 'A delivery came after the deletion of its webhook.')
  })
}

/** Fails where a webhook got an event with the mark of this one and another id. */
function expectNoOther(context: Context, webhook: Registered, created: Created, places: PartLocations): void {
  for (const delivery of received(context, webhook, created)) {
    const others = idsAt(readings(context, delivery), places).filter((id) => id !== created.event.id)
    const message = 'A repeated idempotency key delivered a second event.'
    const details = { expected: created.event.id, received: others, evidence: evidenceOf(context, delivery) }
    expectThat(others.length === 0, 'EV-5', message, details)
  }
}

/** Webhooks of the test key, where it may register any. */
async function registerIfPermitted(context: Context, key: Key, type: string): Promise<Registered[]> {
  const narrow = await registerUnlessRefused(context, { events: [type], key })
  const star = narrow && (await registerUnlessRefused(context, { events: ['*'], key }))
  return [narrow, star].filter((one) => one !== undefined)
}
