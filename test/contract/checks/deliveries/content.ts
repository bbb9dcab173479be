import { checksOf } from '../checks-of'
import { expectSigned } from '../../probes/signatures'
import { createEvent, type Created } from '../../probes/events'
import { eventInput, newIdempotencyKey, sendEvent } from '../../probes/sending'
import {
  deliveryBase,
  liveEventUnlessRefused,
  requireDeliveries,
  sayUncompared,
} from '../../probes/deliveries'
import { repetitions, expectDelivered } from '../../probes/delivered'
import { register } from '../../probes/webhooks'
import { dismiss, stands } from '../../probes/deletions'
import { awaitArrival, whenQuiet } from '../../probes/arrivals'
import { evidenceOf, holds, received } from '../../probes/received'
import { expectThat, isSuccess, idOf } from '../../probes/expect'
import { distinctLetters, distinctText, textValue } from '../../probes/nasty-values'
import { nastyData, nastyPayloads, type NastyPayload } from '../../probes/nasty-payloads'
import type { Delivery } from '../../receiver/inbox'
import { NotApplicable, type Check } from '../../engine/check'
import { awaitListed } from '../../probes/listing'
import { idempotency } from '../../probes/idempotency'
import { requireScopedKey } from '../../probes/scoped-keys'
import { scopes } from '../../../../generated/operations'

/** Payloads of 20, 100, 240 and 300 kB, of which a queue or a gateway may take one and lose the next. */
const largePayloads: readonly NastyPayload[] = [
  distinctText(20_000),
  distinctLetters(100_000),
  distinctLetters(240_000),
  distinctText(300_000),
].map((text) => {
  const name = `${Math.floor(Buffer.byteLength(text) / 1000)}-kilobytes`
  return { name, values: [textValue('text', text)] }
})

/** The delivered value: the event as it was created. */
export const deliveredContentChecks = checksOf(deliveryBase, [
  {
    id: 'deliver-payloads-as-they-were-sent',
    title: 'a payload is delivered as it was sent, signed, and once, whatever it is made of',
    rules: ['DL-1', 'DL-5', 'DL-7'],
    async run(context) {
      const uncompared = sayUncompared(await requireDeliveries(context))
      const webhook = await register(context)
      const refused: string[] = []
      const sent: { name: string; created: Created }[] = []
      for (const payload of [...nastyPayloads, ...largePayloads]) {
        const created = await liveEventUnlessRefused(
          context,
          webhook.type,
          nastyData(payload, context.prefix),
        )
        if (created) sent.push({ name: payload.name, created })
        else refused.push(payload.name)
      }
      for (const { name, created } of sent) {
        const message = `An event was not delivered because of what it holds: ${name}.`
        await expectDelivered(context, webhook, created, message)
      }
      await whenQuiet(context, async () => {
        const doubled = sent.find(({ created }) => repetitions(context, webhook, created) > 0)
        if (stands(context, webhook)) await dismiss(context, webhook)
        const message = `An event was delivered twice because of what it holds: ${doubled?.name}.`
        expectThat(!doubled, 'DL-7', message)
      })
      const unjudged = refused.length > 0 ? [`Refused, and so not judged: ${refused.join(', ')}.`] : []
      return [...unjudged, ...(uncompared ? [uncompared] : [])].join(' ')
    },
  },
  {
    id: 'deliver-event-without-content',
    title: 'an event whose payload is empty is delivered, and signed',
    rules: ['DL-1', 'DL-5'],
    async run(context) {
      const { id } = await requireDeliveries(context)
      if (!id)
        throw new NotApplicable('Deliveries hold no id by which one of an empty payload could be known.')
      const webhook = await register(context)
      const input = { type: webhook.type, data: {} }
      const create = () => createEvent(context, context.liveKey(), input)
      const first = await create()
      // A gateway that lost the first answer may have lost the id that was delivered.
      const created = first.answer.resentAfter === undefined ? first : await create()
      await expectDelivered(context, webhook, created, 'An event with an empty payload was not delivered.')
      await dismiss(context, webhook)
    },
  },
  {
    id: 'deliver-equal-events',
    title: 'of two equal events that have no key both are delivered, and signed',
    rules: ['DL-1', 'DL-5'],
    async run(context) {
      await requireDeliveries(context)
      const webhook = await register(context)
      const input = { ...eventInput(context, 'equal'), type: webhook.type }
      const first = await createEvent(context, context.liveKey(), input)
      const second = await createEvent(context, context.liveKey(), input)
      const all = () => new Set([first, second].flatMap((created) => received(context, webhook, created)))
      const holdsBoth = (delivery: Delivery) =>
        [first, second].every(({ event }) => holds(context, delivery, event.id))
      // A delivery may hold several events.
      const areDelivered = () => all().size > 1 || [...all()].some(holdsBoth)
      const hasCome = await awaitArrival(context, areDelivered)
      const [delivery] = all()
      const evidence = delivery && evidenceOf(context, delivery)
      const message = 'Of two equal events one was not delivered.'
      const details = { expected: 'two deliveries', received: all().size, evidence }
      if (hasCome || context.canSettle) expectThat(hasCome, 'DL-1', message, details)
      else context.later(async () => expectThat(areDelivered(), 'DL-1', message, details))
      for (const one of all()) expectSigned(context, webhook, one)
      await dismiss(context, webhook)
    },
  },
])

/** An event that a scoped key creates is worth as much as one that a full key creates. */
export const scopedCreationChecks: readonly Check[] = [
  {
    ...deliveryBase,
    id: 'scoped-key-creates-like-a-full-one',
    title:
      'an event that a scoped key creates is listed, delivered to its webhook and repeated by its idempotency key',
    rules: ['DL-1', 'DL-5', 'PG-6', 'EV-5'],
    async run(context) {
      await requireDeliveries(context)
      const key = await requireScopedKey(context, scopes)
      const { places, effective } = await idempotency(context)
      const webhook = await register(context, { key })
      const input = { ...eventInput(context, 'scoped'), type: webhook.type }
      const once = newIdempotencyKey(places)
      const created = await createEvent(context, key, input, once)
      await awaitListed(context, context.liveKey(), [created.event.id])
      const message = 'An event that a scoped key created was not delivered to a webhook that it registered.'
      await expectDelivered(context, webhook, created, message)
      const again = effective ? await sendEvent(context, key, input, once) : undefined
      if (again && isSuccess(again)) {
        const details = { expected: created.event.id, received: idOf(again), answer: again }
        const message = 'A repeated idempotency key of a scoped key created a second event.'
        expectThat(idOf(again) === created.event.id, 'EV-5', message, details)
      }
      await dismiss(context, webhook)
    },
  },
]
