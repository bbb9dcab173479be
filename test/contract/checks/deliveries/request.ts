import { Violation } from '../../engine/outcome'
import { inspectSignature } from '../../probes/signatures'
import { register } from '../../probes/webhooks'
import {
  assertDeliveries,
  awaitDelivery,
  deliveryBase,
  dismiss,
  evidenceOf,
  firstDelivery,
  liveEvent,
} from '../../probes/deliveries'
import type { Check } from '../../engine/check'
import type { Context } from '../../engine/context'
import type { Created } from '../../probes/events'

/** Deliveries: where they go, how they are signed, what they hold. */
export const deliveryChecks: readonly Check[] = [
  {
    ...deliveryBase,
    id: 'deliver-by-post-to-the-url',
    title: 'a delivery is a POST to the url, path and query included',
    rules: ['DL-4'],
    async run(context) {
      await assertDeliveries(context)
      const query = '/Hooks?tenant=a%20b&list=1&list=2'
      const webhook = await register(context, { query })
      const [type] = webhook.input.events as [string]
      const created = await liveEvent(context, type)
      const delivery = await awaitDelivery(context, webhook, created)
      if (!delivery)
        throw new Violation('DL-4', 'A webhook whose url has a path and a query got nothing.', {
          expected: query,
        })
      const evidence = evidenceOf(context, delivery)
      if (delivery.method !== 'POST') {
        throw new Violation('DL-4', 'The delivery is no POST.', { received: delivery.method, evidence })
      }
      const wanted = webhook.address + query
      // An encoded blank may be written as a plus.
      if (delivery.path.replaceAll('+', '%20') !== wanted) {
        throw new Violation('DL-4', 'The delivery went to another path or query.', {
          expected: wanted,
          received: delivery.path,
          evidence,
        })
      }
      await dismiss(context, webhook)
    },
  },
  {
    ...deliveryBase,
    id: 'delivery-is-signed',
    title: "a delivery's signature is verified by the webhook's own secret",
    rules: ['DL-5'],
    async run(context) {
      await assertDeliveries(context)
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
          const delivery = await awaitDelivery(context, webhook, created)
          if (!delivery) throw new Violation('DL-1', 'A webhook that is subscribed to a type got nothing.')
          const { secret } = webhook.webhook as { secret?: unknown }
          if (typeof secret !== 'string') throw new Violation('WH-1', 'The registration returned no secret.')
          const signature = inspectSignature(delivery, secret)
          const evidence = evidenceOf(context, delivery)
          if (signature.outcome === 'wrong' || signature.outcome === 'missing') {
            const wrong = "The secret of the webhook does not verify the delivery's signature."
            throw new Violation(
              'DL-5',
              signature.outcome === 'wrong' ? wrong : 'A delivery has no signature.',
              {
                expected: 'a signature made with the secret that the registration returned',
                received: signature.seen,
                evidence,
              },
            )
          }
          if (signature.dialect) context.observe('signature', signature.dialect)
          assertFresh(context, signature.timestamp, created, evidence)
          if (signature.outcome === 'verified') verified += 1
          else if (seen.includes(signature.seen)) {
            throw new Violation('DL-5', 'Two different deliveries have the same signature.', {
              received: signature.seen,
              evidence,
            })
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
      if (!context.holdsSecret([delivery.text, ...delivery.headers.values()].join('\n'))) return
      throw new Violation('WH-3', 'A delivery holds the secret of its webhook.', {
        evidence: evidenceOf(context, delivery),
      })
    },
  },
]

const skew = 5 * 60

function assertFresh(
  context: Context,
  timestamp: number | undefined,
  { event }: Created,
  evidence: Violation['details']['evidence'],
): void {
  // By either side's clock: the service's own stands in `created`.
  const clocks = [context.now(), Date.parse(event.created)].filter((time) => !Number.isNaN(time))
  if (timestamp === undefined || clocks.some((time) => Math.abs(timestamp - time / 1000) <= skew)) return
  throw new Violation('DL-5', "The signature's timestamp is not the time of the delivery.", {
    expected: Math.floor(context.now() / 1000),
    received: timestamp,
    evidence,
  })
}
