import { expectThat } from './expect'
import type { Registered } from './webhooks'
import type { Context } from '../engine/check'
import type { Dialect } from '../../../generated/dialect'
import { candidatesIn, verificationOf } from './signature-schemes'
import { carriersIn } from './signature-carriers'
import { canBeSearched, findKeyedHash, type Recipe } from './signature-search'
import type { Delivery } from '../receiver/inbox'
import { evidenceOf } from './received'

/** The outcome of inspecting a delivery's signature. */
export interface Signature {
  /**
   * `verified`: made with this secret. `wrong`: it has the form of one of the four schemes, that of nothing else, and does
   * not verify. `unrecognised`: there is something that may be one.
   */
  outcome: 'verified' | 'wrong' | 'missing' | 'unrecognised'
  dialect?: Dialect['signature']
  /** The header that was taken for the signature, or the names of all headers where none was. */
  seen: string
  /** How it was signed, where that is none of the four schemes. */
  recipe?: Recipe
  /** When it was signed, in Unix seconds, where the scheme says so. */
  timestamp?: number
}

/** On how many deliveries of a run every recipe is tried in vain: a service that signs with a private key signs all of them so. */
const mostInVain = 5

/**
 * Inspects the signature of one delivery to the webhook of this secret and URL. What the interface does not show may fail
 * nobody: only what is unmistakably of a known scheme is `wrong`. `recipes` are those by which the service was seen to sign, and
 * `inVain` counts the deliveries on which all were tried in vain.
 */
export function inspectSignature(
  delivery: Delivery,
  secret: string,
  url?: string,
  { recipes, inVain }: { recipes: readonly Recipe[]; inVain: number } = { recipes: [], inVain: 0 },
): Signature {
  const candidates = candidatesIn(delivery)
  const isSearched =
    canBeSearched(delivery) && (inVain < mostInVain || candidates.some((one) => one.isUnmistakable))
  for (const candidate of candidates) {
    const { dialect, header, timestamp } = candidate
    const verified = verificationOf(candidate, delivery, secret)
    if (verified === 'by the scheme') {
      const seconds = timestamp === undefined ? undefined : Number(timestamp)
      return { outcome: 'verified', dialect, seen: header, timestamp: seconds }
    }
    // A service that takes the key or the timestamp in another way signs well, by a scheme that has no name.
    if (verified) return { outcome: 'verified', dialect: { scheme: 'unknown', header }, seen: header }
  }
  const keyed = findKeyedHash(delivery, secret, url, recipes, isSearched)
  if (keyed) {
    const { carrier, recipe } = keyed
    return { outcome: 'verified', dialect: dialectOf(carrier.place), seen: nameOf(carrier.place), recipe }
  }
  // A delivery on which not everything was tried may be signed in another way.
  const wrong = isSearched ? candidates.find(({ isUnmistakable }) => isUnmistakable) : undefined
  if (wrong) return { outcome: 'wrong', seen: `${wrong.header}: ${wrong.value}` }
  const [carrier] = carriersIn(delivery)
  if (!carrier) return { outcome: 'missing', seen: [...delivery.headers.keys()].join(', ') }
  const { place, value } = carrier
  return { outcome: 'unrecognised', dialect: dialectOf(place), seen: `${nameOf(place)}: ${value}` }
}

/** Whether the secret of a webhook verifies a delivery, as far as the suite knows how to. */
export function verifies(
  { webhook: { secret }, input: { url } }: Registered,
  delivery: Delivery,
  known?: Parameters<typeof inspectSignature>[3],
): boolean {
  // A registration that returned no secret is judged by itself.
  return typeof secret === 'string' && inspectSignature(delivery, secret, url, known).outcome === 'verified'
}

/** The dialect's word for a signature of no known scheme. */
export function dialectOf(place: string): Dialect['signature'] {
  if (place.startsWith('header ')) return { scheme: 'unknown', header: nameOf(place) }
  return { scheme: 'unknown', in: place.startsWith('body') ? 'body' : 'url' }
}

function nameOf(place: string): string {
  return place.replace(/^header /, '')
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
export function noteSignature(
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
  const expected = 'a signature made with the secret that the registration returned'
  const details = { expected, received: signature.seen, evidence: evidenceOf(context, delivery) }
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
