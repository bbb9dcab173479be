import { blaming, expectSame, expectThat } from '../../probes/expect'
import { createEvent, eventInput } from '../../probes/events'
import {
  deliveryBase,
  expectContent,
  firstDelivery,
  liveEvent,
  requireMarkedDeliveries,
} from '../../probes/deliveries'
import { evidenceOf, expectDelivery, expectNoDelivery, quiet, received } from '../../probes/arrivals'
import { expectSigned } from '../../probes/signed-deliveries'
import { isSuccess } from '../../probes/answers'
import { register, remove } from '../../probes/webhooks'
import type { Check } from '../../engine/check'

/** The check of a quick run that everything which must hold of deliveries is judged by. */
export const deliveryGlanceChecks: readonly Check[] = [
  {
    ...deliveryBase,
    id: 'deliveries-at-a-glance',
    title: 'events reach those who are subscribed, signed, and nobody else, until the webhook is deleted',
    rules: ['DL-1', 'DL-2', 'DL-3', 'DL-4', 'DL-5', 'DL-6', 'WH-6', 'WD-5', 'WD-6', 'AU-8'],
    needs: ['live-key', 'test-key', 'receiver'],
    restsOn: 'Events, rules 2 to 6; Authentication, rule 4; States and transitions',
    leavesOpen:
      'What a delivery looks like, how it is signed and when it comes are the service’s choice. A signature of a scheme that the suite does not know is left to a whole run.',
    quick: 'only',
    async run(context) {
      const { webhook: narrow, created, delivery } = await firstDelivery(context)
      await requireMarkedDeliveries(context)
      await expectContent(context, created, delivery)
      const [type] = narrow.input.events as [string]
      const evidence = evidenceOf(context, delivery)
      expectThat(delivery.method === 'POST', 'DL-4', 'The delivery is no POST.', { evidence })
      expectSigned(context, narrow, delivery)
      const all = await register(context, { events: ['*'], key: narrow.key })
      expectSame(all.webhook.events, ['*'], 'WH-6', 'The list of event types', all.answer)
      const test = await createEvent(context, context.testKey(), { ...eventInput(context), type })
      const other = await liveEvent(context, `${type}.other`)
      await expectDelivery(context, all, other, 'DL-3', 'A webhook for all events did not receive one.')
      await quiet(context)
      const unwanted = received(context, narrow, other)[0]
      expectNoDelivery(context, unwanted, 'DL-2', 'A webhook received a type that it had not subscribed to.')
      for (const webhook of [narrow, all]) {
        const message = 'An event that a test key made was delivered to a webhook of a live key.'
        expectNoDelivery(context, received(context, webhook, test)[0], 'DL-6', message)
      }

      const deletion = { path: { id: narrow.webhook.id } }
      const tried = await context.call('deleteWebhook', { ...deletion, key: context.testKey() })
      const deleted = 'A test key deleted a live webhook.'
      expectThat(!isSuccess(tried), 'AU-8', deleted, { expected: 'a refusal', answer: tried })
      await blaming(
        'AU-8',
        'WD-2',
        'A test key was refused, and the webhook is gone',
        remove(context, narrow),
      )
      // This one finds nothing, and changes nothing.
      await context.call('deleteWebhook', { ...deletion, key: narrow.key })
      const after = await liveEvent(context, type)
      const message = 'A webhook receives nothing after another deletion found nothing.'
      await expectDelivery(context, all, after, 'WD-6', message)
      await quiet(context)
      const late = received(context, narrow, after)[0]
      expectNoDelivery(context, late, 'WD-5', 'A delivery came after the deletion of its webhook.')
      await remove(context, all)
    },
  },
]
