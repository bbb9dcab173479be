import { checksOf } from '../checks-of'
import { comparedTypes, findUnwanted, type ComparedTypes } from '../../probes/subscribed-types'
import {
  deliveryBase,
  firstDelivery,
  liveEvent,
  requireDeliveries,
  requireMarkedDeliveries,
  sayUncompared,
} from '../../probes/deliveries'
import { expectContent, repetitions, expectDelivered } from '../../probes/delivered'
import { expectNoDelivery, whenQuiet } from '../../probes/arrivals'
import { isKeptForAll } from '../../probes/received'
import { registerSome } from '../../probes/webhooks'
import { dismiss, stands } from '../../probes/deletions'
import { expectThat } from '../../probes/expect'
import { refusedDeliveries } from '../../probes/refused-deliveries'
import { createAtOnce, type Created } from '../../probes/events'
import { eventInput } from '../../probes/sending'
import { createOtherwise } from '../../probes/sizes'
import { idempotency } from '../../probes/idempotency'
import { modeOf, type Context } from '../../engine/check'

/** Subscriptions: which webhooks get an event. */
export const subscriptionChecks = checksOf(deliveryBase, [
  {
    id: 'deliver-to-subscriber',
    title: 'an event is delivered to a webhook that is subscribed to its type',
    rules: ['DL-1'],
    async run(context) {
      const { webhook, created, delivery, places } = await firstDelivery(context)
      if (!places) return 'Deliveries do not name their event. Each of two events was followed by one.'
      await expectContent(context, created, delivery)
      context.later(async () => {
        if (!stands(context, webhook)) return
        const last = await liveEvent(context, webhook.type)
        const message = 'A webhook no longer gets its type, though nobody deleted it.'
        await expectDelivered(context, webhook, last, message)
      })
      return sayUncompared(places)
    },
  },
  {
    id: 'deliver-to-every-subscriber',
    title:
      'events are delivered to every webhook that is subscribed to their type as they are, signed for each, and once',
    rules: ['DL-1', 'DL-5', 'DL-6', 'DL-7'],
    async run(context) {
      await requireDeliveries(context)
      // The check `no-retry-after-deletion` needs time to have passed after this, and reports what goes wrong with it.
      await refusedDeliveries(context).catch(() => undefined)
      const { webhooks, ofTestKey, alone, others } = await crowd(context)
      const all = [...alone, ...others]
      for (const created of all) {
        for (const webhook of webhooks) {
          if (webhook.input.events.includes('*') && !isKeptForAll(context, created)) continue
          const which = alone.includes(created) ? 'An event' : 'Of events that were created at once one'
          const message = `${which} was not delivered to one of several webhooks that are subscribed to its type.`
          await expectDelivered(context, webhook, created, message, {
            expected: `a delivery to each of ${webhooks.length}`,
            received: `none to ${JSON.stringify(webhook.input)}`,
          })
        }
      }
      await whenQuiet(context, async () => {
        const doubled = all.find((one) => webhooks.some((webhook) => repetitions(context, webhook, one) > 0))
        const message = 'One of several events was delivered to a webhook again.'
        expectThat(!doubled, 'DL-7', message, { received: doubled?.event.id })
        const wrong = 'An event that a test key made was delivered to a webhook of a live key.'
        expectNoDelivery(context, webhooks, ofTestKey, 'DL-6', wrong)
        await dismiss(context, ...webhooks.filter((one) => stands(context, one)))
      })
      return `Judged with ${webhooks.length * all.length} deliveries.`
    },
  },
  {
    id: 'deliver-every-kind-of-type',
    title: 'an event is delivered to its subscriber whatever its type is made of',
    rules: ['DL-1'],
    async run(context) {
      await requireDeliveries(context)
      const { wanted, refused } = await comparedTypes(context)
      for (const { name, type, webhook, created } of wanted) {
        const message = `A type was not delivered to its subscriber: ${name}.`
        await expectDelivered(context, webhook, created, message, { expected: type })
      }
      return refused.length > 0 ? `Refused, and so not judged: ${refused.join(', ')}.` : undefined
    },
  },
  {
    id: 'deliver-every-type-to-star',
    title: 'a webhook subscribed to * receives every type',
    rules: ['DL-3', 'DL-1'],
    async run(context) {
      await requireMarkedDeliveries(context)
      const { star, wanted, unwanted } = await comparedTypes(context)
      const all = [...wanted, ...unwanted]
      const kept = all.filter(({ created }) => isKeptForAll(context, created))
      for (const { type, created } of kept) {
        const message = 'A webhook for all events did not receive one.'
        await expectDelivered(context, star, created, message, { expected: type }, ['DL-3', 'DL-1'])
      }
      if (kept.length === all.length) return
      return `Judged with ${kept.length} of ${all.length} types: deliveries show the others in no form by which the run's own are known.`
    },
  },
  {
    id: 'deliver-subscribed-types-only',
    title: 'a webhook receives only the types that it subscribed to',
    rules: ['DL-2'],
    observes: ['typePatterns'],
    async run(context) {
      await requireDeliveries(context)
      const compared = await comparedTypes(context)
      const expectNone = () => {
        const [wrong] = findUnwanted(context, compared).faults
        if (!wrong) return
        const { name, type, subscribed, created } = wrong
        const message = `A webhook received a type that it had not subscribed to, but one like it: ${name}.`
        const details = { expected: subscribed, received: type }
        expectNoDelivery(context, compared.narrow, [created], 'DL-2', message, details)
      }
      expectNone()
      observePatterns(context, compared)
      await dismiss(context, ...compared.narrow, compared.star)
      context.later(async () => expectNone())
    },
  },
])

/** Records what a subscription such as `order.*` means: that type, or also `order.paid`, or `order.paid.late` as well (OQ-24). */
function observePatterns(context: Context, compared: ComparedTypes): void {
  const offered = compared.unwanted.filter(({ mayBeMeant }) => mayBeMeant)
  const meant = findUnwanted(context, compared).meant
  const reach = (['literal', 'segment', 'prefix'] as const)[meant.length]
  if (offered.length === 2 && reach && (reach !== 'segment' || meant[0] === offered[0]))
    context.observe('typePatterns', reach)
}

/** How many webhooks are subscribed to one type: more than twenty, where a service stops that reads one page of its subscribers. */
const mostWebhooks = 21
/** How many events of that type are created at once: more than a queue or a pool of ten takes. */
const eventsAtOnce = 12

/**
 * Registers many webhooks of one type and creates events of it, once a run: some `ofTestKey` where there is one, some `alone`, and
 * `others` at once. About a hundred deliveries are under way together.
 */
function crowd(context: Context) {
  return context.once('crowd', async () => {
    const type = context.unique('Shared')
    const others = [context.unique('other'), context.unique('other')]
    // Neither a description nor a query decides anything about deliveries.
    const wanted = [
      { events: [type], description: 'Described' },
      { events: [...others, type] },
      // Two of one list differ in id and URL.
      { events: [type, ...others], description: 'Größe 支払い' },
      { events: [type, ...others], suffix: '/?tenant=a' },
      ...Array.from({ length: mostWebhooks - 4 }, () => ({ events: [type] })),
      { events: ['*'], description: 'For all', suffix: '/?tenant=a' },
    ]
    const webhooks = await registerSome(context, wanted)
    const test = context.usableKeys().find((key) => modeOf(key) === 'test')
    const ofTestKey = test ? await createOtherwise(context, test, type) : []
    const key = context.liveKey()
    const { places } = await idempotency(context)
    const content = { text: 'Größe 支払い 😀 \u2028', list: [1, null, { a: [] }], nothing: null }
    const alone = [await liveEvent(context, type, content)]
    // Nothing but its id tells the delivery of one without content, and not every delivery names that.
    const isMarked = ({ input }: Created) => 'mark' in (input.data as object)
    alone.push(...(await createOtherwise(context, key, type)).filter(isMarked))
    const inputs = Array.from({ length: eventsAtOnce }, (_, index) => ({
      ...eventInput(context, 'crowd', { index, text: `${index} `.repeat(index * 20) }),
      type,
    }))
    return { webhooks, ofTestKey, alone, others: await createAtOnce(context, key, inputs, places) }
  })
}
