import { awaitDelivery, expectNoDelivery, whenQuiet } from '../../probes/arrivals'
import { received } from '../../probes/received'
import { createEvent, type Created } from '../../probes/events'
import { eventInput, newIdempotencyKey, sendEvent } from '../../probes/sending'
import { deliveryBase, liveEvent, requireDeliveries } from '../../probes/deliveries'
import { expectOnce, expectDelivered } from '../../probes/delivered'
import { register, registeredBy, registerSome, type Registered } from '../../probes/webhooks'
import { dismiss, remove, stands } from '../../probes/deletions'
import { expectOriginal } from '../../probes/replays'
import { expectThat, idOf, isSuccess } from '../../probes/expect'
import { idempotency } from '../../probes/idempotency'
import { newAddress, webhookBase, webhookKey } from '../../probes/webhook-hosts'
import { pause } from '../../wire/time'
import type { Inbox } from '../../receiver/inbox'
import { allEnded } from '../../engine/turns'
import { NotApplicable, type Check, type Context } from '../../engine/check'

/** How many webhooks are registered and deleted at once. */
const together = 4

/** A fault in the receiver of one webhook, which must not disturb the deliveries to others. */
interface Trouble {
  id: string
  words: string
  /** Begins the fault, for `longest` milliseconds at most. Returns a function that ends it, where it does not end by itself. */
  begin: (inbox: Inbox, address: string, longest: number) => void | (() => void)
  /** Whether the webhook takes its deliveries all the same, so that none may be lost. */
  isTaken?: boolean
}

/** Milliseconds for which a late receiver lets a sender wait. */
const lateness = 300

const troubles: readonly Trouble[] = [
  { id: 'that-fails', words: 'answers by an error', begin: (inbox, address) => inbox.refuse(address) },
  {
    id: 'that-fails-once',
    words: 'answers by an error once',
    begin: (inbox, address) => inbox.refuse(address, 503, 1),
  },
  {
    id: 'that-is-late',
    words: 'answers late',
    isTaken: true,
    begin: (inbox, address) => inbox.delay(address, () => pause(lateness)),
  },
  {
    id: 'that-hangs',
    words: 'does not answer',
    begin(inbox, address, longest) {
      const end = new AbortController()
      // A service may answer a creation only after its deliveries. The receiver ends its hanging answers after this time, so that such a
      // service goes on.
      const ended = pause(longest, end.signal).catch(() => undefined)
      inbox.delay(address, () => ended)
      return () => end.abort()
    },
  },
]

/** Milliseconds after which a receiver that hangs answers all the same. Fewer in process, where deliveries are made at once. */
function longestHang({ canSettle }: Context): number {
  return canSettle ? 500 : 8_000
}

/** Waits for a delivery while another one may hang. `Context.settle` is of no use here, as it would wait for that one, too. */
function hasArrived(context: Context, webhook: Registered, created: Created): Promise<boolean> {
  const isThere = () => received(context, webhook, created).length > 0
  return context.waitFor(context.receiver().inbox.waitFor(isThere, longestHang(context) / 2, context.signal))
}

/** Deliveries to webhooks beside others: beside one that fails, and beside those that came and went at the same moment. */
export const besideOthersChecks: readonly Check[] = [
  ...troubles.map(({ id, words, begin, isTaken = false }): Check => ({
    ...deliveryBase,
    id: `deliver-beside-a-webhook-${id}`,
    title: `events are delivered to their other subscribers, and keys repeated, where one of them ${words}`,
    rules: ['DL-1', 'DL-5', 'DL-7', 'EV-1', 'EV-5'],
    async run(context) {
      await requireDeliveries(context)
      const { places, effective } = await idempotency(context)
      const key = context.liveKey()
      const type = context.unique('beside')
      // Services deliver in either order: a good webhook stands on each side of the one in trouble.
      const wanted = [{ events: [type] }, { events: [type] }, { events: [type] }]
      const webhooks = await registerSome(context, wanted)
      const troubled = webhooks[1] as Registered
      const judged = webhooks.filter((one) => isTaken || one !== troubled)
      const input = { ...eventInput(context, 'beside'), type }
      const once = newIdempotencyKey(places)
      const end = begin(context.receiver().inbox, troubled.address, longestHang(context))
      const first = await createEvent(context, key, input, once)
      await hasArrived(context, troubled, first)
      const events = [first, await liveEvent(context, type)]
      for (const event of events) await hasArrived(context, webhooks[0] as Registered, event)
      const again = effective ? await sendEvent(context, key, input, once) : undefined
      if (typeof end === 'function') end()
      const lost = `An event was not delivered to a webhook beside one that ${words}.`
      for (const webhook of judged)
        for (const event of events) await expectDelivered(context, webhook, event, lost)
      if (again) {
        const message = `A repeated idempotency key created a second event while a webhook ${words}.`
        const details = { expected: first.event.id, received: idOf(again), answer: again }
        expectThat(!isSuccess(again) || idOf(again) === first.event.id, 'EV-5', message, details)
        expectOriginal(first.event, again)
      }
      context.later(async () => {
        for (const webhook of webhooks) {
          if (webhook !== troubled) for (const event of events) expectOnce(context, webhook, event)
          if (stands(context, webhook)) await dismiss(context, webhook)
        }
      })
    },
  })),
  {
    ...deliveryBase,
    id: 'webhooks-that-come-and-go-at-once',
    title: 'webhooks that are registered at once all receive, and none does once they were deleted at once',
    rules: ['DL-1', 'DL-5', 'WD-2', 'WD-5'],
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
      await context.reserve(webhooks.length)
      await allEnded(webhooks.map((webhook) => remove(context, webhook, true)))
      const after = await liveEvent(context, type)
      // The delivery to the webhook that stays shows that this event's deliveries have been made.
      await awaitDelivery(context, stays, after)
      await whenQuiet(context, () => {
        const message = 'A delivery came to one of several webhooks that were deleted at once.'
        expectNoDelivery(context, webhooks, [after], 'WD-5', message)
      })
      await dismiss(context, stays)
    },
  },
]

/**
 * Registers webhooks of some types at once: the pace makes none of them wait for another. Resolves to those that the deployment
 * took, because how many an account may have is its choice.
 */
async function registerAtOnce(context: Context, events: readonly string[], count: number) {
  const key = webhookKey(context)
  const { base } = await webhookBase(context)
  await context.reserve(count)
  const registered = await allEnded(
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
