import { nowhere } from '../webhook-hosts'
import { typeOf } from './events'
import type { PlannedRequest, Means } from './planned-request'
import type { Situation } from '../../../../generated/situations'

const registering = { operation: 'createWebhook', mode: 'non-disruptive', resource: 'webhook' } as const
const deleting = { operation: 'deleteWebhook', mode: 'non-disruptive', resource: 'deletion' } as const

/** The name of the request whose webhook the others go by. */
const first = 'create-webhook'

async function bodyOf(means: Means, name: string) {
  return { url: await means.webhookUrl(name), events: [typeOf(means, name)] }
}

/** A URL at another host. Its path bears the prefix of the run, by which a clean-up finds a webhook whose answer was lost. */
function atHost(origin: string, url: string): string {
  return url.replace(/^https:\/\/[^/]+/, origin)
}

/** A registration whose body differs from a right one. */
function variant(
  name: string,
  title: string,
  situation: Situation,
  change: (right: { url: string; events: string[] }) => object,
  quotes?: string,
): PlannedRequest {
  return {
    ...registering,
    name,
    title,
    situation,
    async request(means) {
      const body = change(await bodyOf(means, name))
      const quoted = quotes === undefined ? undefined : (body as Record<string, unknown>)[quotes]
      const value = typeof quoted === 'string' ? quoted : quoted && JSON.stringify(quoted)
      return { key: means.webhookKey(), body, odd: true, value: value as string | undefined }
    },
  }
}

/** Requests that register, list and delete webhooks, or fail to. */
export const webhookRequests: readonly PlannedRequest[] = [
  {
    ...registering,
    name: first,
    title: 'registration of a webhook',
    keepsWebhook: true,
    request: async (means) => ({ key: means.webhookKey(), body: await bodyOf(means, first) }),
  },
  {
    ...registering,
    name: 'create-described-webhook',
    title: 'registration with a description',
    keepsWebhook: true,
    request: async (means) => ({
      key: means.webhookKey(),
      body: { ...(await bodyOf(means, 'described')), description: 'A description.' },
    }),
  },
  {
    ...registering,
    name: 'same-url-again',
    title: 'registration of a URL that a webhook has already',
    situation: 'duplicateUrl',
    async request(means) {
      await means.idFrom(first)
      const body = await bodyOf(means, first)
      return { key: means.webhookKey(), body, odd: true, value: body.url }
    },
  },
  variant(
    'plain-url',
    'registration of an http:// URL',
    'insecureUrl',
    (right) => ({ ...right, url: right.url.replace('https:', 'http:') }),
    'url',
  ),
  variant('missing-url', 'registration without url', 'missingUrl', ({ events }) => ({ events })),
  variant(
    'no-url',
    'registration of a text that is no URL',
    'invalidUrl',
    (right) => ({ ...right, url: 'no url' }),
    'url',
  ),
  variant('missing-events', 'registration without events', 'missingEvents', ({ url }) => ({ url })),
  variant(
    'events-of-text',
    'registration with a text as events',
    'invalidEvents',
    (right) => ({ ...right, events: 'order.paid' }),
    'events',
  ),
  variant('events-of-none', 'registration with empty events', 'emptyEvents', (right) => ({
    ...right,
    events: [],
  })),
  variant(
    'events-twice',
    'registration with an event type twice',
    'duplicateEvents',
    (right) => ({ ...right, events: [...right.events, ...right.events] }),
    'events',
  ),
  {
    ...registering,
    name: 'events-mixed',
    title: 'registration with * among other types',
    situation: 'mixedEvents',
    async request(means) {
      const { events, url } = await bodyOf(means, 'events-mixed')
      // Without a receiver of our own, nobody may get the events of a webhook that may be for all of them.
      const safe = means.context.receiverUrl === undefined ? atHost(nowhere, url) : url
      const mixed = ['*', ...events]
      const body = { url: safe, events: mixed }
      return { key: means.webhookKey(), body, odd: true, value: JSON.stringify(mixed) }
    },
  },
  variant(
    'private-host',
    'registration of a URL at a private address',
    'webhookHost',
    (right) => ({ ...right, url: atHost('https://10.0.0.1', right.url) }),
    'url',
  ),
  variant(
    'reserved-host',
    'registration of a URL at a reserved name',
    'webhookHost',
    (right) => ({ ...right, url: atHost(nowhere, right.url) }),
    'url',
  ),
  variant(
    'long-description',
    'registration with a description of 2,000 characters',
    'longDescription',
    (right) => ({ ...right, description: 'x'.repeat(2_000) }),
  ),
  {
    name: 'list-webhooks',
    title: 'list of webhooks',
    mode: 'non-disruptive',
    operation: 'listWebhooks',
    resource: 'list',
    request: (means) => ({ key: means.webhookKey() }),
  },
  {
    ...deleting,
    name: 'delete-unknown-webhook',
    title: 'deletion of a webhook that does not exist',
    situation: 'unknownWebhook',
    request: (means) => ({
      key: means.webhookKey(),
      path: { id: 'wh_0000000000000000' },
      value: 'wh_0000000000000000',
    }),
  },
  {
    ...deleting,
    name: 'delete-described-webhook',
    title: 'deletion of the second webhook',
    async request(means) {
      // The requests on the list come first: they need webhooks.
      const id = await means.idFrom('create-described-webhook')
      return { key: means.webhookKey(), path: { id } }
    },
  },
  {
    ...deleting,
    name: 'delete-webhook',
    title: 'deletion of a webhook',
    request: async (means) => ({ key: means.webhookKey(), path: { id: await means.idFrom(first) } }),
  },
  {
    ...deleting,
    name: 'delete-again',
    title: 'deletion of a webhook that was deleted',
    situation: 'unknownWebhook',
    async request(means) {
      const id = await means.idFrom(first)
      await means.answerTo('delete-webhook')
      return { key: means.webhookKey(), path: { id }, value: id }
    },
  },
]
