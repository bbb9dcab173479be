import {
  deliveryBase,
  evidenceOf,
  expectDelivery,
  firstDelivery,
  liveEvent,
  requireDeliveries,
  textOf,
} from '../../probes/deliveries'
import { dismiss, register, type Registered } from '../../probes/webhooks'
import { expectThat } from '../../probes/expect'
import { inspectSignature, type Signature } from '../../probes/signatures'
import type { Check } from '../../engine/check'
import type { Context } from '../../engine/context'
import type { Created } from '../../probes/events'
import type { DeliveryEvidence } from '../../engine/report'

/** Seconds by which a signature's timestamp may differ from the time of the delivery. */
const clockSkew = 5 * 60

/** The request that a delivery is: its method, its path, its signature. */
export const deliveryRequestChecks: readonly Check[] = [
  {
    ...deliveryBase,
    id: 'deliver-by-post-to-the-url',
    title: 'a delivery is a POST to the url, path and query included',
    rules: ['DL-4'],
    async run(context) {
      await requireDeliveries(context)
      const suffix = '/Hooks?tenant=a%20b&list=1&list=2'
      const webhook = await register(context, { suffix })
      const [type] = webhook.input.events as [string]
      const created = await liveEvent(context, type)
      const none = 'A webhook whose url has a path and a query got nothing.'
      const delivery = await expectDelivery(context, webhook, created, 'DL-4', none, { expected: suffix })
      const { method, path } = delivery
      const evidence = evidenceOf(context, delivery)
      expectThat(method === 'POST', 'DL-4', 'The delivery is no POST.', { received: method, evidence })
      const expected = webhook.address + suffix
      // A blank may be encoded as a plus, too.
      const holds = path.replaceAll('+', '%20') === expected
      const message = 'The delivery went to another path or query.'
      expectThat(holds, 'DL-4', message, { expected, received: path, evidence })
      await dismiss(context, webhook)
    },
  },
  {
    ...deliveryBase,
    id: 'delivery-is-signed',
    title: "a delivery's signature is verified by the webhook's own secret",
    rules: ['DL-5'],
    async run(context) {
      await requireDeliveries(context)
      const type = context.unique('signed')
      const webhooks = [
        await register(context, { events: [type] }),
        await register(context, { events: ['*'] }),
      ]
      const seen: string[] = []
      let verified = 0
      for (const text of ['first', 'second, with ünicode 支払い </a>']) {
        const created = await liveEvent(context, type, { text })
        for (const webhook of webhooks) {
          const { signature, evidence } = await signatureOf(context, webhook, created)
          if (signature.dialect) context.observe('signature', signature.dialect)
          expectFresh(context, signature.timestamp, created, evidence)
          if (signature.outcome === 'verified') verified += 1
          else {
            const message = 'Two different deliveries have the same signature.'
            const isNew = !seen.includes(signature.seen)
            expectThat(isNew, 'DL-5', message, { received: signature.seen, evidence })
          }
          seen.push(signature.seen)
        }
      }
      await dismiss(context, ...webhooks)
      return verified > 0
        ? `Verified by ${seen[0]}.`
        : `The scheme is none that the suite knows. Seen: ${seen[0]}`
    },
  },
  {
    ...deliveryBase,
    id: 'delivery-holds-no-secret',
    title: 'a delivery does not hold the secret of its webhook',
    rules: ['WH-3'],
    async run(context) {
      const { delivery } = await firstDelivery(context)
      const evidence = evidenceOf(context, delivery)
      const isShown = context.holdsSecret(textOf(delivery))
      expectThat(!isShown, 'WH-3', 'A delivery holds the secret of its webhook.', { evidence })
    },
  },
]

/** Inspects the signature of an event's delivery; fails where there is none or a wrong one. */
async function signatureOf(
  context: Context,
  registered: Registered,
  created: Created,
): Promise<{ signature: Signature; evidence: DeliveryEvidence }> {
  const none = 'A webhook that is subscribed to a type got nothing.'
  const delivery = await expectDelivery(context, registered, created, 'DL-1', none)
  const secret: unknown = registered.webhook.secret
  expectThat(typeof secret === 'string', 'WH-1', 'The registration returned no secret.')
  const signature = inspectSignature(delivery, secret)
  const evidence = evidenceOf(context, delivery)
  const expected = 'a signature made with the secret that the registration returned'
  const details = { expected, received: signature.seen, evidence }
  expectThat(signature.outcome !== 'missing', 'DL-5', 'A delivery has no signature.', details)
  const wrong = "The secret of the webhook does not verify the delivery's signature."
  expectThat(signature.outcome !== 'wrong', 'DL-5', wrong, details)
  return { signature, evidence }
}

/** Fails where a signature's timestamp is far from the time by the suite's and by the service's clock. */
function expectFresh(
  context: Context,
  timestamp: number | undefined,
  { event }: Created,
  evidence: DeliveryEvidence,
): void {
  // The service's time stands in `created`.
  const clocks = [context.now(), Date.parse(event.created)].filter((time) => !Number.isNaN(time))
  const isFresh =
    timestamp === undefined || clocks.some((time) => Math.abs(timestamp - time / 1000) <= clockSkew)
  const details = { expected: Math.floor(context.now() / 1000), received: timestamp, evidence }
  expectThat(isFresh, 'DL-5', "The signature's timestamp is not the time of the delivery.", details)
}
