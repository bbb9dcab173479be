import { awaitArrival, awaitDelivery, expectDelivery, latencyOf, noteLatency } from './arrivals'
import { noteSignature } from './signatures'
import { markingOf, noteMarking, readings } from './received'
import { createEvent, eventOf, type Created } from './events'
import { eventInput, sendEvent } from './sending'
import { isSuccess } from './expect'
import { findPlaces, type PartLocations } from './delivered-content'
import { register, type Registered } from './webhooks'
import { webhookBase } from './webhook-hosts'
import { CouldNotRun, NotApplicable, Violation, type Context } from '../engine/check'
import type { Delivery } from '../receiver/inbox'

/** The part that all checks of deliveries share. */
export const deliveryBase = {
  level: 'must',
  mode: 'full',
  needs: ['live-key', 'receiver'],
  timeLimit: 120_000,
  beside: 'deliveries',
} as const

/**
 * Creates a live event of this type, and another one where a gateway lost the first answer: what was lost may be an event
 * with the same payload, and nobody can tell the deliveries of the two apart.
 */
export async function liveEvent(context: Context, type: string, data?: Record<string, unknown>) {
  const create = () =>
    createEvent(context, context.liveKey(), { ...eventInput(context, 'delivered', data), type })
  const created = await create()
  return created.answer.resentAfter === undefined ? created : create()
}

/** Creates a live event of this type; `undefined` where it is refused, which other checks judge. */
export async function liveEventUnlessRefused(
  context: Context,
  type: string,
  data?: Record<string, unknown>,
): Promise<Created | undefined> {
  const input = { ...eventInput(context, 'delivered', data), type }
  const answer = await sendEvent(context, context.liveKey(), input)
  return isSuccess(answer) ? { event: eventOf(answer, 'An unusual event'), answer, input } : undefined
}

/** The first delivery of the run, with its webhook and its event. */
export interface FirstDelivery {
  webhook: Registered
  created: Created
  delivery: Delivery
  /** The places of the event's parts in the delivery. None where the delivery does not name the event at all. */
  places?: PartLocations
}

/**
 * Registers a webhook, creates a live event and awaits its delivery, once a run. `CouldNotRun` where the receiver
 * cannot be reached, a broken DL-1 where it can and nothing comes.
 */
export function firstDelivery(context: Context): Promise<FirstDelivery> {
  return context.once('first delivery', async () => {
    const receiver = context.receiver()
    try {
      await receiver.preflight?.()
    } catch (error) {
      throw new CouldNotRun(`The receiver cannot be reached. ${String(error)}`, '--receiver-url')
    }
    const { refused } = await webhookBase(context)
    if (refused) throw new CouldNotRun(refused, '--receiver-url')
    const type = context.unique('delivered')
    const webhook = await register(context, { events: [type], key: context.liveKey() })
    const created = await liveEvent(context, type)
    const delivery = await awaitDelivery(context, webhook, created)
    const seen = (one: Delivery): FirstDelivery => {
      // How the first one is signed is what all others are held against, whichever check looks at them.
      noteSignature(context, webhook, one)
      return { webhook, created, delivery: one, places: findPlaces(readings(context, one), created) }
    }
    if (delivery) {
      noteMarking(context, created, delivery)
      return seen(delivery)
    }
    const nameless = await awaitNameless(context, webhook, created)
    if (nameless) {
      markingOf(context).by = 'nothing'
      return { webhook, created, delivery: nameless }
    }
    const trouble = receiver.trouble?.()
    if (trouble) throw new CouldNotRun(trouble, '--receiver-url')
    const none = 'No delivery came to a webhook that is subscribed to the type.'
    return expectDelivery(context, webhook, created, 'DL-1', none, {
      expected: `a POST to ${webhook.input.url}`,
      received:
        'nothing. Where the service cannot reach this machine, name a URL that it can: --receiver-url',
    }).then(seen)
  })
}

/**
 * A delivery that follows an event without naming it. Something has come by now, which may be a greeting: another event
 * shows whether deliveries follow events.
 */
async function awaitNameless(context: Context, { address }: Registered, created: Created) {
  const { inbox } = context.receiver()
  const [first] = inbox.at(address)
  if (!first) return undefined
  const before = inbox.at(address).length
  // The first delivery came in time, and was awaited in vain because it has no name. The next one is awaited for as long as it took.
  noteLatency(context, latencyOf(context, created, first))
  await liveEvent(context, created.input.type)
  await awaitArrival(context, () => inbox.at(address).length > before)
  return inbox.at(address)[before]
}

/** Makes sure that deliveries arrive at all and name their event, so that what is missing afterwards can be blamed. */
export async function requireDeliveries(context: Context): Promise<PartLocations> {
  const { places } = await someDelivery(context)
  if (places) return places
  throw new NotApplicable(
    'Deliveries name neither the event nor anything that it holds, so that nobody can tell which event one is of.',
  )
}

/**
 * Makes sure that deliveries arrive, name their event, and hold something by which they are known as the run's: the receiver discards others to a
 * webhook for all events unread.
 */
export async function requireMarkedDeliveries(context: Context): Promise<PartLocations> {
  const places = await requireDeliveries(context)
  if (markingOf(context).by !== 'nothing') return places
  throw new NotApplicable(
    "Deliveries hold nothing by which the run's own are known, so that those to a webhook for all events are discarded unread.",
  )
}

/** The first delivery; `CouldNotRun` where there is none, which its own check is blamed for. */
export async function someDelivery(context: Context): Promise<FirstDelivery> {
  try {
    return await firstDelivery(context)
  } catch (error) {
    if (!(error instanceof Violation)) throw error
    throw new CouldNotRun(
      'No delivery arrives at all, see the check deliver-to-subscriber.',
      '--only deliver-to-subscriber',
    )
  }
}

/** Says which parts of an event deliveries do not hold, so that they could not be compared; nothing where they hold all. */
export function sayUncompared({ type, data }: PartLocations): string | undefined {
  const missing = [...(type ? [] : ['type']), ...(data ? [] : ['payload'])]
  if (missing.length === 0) return undefined
  return `Deliveries hold no ${missing.join(' and no ')} as the interface shows it, so that it was not compared.`
}
