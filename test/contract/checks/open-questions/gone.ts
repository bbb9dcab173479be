import { awaitArrival, quiet } from '../../probes/arrivals'
import { deliveryBase, liveEvent, someDelivery } from '../../probes/deliveries'
import { dismiss, register, type Registered } from '../../probes/webhooks'
import { fieldsOf, itemsOf } from '../../probes/expect'
import { listedWebhooks } from '../../probes/listed-webhooks'
import { NotApplicable, type Check, type Context } from '../../engine/check'

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
      const registered = await register(context)
      context.receiver().inbox.refuse(registered.address, 410)
      if (!(await isTried(context, registered)))
        throw new NotApplicable('Nothing was delivered to the receiver that answers 410.')
      const status = await listedStatus(context, registered)
      // A disabled webhook gets nothing any more, which shows also without a list.
      const isDisabled =
        status === undefined
          ? !(await isTried(context, registered))
          : status !== fieldsOf(registered.answer).status
      await dismiss(context, registered)
      context.observe('goneDisables', isDisabled)
      return status === undefined ? undefined : `It was ${status}.`
    },
  },
]

/** Whether the delivery of another event is tried at a webhook. */
async function isTried(context: Context, { address, input }: Registered): Promise<boolean> {
  const { inbox } = context.receiver()
  await quiet(context)
  const before = inbox.at(address).length
  await liveEvent(context, input.events[0] as string)
  const hasCome = await awaitArrival(context, () => inbox.at(address).length > before)
  await quiet(context)
  return hasCome
}

/** The status of a webhook in the list; `undefined` where no list shows it. */
async function listedStatus(context: Context, { key, webhook }: Registered): Promise<string | undefined> {
  try {
    const { answers } = await listedWebhooks(context, key)
    const items = answers.flatMap(itemsOf) as ({ id?: unknown; status?: unknown } | null)[]
    const { status } = items.find((item) => item?.id === webhook.id) ?? {}
    return typeof status === 'string' ? status : undefined
  } catch (error) {
    if (error instanceof NotApplicable) return undefined
    throw error
  }
}
