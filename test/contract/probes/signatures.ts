import type { Dialect } from '../../../generated/dialect'
import { candidatesIn, verificationOf } from './signature-schemes'
import { carriersIn } from './signature-carriers'
import { findKeyedHash, isSearched, type Recipe } from './signature-search'
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

/**
 * Inspects the signature of one delivery to the webhook of this secret and URL. What the interface does not show may fail
 * nobody: only what is unmistakably of a known scheme is `wrong`.
 */
export function inspectSignature(
  delivery: Delivery,
  secret: string,
  url?: string,
  known?: readonly Recipe[],
): Signature {
  const candidates = candidatesIn(delivery)
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
  const keyed = findKeyedHash(delivery, secret, url, known)
  if (keyed) {
    const { carrier, recipe } = keyed
    return { outcome: 'verified', dialect: dialectOf(carrier.place), seen: nameOf(carrier.place), recipe }
  }
  // A delivery that is too large to try everything may be signed in another way.
  const wrong = isSearched(delivery) ? candidates.find(({ isUnmistakable }) => isUnmistakable) : undefined
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
