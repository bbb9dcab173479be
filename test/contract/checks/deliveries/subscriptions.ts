import { Violation } from '../../engine/outcome'
import { createEvent, eventInput, eventOf, sendEvent } from '../../probes/events'
import { isRefusal } from '../../probes/expect'
import { equal } from '../../engine/equal'
import { register, registerSome } from '../../probes/webhooks'
import { typeNames } from '../../probes/samples'
import {
  assertDeliveries,
  awaitDelivery,
  deliveryBase,
  dismiss,
  evidenceOf,
  firstDelivery,
  liveEvent,
  payloadOf,
  quiet,
  received,
  refusedDeliveries,
} from '../../probes/deliveries'
import type { Check } from '../../engine/check'
import type { Context } from '../../engine/context'
import type { Created } from '../../probes/events'
import type { Delivery } from '../../receiver/inbox'

/** Subscriptions: which webhooks get an event. */
export const subscriptionChecks: readonly Check[] = [
  {
    ...deliveryBase,
    id: 'deliver-to-subscriber',
    title: 'an event is delivered to a webhook that is subscribed to its type',
    rules: ['DL-1'],
    async run(context) {
      const { created, delivery } = await firstDelivery(context)
      assertContent(context, created, delivery)
      const { format } = payloadOf(delivery)
      if (format !== 'unknown') context.observe('deliveryBody', format)
      // Begun here for a check that has to wait for what comes of it, and which says what goes wrong with it.
      await refusedDeliveries(context).catch(() => undefined)
    },
  },
  {
    ...deliveryBase,
    id: 'deliver-to-every-subscriber',
    title: 'an event is delivered to every webhook that is subscribed to its type',
    rules: ['DL-1'],
    async run(context) {
      await assertDeliveries(context)
      const type = context.unique('Shared')
      const others = [context.unique('other'), context.unique('other')]
      const subscriptions = [[type], [...others, type], [type, ...others], [type]]
      // What stands on a webhook besides its types decides nothing.
      const wanted = subscriptions.map((events, index) => ({
        events,
        description: index === 0 ? 'Described' : undefined,
      }))
      const webhooks = await registerSome(context, wanted, 2)
      const content = { text: 'Größe 支払い 😀 \u2028', list: [1, null, { a: [] }], nothing: null }
      const created = await liveEvent(context, type, content)
      for (const webhook of webhooks) {
        const delivery = await awaitDelivery(context, webhook, created)
        if (delivery) assertContent(context, created, delivery)
        else {
          throw new Violation('DL-1', 'One of several webhooks that are subscribed to a type got nothing.', {
            expected: `a delivery to each of ${webhooks.length}`,
            received: `none to the one with events ${JSON.stringify(webhook.input.events)}`,
          })
        }
      }
      await dismiss(context, ...webhooks)
    },
  },
  {
    ...deliveryBase,
    id: 'deliver-every-kind-of-type',
    title: 'an event is delivered to its subscriber whatever its type is made of',
    rules: ['DL-1'],
    async run(context) {
      await assertDeliveries(context)
      for (const { name, type } of typeNames) {
        const webhook = await register(context, { events: [type(context.unique('kind'))] })
        const [subscribed] = webhook.input.events as [string]
        const created = await liveEvent(context, subscribed)
        if (!(await awaitDelivery(context, webhook, created))) {
          throw new Violation('DL-1', `A type was not delivered to its subscriber: ${name}.`, {
            expected: subscribed,
          })
        }
        await dismiss(context, webhook)
      }
    },
  },
  {
    ...deliveryBase,
    id: 'deliver-large-payload',
    title: 'an event with a payload of 20 kB is delivered whole',
    rules: ['DL-1'],
    async run(context) {
      await assertDeliveries(context)
      const webhook = await register(context)
      const [type] = webhook.input.events as [string]
      const text = Array.from({ length: 2_500 }, (_, index) => String(index).padStart(8)).join('')
      const input = { ...eventInput(context, 'large', { text }), type }
      const answer = await sendEvent(context, context.liveKey(), input)
      // How large a payload may be is open.
      if (isRefusal(answer)) return `It was refused with ${answer.status}.`
      const created = { event: eventOf(answer, 'A large payload'), answer, input }
      const delivery = await awaitDelivery(context, webhook, created)
      if (!delivery) throw new Violation('DL-1', 'An event with a large payload was not delivered.')
      assertContent(context, created, delivery)
      await dismiss(context, webhook)
      return undefined
    },
  },
  {
    ...deliveryBase,
    id: 'deliver-events-that-come-at-once',
    title: 'of events that are created at once each is delivered, and once',
    rules: ['DL-1', 'DL-7'],
    async run(context) {
      await assertDeliveries(context)
      const webhook = await register(context)
      const [type] = webhook.input.events as [string]
      const none = { places: [], value: '', reserved: true }
      await context.reserve(8)
      const created = await Promise.all(
        Array.from({ length: 8 }, () =>
          createEvent(context, context.liveKey(), { ...eventInput(context), type }, none),
        ),
      )
      for (const one of created) {
        if (await awaitDelivery(context, webhook, one)) continue
        throw new Violation('DL-1', 'Of events that were created at once one was not delivered.', {
          expected: one.event.id,
        })
      }
      await quiet(context)
      const doubled = created.find((one) => received(context, webhook, one).length > 1)
      if (doubled) {
        throw new Violation('DL-7', 'Of events that were created at once one was delivered again.', {
          received: doubled.event.id,
        })
      }
      await dismiss(context, webhook)
    },
  },
  {
    ...deliveryBase,
    id: 'deliver-subscribed-types-only',
    title: 'a webhook receives only the types that it subscribed to',
    rules: ['DL-2'],
    async run(context) {
      await assertDeliveries(context)
      const type = context.unique('only')
      const narrow = await register(context, { events: [`${type}.paid`] })
      const all = await register(context, { events: ['*'] })
      const types = [
        context.unique('else'),
        type,
        `${type}.paid.late`,
        `${type}.PAID`,
        `${type}.pai`,
        `x${type}.paid`,
        // A dot is a dot, no place for any letter.
        `${type}xpaid`,
      ]
      const others: Created[] = []
      for (const other of types) {
        const created = await liveEvent(context, other)
        await awaitDelivery(context, all, created)
        others.push(created)
      }
      await quiet(context)
      // A service may greet a webhook with a delivery of its own, which is of no event.
      const [wrong] = others.flatMap((created) => received(context, narrow, created))
      if (wrong) {
        throw new Violation('DL-2', 'A webhook received a type that it had not subscribed to.', {
          expected: `${type}.paid alone`,
          received: payloadOf(wrong).type ?? wrong.text,
          evidence: evidenceOf(context, wrong),
        })
      }
      await dismiss(context, narrow, all)
    },
  },
  {
    ...deliveryBase,
    id: 'deliver-every-type-to-star',
    title: 'a webhook subscribed to * receives every type',
    rules: ['DL-3'],
    async run(context) {
      await assertDeliveries(context)
      const all = await register(context, { events: ['*'] })
      const types = [
        context.unique('star'),
        context.unique('star').replaceAll('.', ''),
        `${context.unique('star')}.größe`,
      ]
      for (const type of types) {
        const created = await liveEvent(context, type)
        if (await awaitDelivery(context, all, created)) continue
        throw new Violation('DL-3', 'A webhook for all events did not receive one.', { expected: type })
      }
      await dismiss(context, all)
    },
  },
]

function assertContent(context: Context, { event, input }: Created, delivery: Delivery): void {
  const payload = payloadOf(delivery)
  if (payload.format === 'unknown') return
  // An envelope may hold the event where another holds its payload: OQ-13.
  const { data: inner } = (payload.data ?? {}) as { data?: unknown }
  const holds = equal(payload.data, input.data) || (payload.id === undefined && equal(inner, input.data))
  if (payload.type === input.type && holds) return
  throw new Violation('DL-1', 'What was delivered is not the event.', {
    expected: event,
    received: delivery.json,
    evidence: evidenceOf(context, delivery),
  })
}
