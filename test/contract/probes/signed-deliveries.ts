import { evidenceOf } from './arrivals'
import { expectThat } from './expect'
import { inspectSignature, type Signature } from './signatures'
import { carriersIn } from './signature-carriers'
import type { Context } from '../engine/context'
import type { Delivery } from '../receiver/inbox'
import type { Registered } from './webhooks'

/** What the run knows by now of how the deployment signs. */
interface Signing {
  /** Whether a delivery was verified by its webhook's secret. */
  isVerified: boolean
  /** The places at which each delivery has something that changes with its content, where no secret verifies any. */
  places: readonly string[]
}

/** Bytes of a body from which on a scheme without a name is not looked for. */
const largeBody = 8_192

export function signingOf(context: Context): Signing {
  return context.keep('signing', () => ({ isVerified: false, places: [] }))
}

/**
 * Inspects the signature of a delivery to a webhook. Fails with DL-5 where it is wrong: unmistakably of a known scheme and not
 * verified, or unlike those of the run's other deliveries.
 */
export function expectSigned(context: Context, registered: Registered, delivery: Delivery): Signature {
  const { webhook, input } = registered
  const secret: unknown = webhook.secret
  expectThat(typeof secret === 'string', 'WH-1', 'The registration returned no secret.')
  const signature = inspectSignature(delivery, secret, input.url)
  const signing = signingOf(context)
  const evidence = evidenceOf(context, delivery)
  const expected = 'a signature made with the secret that the registration returned'
  const details = { expected, received: signature.seen, evidence }
  const wrong = "The secret of the webhook does not verify the delivery's signature."
  expectThat(signature.outcome !== 'wrong', 'DL-5', wrong, details)
  if (signature.outcome === 'verified') signing.isVerified = true
  else if (signing.isVerified && delivery.body.length < largeBody) {
    const unlike =
      "The secret of the webhook does not verify this delivery, as others' secrets verify theirs."
    expectThat(false, 'DL-5', unlike, details)
  }
  const present = carriersIn(delivery).map(({ place }) => place)
  const isUnsigned = signing.places.length > 0 && !signing.places.some((place) => present.includes(place))
  expectThat(!isUnsigned, 'DL-5', 'A delivery has no signature, as others have.', details)
  return signature
}
