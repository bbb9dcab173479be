import { awaitArrival, quiet } from '../../probes/arrivals'
import { deliveryBase, liveEvent, someDelivery } from '../../probes/deliveries'
import { dismiss, register } from '../../probes/webhooks'
import { fieldsOf, itemsOf } from '../../probes/answers'
import { listedWebhooks } from '../../probes/listed-webhooks'
import { NotApplicable } from '../../engine/outcome'
import type { Check } from '../../engine/check'

const { mode, needs, timeLimit } = deliveryBase

/** The choice that shows with a receiver that wants no more deliveries. */
export const goneChecks: readonly Check[] = [
  {
    ...{ level: 'observe', mode, needs, timeLimit },
    id: 'gone-receiver',
    title: 'the status of a webhook whose receiver answered 410',
    rules: ['OQ-18'],
    restsOn: 'Webhook, field status; Events, rule 9',
    leavesOpen: 'Which other statuses a webhook has, and what a failed delivery leads to, is not shown.',
    observes: ['goneDisables'],
    async run(context) {
      await someDelivery(context)
      const { address, webhook, key, input, ...rest } = await register(context)
      const { inbox } = context.receiver()
      inbox.refuse(address, 410)
      // A greeting may have come before.
      const before = inbox.at(address).length
      await liveEvent(context, input.events[0] as string)
      const hasCome = await awaitArrival(context, () => inbox.at(address).length > before)
      await quiet(context)
      if (!hasCome) throw new NotApplicable('Nothing was delivered to the receiver that answers 410.')
      const { answers } = await listedWebhooks(context, key)
      const items = answers.flatMap(itemsOf) as ({ id?: unknown; status?: unknown } | null)[]
      const listed = items.find((item) => item?.id === webhook.id)
      await dismiss(context, { address, webhook, key, input, ...rest })
      if (!listed) return 'The webhook was listed no longer.'
      if (typeof listed.status !== 'string') return 'The list shows no status.'
      context.observe('goneDisables', listed.status !== fieldsOf(rest.answer).status)
      return `It was ${listed.status}.`
    },
  },
]
