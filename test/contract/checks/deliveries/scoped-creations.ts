import { awaitListed } from '../../probes/listing'
import { createEvent, eventInput, newIdempotencyKey, sendEvent } from '../../probes/events'
import { deliveryBase, expectContent, expectSigned, requireDeliveries } from '../../probes/deliveries'
import { dismiss, register } from '../../probes/webhooks'
import { expectDelivery } from '../../probes/arrivals'
import { expectThat, idOf, isSuccess } from '../../probes/expect'
import { idempotency } from '../../probes/idempotency'
import { requireScopedKey } from '../../probes/scoped-keys'
import { scopes } from '../../../../generated/operations'
import type { Check } from '../../engine/check'

/** An event that a scoped key creates is worth as much as one that a full key creates. */
export const scopedCreationChecks: readonly Check[] = [
  {
    ...deliveryBase,
    id: 'scoped-key-creates-like-a-full-one',
    title:
      'an event that a scoped key creates is listed, delivered to its webhook and repeated by its idempotency key',
    rules: ['DL-1', 'DL-5', 'PG-6', 'EV-5'],
    restsOn: 'Authentication, rule 6; POST /v1/events, rule 1; Events, rules 3 and 6',
    leavesOpen: 'Whether, where and for whom scoped keys are made is not shown.',
    async run(context) {
      await requireDeliveries(context)
      const key = await requireScopedKey(context, scopes)
      const { places, effective } = await idempotency(context)
      const webhook = await register(context, { key })
      const input = { ...eventInput(context, 'scoped'), type: webhook.input.events[0] as string }
      const once = newIdempotencyKey(places)
      const created = await createEvent(context, key, input, once)
      await awaitListed(context, context.liveKey(), [created.event.id])
      const message = 'An event that a scoped key created was not delivered to a webhook that it registered.'
      const delivery = await expectDelivery(context, webhook, created, 'DL-1', message)
      await expectContent(context, created, delivery)
      expectSigned(context, webhook, delivery)
      const again = effective ? await sendEvent(context, key, input, once) : undefined
      if (again && isSuccess(again)) {
        const details = { expected: created.event.id, received: idOf(again), answer: again }
        const message = 'A repeated idempotency key of a scoped key created a second event.'
        expectThat(idOf(again) === created.event.id, 'EV-5', message, details)
      }
      await dismiss(context, webhook)
    },
  },
]
