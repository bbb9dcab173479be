import type { Dialect } from '../../../generated/dialect'
import { candidatesIn, verificationOf } from './signature-schemes'
import { carriersIn } from './signature-carriers'
import { canBeSearched, findKeyedHash, type Recipe } from './signature-search'
import type { Delivery } from '../receiver/inbox'

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

/** The dialect's word for a signature of no known scheme. */
export function dialectOf(place: string): Dialect['signature'] {
  if (place.startsWith('header ')) return { scheme: 'unknown', header: nameOf(place) }
  return { scheme: 'unknown', in: place.startsWith('body') ? 'body' : 'url' }
}

function nameOf(place: string): string {
  return place.replace(/^header /, '')
}
