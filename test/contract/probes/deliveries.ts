import {
  awaitArrival,
  awaitDelivery,
  evidenceOf,
  expectDelivery,
  markingOf,
  noteMarking,
  readings,
  received,
} from './arrivals'
import { createEvent, eventInput, eventOf, sendEvent, type Created } from './events'
import { expectThat, fail, isSuccess } from './expect'
import { findFault, findPlaces, type PartLocations } from './delivered-content'
import { register, type Registered } from './webhooks'
import { webhookBase } from './webhook-hosts'
import { CouldNotRun, NotApplicable, Violation, type Context } from '../engine/check'
import { inspectSignature, type Signature } from './signatures'
import { carriersIn } from './signature-carriers'
import type { Delivery } from '../receiver/inbox'
import { canBeSearched, type Recipe } from './signature-search'

/** The part that all checks of deliveries share. */
export const deliveryBase = {
  level: 'must',
  mode: 'full',
  needs: ['live-key', 'receiver'],
  timeLimit: 120_000,
  lane: 'deliveries',
} as const

/**
 * Creates a live event of this type, and another one where a gateway lost the first answer: what was lost may be an event
 * with the same payload, and nobody can tell the deliveries of the two apart.
 */
export async function liveEvent(
  context: Context,
  type: string,
  data?: Record<string, unknown>,
): Promise<Created> {
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
    const nameless = await awaitNameless(context, webhook, type)
    if (nameless) {
      markingOf(context).by = 'nothing'
      return { webhook, created, delivery: nameless }
    }
    const trouble = receiver.trouble?.()
    if (trouble) throw new CouldNotRun(trouble, '--receiver-url')
    return expectDelivery(
      context,
      webhook,
      created,
      'DL-1',
      'No delivery came to a webhook that is subscribed to the type.',
      {
        expected: `a POST to ${webhook.input.url}`,
        received:
          'nothing. Where the service cannot reach this machine, name a URL that it can: --receiver-url',
      },
    ).then(seen)
  })
}

/**
 * A delivery that follows an event without naming it. Something has come by now, which may be a greeting: another event
 * shows whether deliveries follow events.
 */
async function awaitNameless(context: Context, { address }: Registered, type: string) {
  const { inbox } = context.receiver()
  const before = inbox.at(address).length
  if (before === 0) return undefined
  await liveEvent(context, type)
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

/** The same for deliveries to a webhook for all events, which are discarded unread where nothing says that they are the run's. */
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

/** Fails where a delivery holds its event altered. */
export async function expectContent(context: Context, created: Created, delivery: Delivery): Promise<void> {
  const { places = {} } = await firstDelivery(context)
  const fault = findFault(readings(context, delivery), created, places, context.prefix)
  if (fault) fail('DL-1', fault.message, { ...fault, evidence: evidenceOf(context, delivery) })
}

/** Milliseconds in which a sender is answered in good time. One that waits longer may send again what the suite took too long to take. */
const goodTime = 1_000

/** How often a delivery came again after one of the same event that was answered with success, and in good time. */
export function repetitions(context: Context, webhook: Registered, created: Created): number {
  const all = received(context, webhook, created)
  const taken = all.findIndex(({ answer }) => answer?.status === 204 && answer.after <= goodTime)
  return taken < 0 ? 0 : all.length - 1 - taken
}

/** Warns of an event that was delivered again to a webhook. */
export function expectOnce(context: Context, webhook: Registered, created: Created): void {
  const times = repetitions(context, webhook, created) + 1
  expectThat(times === 1, 'DL-7', `An event was delivered ${times} times to one webhook.`)
}

/** Expects the delivery of an event to a webhook: with the event's content, and signed with the webhook's own secret. */
export async function expectDelivered(
  context: Context,
  webhook: Registered,
  created: Created,
  message: string,
  details?: Violation['details'],
  rule: string | readonly string[] = 'DL-1',
): Promise<Delivery> {
  const delivery = await expectDelivery(context, webhook, created, rule, message, details)
  await expectContent(context, created, delivery)
  expectSigned(context, webhook, delivery)
  return delivery
}

/** Says which parts of an event deliveries do not hold, so that they could not be compared; nothing where they hold all. */
export function sayUncompared({ type, data }: PartLocations): string | undefined {
  const missing = [...(type ? [] : ['type']), ...(data ? [] : ['payload'])]
  if (missing.length === 0) return undefined
  return `Deliveries hold no ${missing.join(' and no ')} as the interface shows it, so that it was not compared.`
}

/** The run's knowledge so far of how the deployment signs. */
interface Signing {
  /** Whether a delivery was verified by its webhook's secret. */
  isVerified: boolean
  /** How it was signed, where that is none of the four schemes. */
  recipes: readonly Recipe[]
  /** On how many deliveries every recipe was tried in vain, before one was verified. */
  inVain: number
  /** The places at which each delivery has something that changes with its content, where no secret verifies any. */
  places: readonly string[]
}

export function signingOf(context: Context): Signing {
  return context.keep('signing', () => ({ isVerified: false, recipes: [], inVain: 0, places: [] }))
}

/** Inspects the signature of a delivery to a webhook, and notes how the deployment signs. */
function noteSignature(
  context: Context,
  { webhook: { secret }, input: { url } }: Registered,
  delivery: Delivery,
): Signature {
  const signing = signingOf(context)
  const signature = inspectSignature(delivery, secret, url, signing)
  const { outcome, recipe } = signature
  if (outcome === 'unrecognised' && canBeSearched(delivery)) signing.inVain += 1
  if (outcome === 'verified') Object.assign(signing, { isVerified: true, inVain: 0 })
  if (recipe) signing.recipes = [recipe]
  return signature
}

/**
 * Inspects the signature of a delivery to a webhook. Fails with DL-5 where it is wrong: unmistakably of a known scheme and not
 * verified, or unlike those of the run's other deliveries.
 */
export function expectSigned(context: Context, registered: Registered, delivery: Delivery): Signature {
  const signing = signingOf(context)
  const { isVerified } = signing
  const secret: unknown = registered.webhook.secret
  expectThat(typeof secret === 'string', 'WH-1', 'The registration returned no secret.')
  const signature = noteSignature(context, registered, delivery)
  const evidence = evidenceOf(context, delivery)
  const expected = 'a signature made with the secret that the registration returned'
  const details = { expected, received: signature.seen, evidence }
  const wrong = "The secret of the webhook does not verify the delivery's signature."
  expectThat(signature.outcome !== 'wrong', 'DL-5', wrong, details)
  const isUnlike = isVerified && signature.outcome !== 'verified'
  const unlike = "The secret of the webhook does not verify this delivery, as others' secrets verify theirs."
  expectThat(!isUnlike, 'DL-5', unlike, details)
  if (signing.places.length > 0) {
    const isSigned = carriersIn(delivery).some(({ place }) => signing.places.includes(place))
    expectThat(isSigned, 'DL-5', 'A delivery has no signature, as others have.', details)
  }
  return signature
}
