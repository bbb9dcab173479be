import { absentId } from '../../probes/identifiers'
import { awaitDelivery, expectDelivery, expectNoDelivery, quiet, received } from '../../probes/arrivals'
import { awaitRetry, retryPatience } from '../../probes/refused-deliveries'
import { deliveryBase, liveEvent, requireDeliveries } from '../../probes/deliveries'
import { dismiss, register, remove, stands } from '../../probes/webhooks'
import type { Created } from '../../probes/events'
import { NotApplicable, type Check } from '../../engine/check'

/** Deliveries after a deletion. */
export const afterDeletionChecks: readonly Check[] = [
  {
    ...deliveryBase,
    id: 'others-receive-after-failed-deletion',
    title: 'after a deletion that finds nothing other webhooks go on receiving',
    rules: ['WD-6'],
    restsOn: 'States and transitions',
    leavesOpen: 'When a delivery comes is the service’s choice.',
    async run(context) {
      await requireDeliveries(context)
      const type = context.unique('stays')
      const stays = await register(context, { events: [type] })
      const goes = await register(context, { events: [type] })
      await remove(context, goes)
      for (const id of [goes.webhook.id, absentId(stays.webhook.id)]) {
        await context.call('deleteWebhook', { key: stays.key, path: { id } })
      }
      const created = await liveEvent(context, type)
      const message = 'A webhook receives nothing after another deletion found nothing.'
      await expectDelivery(context, stays, created, 'WD-6', message)
      await dismiss(context, stays)
    },
  },
  {
    ...deliveryBase,
    id: 'no-delivery-after-deletion',
    title: 'deletion ends all further delivery',
    rules: ['WD-5'],
    restsOn: 'Events, rule 4; States and transitions',
    leavesOpen: 'A delivery that was under way before the deletion may still arrive.',
    async run(context) {
      await requireDeliveries(context)
      const type = context.unique('ends')
      const goes = await register(context, { events: [type] })
      const star = await register(context, { events: ['*'] })
      const stays = await register(context, { events: [type] })
      const before = await liveEvent(context, type)
      for (const webhook of [goes, star]) await awaitDelivery(context, webhook, before)
      for (const webhook of [goes, star]) await remove(context, webhook)
      const after = await liveEvent(context, type)
      // The delivery to the webhook that stays shows that this event's deliveries have been made.
      await awaitDelivery(context, stays, after)
      await quiet(context)
      const expectNone = (...events: readonly Created[]) => {
        const deliveries = events.flatMap((event) =>
          [goes, star].flatMap((webhook) => received(context, webhook, event)),
        )
        const message = 'A delivery came after the deletion of its webhook.'
        expectNoDelivery(context, deliveries[0], 'WD-5', message)
      }
      expectNone(after)
      context.later('the deletion still holds', async () => {
        expectNone(after)
        if (!stands(context, stays)) return
        const last = await liveEvent(context, type)
        await awaitDelivery(context, stays, last)
        await quiet(context)
        await dismiss(context, stays)
        expectNone(last)
      })
    },
  },
  {
    ...deliveryBase,
    id: 'no-retry-after-deletion',
    title: 'a delivery that failed is not tried again once its webhook is deleted',
    rules: ['WD-5'],
    restsOn: 'Events, rules 4 and 9',
    leavesOpen: 'Whether and when a failed delivery is tried again is the service’s choice.',
    // Most of the time until another attempt has passed by then.
    phase: 'late',
    async run(context) {
      await requireDeliveries(context)
      const { gone, stays, created, tried, retries } = await awaitRetry(context)
      await dismiss(context, stays)
      const late = received(context, gone, created)[tried.gone]
      const message = 'A delivery was tried again after the deletion of its webhook.'
      expectNoDelivery(context, late, 'WD-5', message)
      // Only a service that tries the webhook again that stays could have tried the one that is gone.
      if (retries.length > 0) return
      throw new NotApplicable(`No failed delivery was tried again within ${retryPatience / 1000} s.`)
    },
  },
]
