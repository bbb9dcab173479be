import { evidenceOf } from './arrivals'
import { expectThat } from './expect'
import { inspectSignature, type Signature } from './signatures'
import { carriersIn } from './signature-carriers'
import type { Recipe } from './signature-search'
import type { Context } from '../engine/context'
import type { Delivery } from '../receiver/inbox'
import type { Registered } from './webhooks'

/** The run's knowledge so far of how the deployment signs. */
interface Signing {
  /** Whether a delivery was verified by its webhook's secret. */
  isVerified: boolean
  /** How it was signed, where that is none of the four schemes. */
  recipes: readonly Recipe[]
  /** The places at which each delivery has something that changes with its content, where no secret verifies any. */
  places: readonly string[]
}

export function signingOf(context: Context): Signing {
  return context.keep('signing', () => ({ isVerified: false, recipes: [], places: [] }))
}

/**
 * Inspects the signature of a delivery to a webhook. Fails with DL-5 where it is wrong: unmistakably of a known scheme and not
 * verified, or unlike those of the run's other deliveries.
 */
export function expectSigned(context: Context, registered: Registered, delivery: Delivery): Signature {
  const { webhook, input } = registered
  const secret: unknown = webhook.secret
  expectThat(typeof secret === 'string', 'WH-1', 'The registration returned no secret.')
  const signing = signingOf(context)
  const signature = inspectSignature(delivery, secret, input.url, signing.recipes)
  const evidence = evidenceOf(context, delivery)
  const expected = 'a signature made with the secret that the registration returned'
  const details = { expected, received: signature.seen, evidence }
  const wrong = "The secret of the webhook does not verify the delivery's signature."
  expectThat(signature.outcome !== 'wrong', 'DL-5', wrong, details)
  const isUnlike = signing.isVerified && signature.outcome !== 'verified'
  const unlike = "The secret of the webhook does not verify this delivery, as others' secrets verify theirs."
  expectThat(!isUnlike, 'DL-5', unlike, details)
  if (signature.outcome === 'verified') signing.isVerified = true
  if (signature.recipe) signing.recipes = [signature.recipe]
  const present = carriersIn(delivery).map(({ place }) => place)
  const isUnsigned = signing.places.length > 0 && !signing.places.some((place) => present.includes(place))
  expectThat(!isUnsigned, 'DL-5', 'A delivery has no signature, as others have.', details)
  return signature
}
