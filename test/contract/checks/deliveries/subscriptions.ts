import { awaitDelivery, expectDelivery, expectNoDelivery, quiet, received } from '../../probes/arrivals'
import {
  deliveryBase,
  expectContent,
  firstDelivery,
  liveEvent,
  payloadOf,
  requireDeliveries,
  sayUncompared,
} from '../../probes/deliveries'
import { refusedDeliveries } from '../../probes/refused-deliveries'
import { createAtOnce, eventInput, eventOf, sendEvent } from '../../probes/events'
import { dismiss, register, registerSome } from '../../probes/webhooks'
import { expectThat } from '../../probes/expect'
import { isRefusal } from '../../probes/answers'
import { typeNames } from '../../probes/samples'
import type { Check } from '../../engine/check'
import type { Created } from '../../probes/events'

/** Subscriptions: which webhooks get an event. */
export const subscriptionChecks: readonly Check[] = [
  {
    ...deliveryBase,
    id: 'deliver-to-subscriber',
    title: 'an event is delivered to a webhook that is subscribed to its type',
    rules: ['DL-1'],
    async run(context) {
      const { created, delivery, places } = await firstDelivery(context)
      if (!places) return 'Deliveries do not name their event. Each of two events was followed by one.'
      await expectContent(context, created, delivery)
      const { format, type } = payloadOf(delivery)
      if (format !== 'unknown' && type === created.input.type) context.observe('deliveryBody', format)
      // The check `no-retry-after-deletion` needs time to have passed after this, and reports what goes wrong with it.
      await refusedDeliveries(context).catch(() => undefined)
      return sayUncompared(places)
    },
  },
  {
    ...deliveryBase,
    id: 'deliver-to-every-subscriber',
    title: 'an event is delivered to every webhook that is subscribed to its type',
    rules: ['DL-1'],
    async run(context) {
      await requireDeliveries(context)
      const type = context.unique('Shared')
      const others = [context.unique('other'), context.unique('other')]
      // A description decides nothing about deliveries.
      const wanted = [
        { events: [type], description: 'Described' },
        { events: [...others, type] },
        { events: [type, ...others] },
        { events: [type] },
      ]
      const webhooks = await registerSome(context, wanted, 2)
      const content = { text: 'Größe 支払い 😀 \u2028', list: [1, null, { a: [] }], nothing: null }
      const created = await liveEvent(context, type, content)
      for (const webhook of webhooks) {
        const message = 'One of several webhooks that are subscribed to a type got nothing.'
        const delivery = await expectDelivery(context, webhook, created, 'DL-1', message, {
          expected: `a delivery to each of ${webhooks.length}`,
          received: `none to the one with events ${JSON.stringify(webhook.input.events)}`,
        })
        await expectContent(context, created, delivery)
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
      await requireDeliveries(context)
      for (const { name, type } of typeNames) {
        const expected = type(context.unique('kind'))
        const webhook = await register(context, { events: [expected] })
        const created = await liveEvent(context, expected)
        const message = `A type was not delivered to its subscriber: ${name}.`
        await expectDelivery(context, webhook, created, 'DL-1', message, { expected })
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
      await requireDeliveries(context)
      const webhook = await register(context)
      const [type] = webhook.input.events as [string]
      const text = Array.from({ length: 2_500 }, (_, index) => String(index).padStart(8)).join('')
      const input = { ...eventInput(context, 'large', { text }), type }
      const answer = await sendEvent(context, context.liveKey(), input)
      // The interface does not say how large a payload may be.
      if (isRefusal(answer)) return `It was refused with ${answer.status}.`
      const created = { event: eventOf(answer, 'A large payload'), answer, input }
      const message = 'An event with a large payload was not delivered.'
      await expectContent(context, created, await expectDelivery(context, webhook, created, 'DL-1', message))
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
      await requireDeliveries(context)
      const webhook = await register(context)
      const [type] = webhook.input.events as [string]
      const inputs = Array.from({ length: 8 }, () => ({ ...eventInput(context), type }))
      const created = await createAtOnce(context, context.liveKey(), inputs)
      for (const one of created) {
        const message = 'Of events that were created at once one was not delivered.'
        await expectDelivery(context, webhook, one, 'DL-1', message, { expected: one.event.id })
      }
      await quiet(context)
      const doubled = created.find((one) => received(context, webhook, one).length > 1)
      const message = 'Of events that were created at once one was delivered again.'
      expectThat(!doubled, 'DL-7', message, { received: doubled?.event.id })
      await dismiss(context, webhook)
    },
  },
  {
    ...deliveryBase,
    id: 'deliver-subscribed-types-only',
    title: 'a webhook receives only the types that it subscribed to',
    rules: ['DL-2'],
    async run(context) {
      await requireDeliveries(context)
      const type = context.unique('only')
      const narrow = await register(context, { events: [`${type}.paid`] })
      const all = await register(context, { events: ['*'] })
      const others = [
        context.unique('else'),
        type,
        `${type}.paid.late`,
        `${type}.PAID`,
        `${type}.pai`,
        `x${type}.paid`,
        // A service that takes a type for a pattern finds any letter in the place of the dot.
        `${type}xpaid`,
      ]
      const created: Created[] = []
      for (const other of others) {
        const event = await liveEvent(context, other)
        await awaitDelivery(context, all, event)
        created.push(event)
      }
      await quiet(context)
      // Deliveries that are of none of the events do not count: a service may greet a new webhook.
      const [wrong] = created.flatMap((event) => received(context, narrow, event))
      const message = 'A webhook received a type that it had not subscribed to.'
      expectNoDelivery(context, wrong, 'DL-2', message, {
        expected: `${type}.paid alone`,
        received: wrong && (payloadOf(wrong).type ?? wrong.text),
      })
      await dismiss(context, narrow, all)
    },
  },
  {
    ...deliveryBase,
    id: 'deliver-every-type-to-star',
    title: 'a webhook subscribed to * receives every type',
    rules: ['DL-3'],
    async run(context) {
      await requireDeliveries(context)
      const all = await register(context, { events: ['*'] })
      const types = ['star', 'star', 'star'].map((word) => context.unique(word)) as [string, string, string]
      for (const type of [types[0], types[1].replaceAll('.', ''), `${types[2]}.größe`]) {
        const created = await liveEvent(context, type)
        const message = 'A webhook for all events did not receive one.'
        await expectDelivery(context, all, created, 'DL-3', message, { expected: type })
      }
      await dismiss(context, all)
    },
  },
]
