import { objectIn, type Account, type Incoming, type Outcome } from './account'
import { Refusal } from './refusal'
import type { Access, KnownKey, Scope } from './access'
import type { Choices } from './dimensions'
import type { Deliveries } from './deliveries'
import type { Events } from './events'
import type { Listing } from './listing'
import type { Webhooks } from './webhooks'

/** A request whose key was found to be good. */
export interface Permitted {
  request: Incoming
  account: Account
  key: KnownKey
  /** The id in the path, if any. */
  id: string
  /** Whether the answer gets lost on its way. */
  isLost: boolean
}

/** An operation of a service. One without a method stands for a path that exists and takes no method. */
export interface Route {
  method?: string
  path: RegExp
  scope?: Scope
  run: (permitted: Permitted) => Outcome
}

/** The parts that do the work. */
export interface Parts {
  access: Access
  deliveries: Deliveries
  events: Events
  listing: Listing
  webhooks: Webhooks
  write: (time: number) => string
}

const everyEvent = /^\/v1\/events$/
const oneEvent = /^\/v1\/events\/([^/]+)$/
const everyWebhook = /^\/v1\/webhooks$/
const oneWebhook = /^\/v1\/webhooks\/([^/]+)$/
const everyKey = /^\/v1\/keys$/

/** The operations that a service has by its choices. */
export function routesOf(choices: Choices, parts: Parts): Route[] {
  const { access, deliveries, events, listing, webhooks, write } = parts
  const shown: Route[] = [
    {
      ...{ method: 'POST', path: everyEvent, scope: 'events:write' },
      run: ({ account, request }) => {
        const { outcome, event, isNew } = events.create(account, request)
        const isDelivered = account.mode === 'live' || choices.testDeliveries === 'to-test-webhooks'
        if (isNew && isDelivered) deliveries.begin(account, event)
        return outcome
      },
    },
    {
      ...{ method: 'GET', path: everyEvent, scope: 'events:read' },
      run: ({ account, request, key, isLost }) => listing.page(account, request.query, key.value, isLost),
    },
    {
      ...{ method: 'POST', path: everyWebhook, scope: 'webhooks:write' },
      run: ({ account, request }) => {
        const { outcome, webhook } = webhooks.create(account, request)
        if (account.mode === 'live') deliveries.greet(webhook)
        return outcome
      },
    },
    {
      ...{ method: 'DELETE', path: oneWebhook, scope: 'webhooks:write' },
      run: ({ account, id }) => webhooks.delete(account, id),
    },
  ]
  const retrieve: Route = {
    ...{ method: 'GET', path: oneEvent, scope: 'events:read' },
    run: ({ account, id }) => events.retrieve(listing.visible(account), id),
  }
  const list: Route = {
    ...{ method: 'GET', path: everyWebhook, scope: 'webhooks:read' },
    run: ({ account, request }) => webhooks.list(account, request.query),
  }
  const createKey: Route = {
    ...{ method: 'POST', path: everyKey },
    run: ({ request, key }) =>
      access.create(
        key,
        objectIn(request.text, () => new Refusal(400)),
        write,
      ),
  }
  return [
    ...shown,
    ...(choices.retrieve === 'offered' ? [retrieve] : []),
    ...(choices.retrieve === 405 ? [{ ...retrieve, method: undefined }] : []),
    ...(choices.webhookList === 'not-offered' ? [] : [list]),
    ...(choices.scopedKeys === 'not-offered' ? [] : [createKey]),
  ]
}
