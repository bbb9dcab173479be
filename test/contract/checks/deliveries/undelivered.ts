import { Violation } from '../../engine/outcome'
import { createEvent, eventInput, sendEvent } from '../../probes/events'
import { makesTestData, type Key } from '../../engine/key'
import { NoRoom, register } from '../../probes/webhooks'
import { workingPlaces } from '../../probes/idempotency'
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
} from '../../probes/deliveries'
import type { Check } from '../../engine/check'
import type { Context } from '../../engine/context'
import type { Registered } from '../../probes/webhooks'

/** What is not delivered: anything twice, and what a test key made. */
export const undeliveredChecks: readonly Check[] = [
  {
    ...deliveryBase,
    id: 'delivery-is-not-repeated',
    title: 'a delivery that was received with success is not repeated',
    rules: ['DL-7'],
    level: 'should',
    async run(context) {
      const { webhook, created } = await firstDelivery(context)
      await quiet(context)
      const deliveries = received(context, webhook, created)
      if (deliveries.length <= 1) return
      throw new Violation('DL-7', `An event was delivered ${deliveries.length} times to one webhook.`)
    },
  },
  {
    ...deliveryBase,
    id: 'replay-is-not-delivered-again',
    title: 'a repeated idempotency key causes no second delivery',
    rules: ['EV-5', 'DL-7'],
    async run(context) {
      await assertDeliveries(context)
      const places = await workingPlaces(context, 'EV-5')
      const webhook = await register(context)
      const all = await register(context, { events: ['*'] })
      const [type] = webhook.input.events as [string]
      const input = { ...eventInput(context), type }
      const once = { places, value: crypto.randomUUID() }
      const created = await createEvent(context, context.liveKey(), input, once)
      for (const one of [webhook, all]) await awaitDelivery(context, one, created)
      await sendEvent(context, context.liveKey(), input, once)
      await quiet(context)
      // A service may greet a webhook with a delivery of its own, which is of no event.
      const deliveries = context
        .receiver()
        .inbox.at(webhook.address)
        .filter((delivery) =>
          [input.type, undefined].includes(payloadOf(delivery).type as string | undefined),
        )
      const ids = new Set(
        deliveries.map((delivery) => payloadOf(delivery).id ?? delivery.headers.get('webhook-id')),
      )
      if (ids.size > 1) {
        throw new Violation('EV-5', 'A repeated idempotency key delivered a second event.', {
          received: [...ids],
        })
      }
      for (const one of [webhook, all]) {
        const { length } = received(context, one, created)
        if (length <= 1) continue
        throw new Violation(
          'DL-7',
          `A repeated idempotency key delivered the event again, ${length} times in all.`,
        )
      }
      await dismiss(context, webhook, all)
    },
  },
  {
    ...deliveryBase,
    id: 'test-events-are-not-delivered',
    title: 'an event made with a test key is delivered to no webhook',
    rules: ['DL-6', 'AU-7'],
    needs: ['live-key', 'test-key', 'receiver'],
    async run(context) {
      await assertDeliveries(context)
      const type = context.unique('quiet')
      const webhooks = [
        await register(context, { events: [type] }),
        await register(context, { events: ['*'] }),
        ...(await ownWebhooks(context, context.testKey(), type)),
      ]
      const test = await createEvent(context, context.testKey(), { ...eventInput(context), type })
      const live = await liveEvent(context, type)
      for (const webhook of webhooks.slice(0, 2)) await awaitDelivery(context, webhook, live)
      await quiet(context)
      for (const webhook of webhooks) {
        const [strange] = makesTestData(webhook.key) ? received(context, webhook, live) : []
        if (strange) {
          throw new Violation('AU-7', 'A webhook of the test key received an event of the live key.', {
            evidence: evidenceOf(context, strange),
          })
        }
        const [wrong] = received(context, webhook, test)
        if (!wrong) continue
        throw new Violation('DL-6', 'An event that a test key made was delivered.', {
          evidence: evidenceOf(context, wrong),
        })
      }
      await dismiss(context, ...webhooks)
    },
  },
]

/** Webhooks of the test key, where it may register any. */
async function ownWebhooks(context: Context, key: Key, type: string): Promise<Registered[]> {
  try {
    return [await register(context, { events: [type], key }), await register(context, { events: ['*'], key })]
  } catch (error) {
    if (error instanceof Violation || error instanceof NoRoom) return []
    throw error
  }
}
