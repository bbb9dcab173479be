import { awaitDelivery, expectNoDelivery, received, whenQuiet } from '../../probes/arrivals'
import { createEvent, eventInput, newIdempotencyKey, sendEvent, type Created } from '../../probes/events'
import {
  deliveryBase,
  expectOnce,
  liveEvent,
  requireDeliveries,
  expectDelivered,
} from '../../probes/deliveries'
import {
  dismiss,
  register,
  registeredBy,
  registerSome,
  remove,
  stands,
  type Registered,
} from '../../probes/webhooks'
import { expectOriginal } from '../../probes/replays'
import { expectThat, idOf, isSuccess } from '../../probes/expect'
import { idempotency } from '../../probes/idempotency'
import { newAddress, webhookBase, webhookKey } from '../../probes/webhook-hosts'
import { allEnded } from '../../engine/turns'
import { NotApplicable, type Check, type Context } from '../../engine/check'

/** How many webhooks are registered and deleted at once. */
const together = 4

/** How the receiver of a webhook behaves that others stand beside. */
interface Trouble {
  id: string
  words: string
  /** Begins it. Returns what ends it. */
  begin: (context: Context, webhook: Registered) => () => void
  /** Whether the webhook takes its deliveries all the same, so that none may be lost. */
  isTaken?: boolean
}

const none = () => undefined
/** Milliseconds for which a late receiver lets a sender wait. */
const lateness = 300

const troubles: readonly Trouble[] = [
  {
    id: 'that-fails',
    words: 'answers by an error',
    begin: (context, { address }) => (context.receiver().inbox.refuse(address), none),
  },
  {
    id: 'that-fails-once',
    words: 'answers by an error once',
    begin: (context, { address }) => (context.receiver().inbox.refuse(address, 503, 1), none),
  },
  {
    id: 'that-is-late',
    words: 'answers late',
    isTaken: true,
    begin: (context, { address }) => {
      const wait = () => new Promise<void>((resolve) => setTimeout(resolve, lateness))
      context.receiver().inbox.delay(address, wait)
      return none
    },
  },
  {
    id: 'that-hangs',
    words: 'does not answer',
    begin(context, { address }) {
      let end = none
      const ended = new Promise<void>((resolve) => (end = () => void resolve()))
      // A service that waits for its deliveries before it answers goes on after this time.
      const timer = setTimeout(end, longestHang(context))
      context.receiver().inbox.delay(address, () => ended)
      return () => {
        clearTimeout(timer)
        end()
      }
    },
  },
]

/** Milliseconds for which a receiver does not answer. In process deliveries are made at once. */
function longestHang({ canSettle }: Context): number {
  return canSettle ? 500 : 8_000
}

/** Waits for a delivery while another may hang, where nothing comes to rest. */
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
      const webhooks = await registerSome(context, wanted, 2)
      const troubled = webhooks[1] as Registered
      const judged = webhooks.filter((one) => isTaken || one !== troubled)
      const input = { ...eventInput(context, 'beside'), type }
      const once = newIdempotencyKey(places)
      const end = begin(context, troubled)
      const first = await createEvent(context, key, input, once)
      await hasArrived(context, troubled, first)
      const events = [first, await liveEvent(context, type)]
      for (const event of events) await hasArrived(context, webhooks[0] as Registered, event)
      const again = effective ? await sendEvent(context, key, input, once) : undefined
      end()
      for (const webhook of judged) {
        for (const event of events) {
          const message = `An event was not delivered to a webhook beside one that ${words}.`
          await expectDelivered(context, webhook, event, message)
        }
      }
      if (again) {
        const message = `A repeated idempotency key created a second event while a webhook ${words}.`
        const details = { expected: first.event.id, received: idOf(again), answer: again }
        expectThat(!isSuccess(again) || idOf(again) === first.event.id, 'EV-5', message, details)
        expectOriginal(first.event, again)
      }
      context.later('nothing was delivered again', async () => {
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
      await deleteAtOnce(context, webhooks)
      const after = await liveEvent(context, type)
      // The delivery to the webhook that stays shows that this event's deliveries have been made.
      await awaitDelivery(context, stays, after)
      await whenQuiet(context, 'nothing has come to those that were deleted', () => {
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

/** Deletes webhooks at once, or fails with WD-2. */
async function deleteAtOnce(context: Context, webhooks: readonly Registered[]): Promise<void> {
  await context.reserve(webhooks.length)
  await allEnded(webhooks.map((webhook) => remove(context, webhook, true)))
}
