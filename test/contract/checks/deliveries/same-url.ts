import { checksOf } from '../checks-of'
import { awaitDelivery, expectDelivery, expectNoDelivery, quiet } from '../../probes/arrivals'
import { received } from '../../probes/received'
import { deliveryBase, liveEvent, requireDeliveries } from '../../probes/deliveries'
import { expectContent, expectDelivered } from '../../probes/delivered'
import { expectRefusal, expectThat, isSuccess, notFound, whereOffered } from '../../probes/expect'
import { expectSigned, verifies } from '../../probes/signatures'
import { register, registerAgain, registerBeside, type Registered } from '../../probes/webhooks'
import { dismiss, remove, sendDeletion } from '../../probes/deletions'
import { listedWebhooks } from '../../probes/listed-webhooks'
import type { Delivery } from '../../receiver/inbox'
import { NotApplicable, type Context } from '../../engine/check'

/** Two webhooks with one URL. */
export const sameUrlChecks = checksOf(deliveryBase, [
  {
    id: 'deliver-to-webhooks-of-one-url',
    title: 'of two webhooks with one url each gets its own types, signed with its own secret',
    rules: ['DL-1', 'DL-2', 'DL-5', 'WD-5'],
    async run(context) {
      await requireDeliveries(context)
      const [ofFirst, ofSecond] = [context.unique('first'), context.unique('second')]
      const ofBoth = context.unique('both')
      const first = await register(context, { events: [ofFirst, ofBoth] })
      const second = await requireBeside(context, first, [ofSecond, ofBoth])
      for (const [webhook, other, type] of [
        [first, second, ofFirst],
        [second, first, ofSecond],
      ] as const) {
        const created = await liveEvent(context, type)
        const message = 'One of two webhooks with one url did not get its type.'
        await expectDelivered(context, webhook, created, message)
        // A delivery that the secret of the other webhook alone verifies was sent to the other webhook.
        const isStray = (one: Delivery) => verifies(other, one) && !verifies(webhook, one)
        const wrong = 'One of two webhooks with one url got a type of the other.'
        const isApart = () => !received(context, webhook, created).some(isStray)
        context.later(async () => expectThat(isApart(), 'DL-2', wrong))
      }
      const shared = await liveEvent(context, ofBoth)
      const none = 'An event to which two webhooks with one url are subscribed was not delivered.'
      await expectDelivery(context, first, shared, 'DL-1', none)
      await quiet(context)
      for (const delivery of received(context, first, shared)) await expectContent(context, shared, delivery)
      expectSignedByEither(context, [first, second], received(context, first, shared))
      await remove(context, second)
      const after = await liveEvent(context, ofSecond)
      await liveEvent(context, ofFirst).then((other) => awaitDelivery(context, first, other))
      context.later(async () => {
        const message = 'A delivery came after the deletion of the one webhook of this url that had the type.'
        expectNoDelivery(context, [second], [after], 'WD-5', message)
      })
      await expectStanding(context, first)
    },
  },
  {
    id: 'deliver-to-a-url-that-comes-back',
    title: 'a webhook with url and type of a deleted one gets its events, signed with its own secret',
    rules: ['DL-1', 'DL-2', 'DL-5'],
    async run(context) {
      await requireDeliveries(context)
      const [type, dropped] = [context.unique('kept'), context.unique('dropped')]
      const former = await register(context, { events: [type, dropped] })
      await awaitDelivery(context, former, await liveEvent(context, type))
      await remove(context, former)
      const webhook = await registerAgain(context, former, [type])
      if (!webhook) throw new NotApplicable('The deployment takes no url that a deleted webhook had.')
      // A secret has to outlast each list of webhooks.
      await whereOffered(listedWebhooks(context, webhook.key))
      const other = await liveEvent(context, dropped)
      const created = await liveEvent(context, type)
      const message = 'A webhook with url and type of a deleted one got nothing.'
      await expectDelivered(context, webhook, created, message)
      await quiet(context)
      await dismiss(context, webhook)
      const wrong = 'A webhook got a type that a deleted one with its url had.'
      expectNoDelivery(context, [webhook], [other], 'DL-2', wrong)
    },
  },
  {
    level: 'must',
    mode: 'non-disruptive',
    needs: ['webhook-key'],
    id: 'deletion-spares-the-same-url',
    title: 'the deletion of a webhook deletes no other webhook with its url',
    rules: ['WD-6'],
    async run(context) {
      const first = await register(context)
      const second = await requireBeside(context, first, [context.unique('beside')])
      await remove(context, first)
      const again = await sendDeletion(context, first)
      expectRefusal(again, 'WD-4', 'Deleting a webhook again while another one has its url', notFound)
      await expectStanding(context, second)
    },
  },
])

/** Registers another webhook with the URL of one; `NotApplicable` where the deployment keeps one webhook a URL. */
async function requireBeside(context: Context, first: Registered, events: string[]): Promise<Registered> {
  const second = await registerBeside(context, first, events)
  if (second) return second
  await dismiss(context, first)
  throw new NotApplicable('The deployment keeps no second webhook with one URL.')
}

/** Deletes a webhook that has to stand; fails with WD-6 where it is gone. */
async function expectStanding(context: Context, registered: Registered): Promise<void> {
  const answer = await sendDeletion(context, registered)
  const message = 'The deletion of a webhook deleted another one with the same url as well.'
  expectThat(isSuccess(answer), 'WD-6', message, { expected: 'a webhook that still stands', answer })
}

/**
 * Fails where the deliveries of an event to two webhooks of one URL are not signed for both. Where there is a single one, it
 * may be for either.
 */
function expectSignedByEither(
  context: Context,
  webhooks: readonly [Registered, Registered],
  deliveries: readonly Delivery[],
): void {
  const verified = deliveries.map((delivery) => webhooks.map((webhook) => verifies(webhook, delivery)))
  // A signature that no secret verifies is of a scheme that the suite does not know.
  if (verified.flat().every((one) => !one)) return
  const [delivery] = deliveries
  for (const [index, webhook] of webhooks.entries()) {
    const isSigned = deliveries.length === 1 || verified.some((one) => one[index])
    const unsigned = deliveries.find((_, at) => !verified[at]?.[index]) ?? delivery
    if (!isSigned && unsigned) expectSigned(context, webhook, unsigned)
  }
}
