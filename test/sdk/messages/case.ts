import type { ClientOptions, EventDelivery } from '@event-delivery/sdk'
import { type Step, scriptedFetch } from '@event-delivery/sdk/testing'
import { clientOf, input } from '../client'

/** Makes the error of a case: rejects with it, or throws it. */
export type Case = () => unknown

/** A use of a client. */
export type Use = (client: EventDelivery) => unknown
export const createEvent: Use = ({ events }) => events.create(input)

export const createWebhook: Use = ({ webhooks }) =>
  webhooks.create({ url: 'https://a.example', events: ['*'] })

/** A call that is answered by these steps, and not repeated. */
export const after =
  (step: Step, use: Use = createEvent, options: ClientOptions = {}): Case =>
  () =>
    use(clientOf(scriptedFetch(step), { maxRetries: 0, ...options }).client)

const issues = [{ message: 'must be a number', path: ['order'] }]

/** A validator that refuses every payload. */
export const refusing = { '~standard': { version: 1 as const, vendor: 'a', validate: () => ({ issues }) } }
