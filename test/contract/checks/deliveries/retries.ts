import { awaitRetry, retryPatience } from '../../probes/refused-deliveries'
import { deliveryBase, expectContent, expectSigned, requireDeliveries } from '../../probes/deliveries'
import { NotApplicable, type Check } from '../../engine/check'

/** Deliveries that are tried again after their first attempt was refused. */
export const retryChecks: readonly Check[] = [
  {
    ...deliveryBase,
    id: 'retried-delivery-is-signed',
    title: 'a delivery that is tried again holds the event as the first attempt did, and is signed',
    rules: ['DL-1', 'DL-5'],
    restsOn: 'Events, rules 3, 6 and 9',
    leavesOpen: 'Whether and when a failed delivery is tried again is the service’s choice.',
    // Most of the time until another attempt has passed by then.
    phase: 'late',
    async run(context) {
      await requireDeliveries(context)
      const { stays, created, retries } = await awaitRetry(context)
      for (const delivery of retries) {
        await expectContent(context, created, delivery)
        expectSigned(context, stays, delivery)
      }
      if (retries.length > 0) return `Judged with ${retries.length} attempts.`
      throw new NotApplicable(`No failed delivery was tried again within ${retryPatience / 1000} s.`)
    },
  },
]
