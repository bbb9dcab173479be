import { Violation } from '../engine/outcome'
import { createEvent, eventInput, sendEvent } from '../probes/events'
import { equal } from '../engine/equal'
import { makesTestData, type Key } from '../engine/key'
import { inspectSignature } from '../probes/signatures'
import { register } from '../probes/webhooks'
import { typeNames } from './samples'
import { workingPlaces } from '../probes/idempotency'
import {
  assertDeliveries,
  awaitDelivery,
  dismiss,
  evidenceOf,
  firstDelivery,
  payloadOf,
  quiet,
  received,
  refusedDeliveries,
} from '../probes/deliveries'
import type { Check } from '../engine/check'
import type { Context } from '../engine/context'
import type { Created } from '../probes/events'
import type { Delivery } from '../receiver/inbox'
import type { Registered } from '../probes/webhooks'

const base = { level: 'must', mode: 'full', needs: ['live-key', 'receiver'], timeLimit: 60_000 } as const

/** Deliveries: who gets them, what they hold, how they are signed. */
export const deliveryChecks: readonly Check[] = [
  {
    ...base,
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
    ...base,
    id: 'deliver-to-every-subscriber',
    title: 'an event is delivered to every webhook that is subscribed to its type',
    rules: ['DL-1'],
    async run(context) {
      await assertDeliveries(context)
      const type = context.unique('shared')
      const others = [context.unique('other'), context.unique('other')]
      const subscriptions = [[type], [...others, type], [type, ...others], [type]]
      const webhooks: Registered[] = []
      for (const events of subscriptions) {
        // What stands on a webhook besides its types decides nothing.
        const description = webhooks.length === 0 ? 'Described' : undefined
        webhooks.push(await register(context, { events, description }))
      }
      const content = { text: 'Größe 支払い 😀 \u2028', list: [1, null, { a: [] }] }
      const input = { ...eventInput(context, 'shared', content), type }
      const created = await createEvent(context, context.liveKey(), input)
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
    ...base,
    id: 'deliver-every-kind-of-type',
    title: 'an event is delivered to its subscriber whatever its type is made of',
    rules: ['DL-1'],
    async run(context) {
      await assertDeliveries(context)
      for (const { name, type } of typeNames) {
        const webhook = await register(context, { events: [type(context.unique('kind'))] })
        const [subscribed] = webhook.input.events as [string]
        const created = await createEvent(context, context.liveKey(), {
          ...eventInput(context),
          type: subscribed,
        })
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
    ...base,
    id: 'deliver-events-that-come-at-once',
    title: 'of events that are created at once each is delivered',
    rules: ['DL-1'],
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
      await dismiss(context, webhook)
    },
  },
  {
    ...base,
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
      ]
      const others: Created[] = []
      for (const other of types) {
        const created = await createEvent(context, context.liveKey(), { ...eventInput(context), type: other })
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
    ...base,
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
        const created = await createEvent(context, context.liveKey(), { ...eventInput(context), type })
        if (await awaitDelivery(context, all, created)) continue
        throw new Violation('DL-3', 'A webhook for all events did not receive one.', { expected: type })
      }
      await dismiss(context, all)
    },
  },
  {
    ...base,
    id: 'deliver-by-post-to-the-url',
    title: 'a delivery is a POST to the url, path and query included',
    rules: ['DL-4'],
    async run(context) {
      await assertDeliveries(context)
      const query = '?tenant=a%20b&list=1&list=2'
      const webhook = await register(context, { query })
      const [type] = webhook.input.events as [string]
      const created = await createEvent(context, context.liveKey(), { ...eventInput(context), type })
      const delivery = await awaitDelivery(context, webhook, created)
      if (!delivery)
        throw new Violation('DL-4', 'A webhook whose url has a query got nothing.', { expected: query })
      const evidence = evidenceOf(context, delivery)
      if (delivery.method !== 'POST') {
        throw new Violation('DL-4', 'The delivery is no POST.', { received: delivery.method, evidence })
      }
      const wanted = webhook.address + query
      // An encoded blank may be written as a plus.
      if (delivery.path.replaceAll('+', '%20') !== wanted) {
        throw new Violation('DL-4', 'The delivery went to another path or query.', {
          expected: wanted,
          received: delivery.path,
          evidence,
        })
      }
      await dismiss(context, webhook)
    },
  },
  {
    ...base,
    id: 'delivery-is-signed',
    title: "a delivery's signature is verified by the webhook's own secret",
    rules: ['DL-5'],
    async run(context) {
      await assertDeliveries(context)
      const type = context.unique('signed')
      const webhooks = [
        await register(context, { events: [type] }),
        await register(context, { events: [type] }),
      ]
      const seen: string[] = []
      let verified = 0
      for (const text of ['first', 'second, with ünicode 支払い']) {
        const input = { ...eventInput(context, 'signed', { text }), type }
        const created = await createEvent(context, context.liveKey(), input)
        for (const webhook of webhooks) {
          const delivery = await awaitDelivery(context, webhook, created)
          if (!delivery) throw new Violation('DL-1', 'A webhook that is subscribed to a type got nothing.')
          const { secret } = webhook.webhook as { secret?: unknown }
          if (typeof secret !== 'string') throw new Violation('WH-1', 'The registration returned no secret.')
          const signature = inspectSignature(delivery, secret)
          const evidence = evidenceOf(context, delivery)
          if (signature.outcome === 'wrong' || signature.outcome === 'missing') {
            const wrong = "The secret of the webhook does not verify the delivery's signature."
            throw new Violation(
              'DL-5',
              signature.outcome === 'wrong' ? wrong : 'A delivery has no signature.',
              {
                expected: 'a signature made with the secret that the registration returned',
                received: signature.seen,
                evidence,
              },
            )
          }
          if (signature.dialect) context.observe('signature', signature.dialect)
          assertFresh(context, signature.timestamp, created, evidence)
          if (signature.outcome === 'verified') verified += 1
          else if (seen.includes(signature.seen)) {
            throw new Violation('DL-5', 'Two different deliveries have the same signature.', {
              received: signature.seen,
              evidence,
            })
          }
          seen.push(signature.seen)
        }
      }
      await dismiss(context, ...webhooks)
      return verified > 0
        ? `Verified by ${seen[0]}.`
        : `The scheme is none that the suite knows. Seen: ${seen[0]}`
    },
  },
  {
    ...base,
    id: 'delivery-holds-no-secret',
    title: 'a delivery does not hold the secret of its webhook',
    rules: ['WH-3'],
    async run(context) {
      const { delivery } = await firstDelivery(context)
      if (!context.session.leaks([delivery.text, ...delivery.headers.values()].join('\n'))) return
      throw new Violation('WH-3', 'A delivery holds the secret of its webhook.', {
        evidence: evidenceOf(context, delivery),
      })
    },
  },
  {
    ...base,
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
    ...base,
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
    ...base,
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
      const live = await createEvent(context, context.liveKey(), { ...eventInput(context), type })
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
    if (error instanceof Violation) return []
    throw error
  }
}

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

const skew = 5 * 60

function assertFresh(
  context: Context,
  timestamp: number | undefined,
  { event }: Created,
  evidence: Violation['details']['evidence'],
): void {
  // By either side's clock: the service's own stands in `created`.
  const clocks = [context.now(), Date.parse(event.created)].filter((time) => !Number.isNaN(time))
  if (timestamp === undefined || clocks.some((time) => Math.abs(timestamp - time / 1000) <= skew)) return
  throw new Violation('DL-5', "The signature's timestamp is not the time of the delivery.", {
    expected: Math.floor(context.now() / 1000),
    received: timestamp,
    evidence,
  })
}
