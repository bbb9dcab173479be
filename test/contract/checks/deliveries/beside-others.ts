import { awaitDelivery, expectNoDelivery, quiet, received } from '../../probes/arrivals'
import { deliveryBase, liveEvent, requireDeliveries, expectDelivered } from '../../probes/deliveries'
import { dismiss, register, registerSome, type Registered, registeredBy } from '../../probes/webhooks'
import { expectSuccess } from '../../probes/expect'
import { newAddress, webhookBase, webhookKey } from '../../probes/webhook-hosts'
import { NotApplicable, type Check, type Context } from '../../engine/check'

/** How many webhooks are registered and deleted at once. */
const together = 4

/** Deliveries to webhooks beside others: beside one that fails, and beside those that came and went at the same moment. */
export const besideOthersChecks: readonly Check[] = [
  {
    ...deliveryBase,
    id: 'deliver-beside-a-webhook-that-fails',
    title: 'an event is delivered to its other subscribers where one of them answers by an error',
    rules: ['DL-1'],
    restsOn: 'What the service does; Events, rules 3 and 9',
    leavesOpen: 'Whether and when a failed delivery is tried again is the service’s choice.',
    async run(context) {
      await requireDeliveries(context)
      const events = [context.unique('beside')]
      // Services deliver in either order: a good webhook stands on each side of the one that fails.
      const webhooks = await registerSome(context, [{ events }, { events }, { events }], 2)
      const failing = webhooks[1]
      if (failing) context.receiver().inbox.refuse(failing.address)
      const created = await liveEvent(context, events[0] as string)
      for (const webhook of webhooks.filter((one) => one !== failing)) {
        const message = 'An event was not delivered to a webhook beside one that answers by an error.'
        await expectDelivered(context, webhook, created, message)
      }
      await dismiss(context, ...webhooks)
    },
  },
  {
    ...deliveryBase,
    id: 'webhooks-that-come-and-go-at-once',
    title: 'webhooks that are registered at once all receive, and none does once they were deleted at once',
    rules: ['DL-1', 'DL-5', 'WD-2', 'WD-5'],
    restsOn: 'POST /v1/webhooks, rule 1; DELETE /v1/webhooks/{id}; Events, rules 3 and 4',
    leavesOpen: 'How many webhooks an account may have is the service’s choice.',
    async run(context) {
      await requireDeliveries(context)
      const type = context.unique('at-once')
      const stays = await register(context, { events: [type] })
      const webhooks = await registerAtOnce(context, [type], together)
      if (webhooks.length < 2) {
        await dismiss(context, stays, ...webhooks)
        throw new NotApplicable(
          'The deployment refused webhooks beside another one: is their number limited?',
        )
      }
      const before = await liveEvent(context, type)
      for (const webhook of webhooks) {
        const message = 'One of several webhooks that were registered at once got nothing.'
        await expectDelivered(context, webhook, before, message)
      }
      await deleteAtOnce(context, webhooks)
      const after = await liveEvent(context, type)
      // The delivery to the webhook that stays shows that this event's deliveries have been made.
      await awaitDelivery(context, stays, after)
      await quiet(context)
      const [late] = webhooks.flatMap((webhook) => received(context, webhook, after))
      const message = 'A delivery came to one of several webhooks that were deleted at once.'
      expectNoDelivery(context, late, 'WD-5', message)
      await dismiss(context, stays)
    },
  },
]

/**
 * Registers webhooks of some types at once: the pace makes none of them wait for another. Resolves to those that the deployment
 * took, because how many an account may have is its choice.
 */
async function registerAtOnce(
  context: Context,
  events: readonly string[],
  count: number,
): Promise<Registered[]> {
  const key = webhookKey(context)
  const { base } = await webhookBase(context)
  await context.reserve(count)
  const registered = await Promise.all(
    Array.from({ length: count }, async () => {
      const address = newAddress(context)
      if (base === context.receiverUrl) context.receiver().inbox.admit(address)
      const input = { url: base + address, events }
      const answer = await context.call('createWebhook', { key, body: input, reserved: true })
      return registeredBy(context, answer, { key, input, address })
    }),
  )
  return registered.filter((webhook) => webhook !== undefined)
}

/** Deletes webhooks at once, or fails with WD-2. */
async function deleteAtOnce(context: Context, webhooks: readonly Registered[]): Promise<void> {
  await context.reserve(webhooks.length)
  await Promise.all(
    webhooks.map(async ({ webhook, key }) => {
      const answer = await context.call('deleteWebhook', { key, path: { id: webhook.id }, reserved: true })
      // The first of two sendings, whose answer a gateway lost, may have deleted it.
      if (answer.resentAfter && answer.status === 404) return
      expectSuccess(answer, 'WD-2', 'A deletion', `a 2xx with { "id": "${webhook.id}", "deleted": true }`)
    }),
  )
}
