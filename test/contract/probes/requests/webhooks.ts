import { nowhere } from '../webhook-hosts'
import { typeOf } from './events'
import type { PlannedRequest, Means } from './planned-request'
import type { Situation } from '../../../../generated/situations'

const registering = { operation: 'createWebhook', mode: 'non-disruptive', resource: 'webhook' } as const
const deleting = { operation: 'deleteWebhook', mode: 'non-disruptive', resource: 'deletion' } as const

/** The name of the request whose webhook the others go by. */
const first = 'create-webhook'
/** The id of no webhook. */
const unknown = 'wh_0000000000000000'

async function bodyOf(means: Means, name: string) {
  return { url: await means.webhookUrl(name), events: [typeOf(means, name)] }
}

/** A URL at another host. Its path bears the prefix of the run, by which a clean-up finds a webhook whose answer was lost. */
function atHost(origin: string, url: string): string {
  return url.replace(/^https:\/\/[^/]+/, origin)
}

type Right = Awaited<ReturnType<typeof bodyOf>>

/** A registration whose body differs from a right one in this field, which a refusal may quote. One that is undefined is left out. */
function variant<Field extends keyof Right>(
  name: string,
  title: string,
  situation: Situation,
  field: Field,
  change: (right: Right[Field]) => unknown,
): PlannedRequest {
  return {
    ...{ ...registering, name, title, situation },
    async request(means) {
      const right = await bodyOf(means, name)
      const changed = change(right[field])
      const value = typeof changed === 'string' ? changed : JSON.stringify(changed)
      return { key: means.webhookKey(), body: { ...right, [field]: changed }, odd: true, value }
    },
  }
}

const toPlain = (url: string) => url.replace('https:', 'http:')
const toPrivate = (url: string) => atHost('https://10.0.0.1', url)
const toReserved = (url: string) => atHost(nowhere, url)
const toText = () => 'order.paid'
const twice = (types: string[]) => [...types, ...types]

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
  variant('plain-url', 'registration of an http:// URL', 'insecureUrl', 'url', toPlain),
  variant('missing-url', 'registration without url', 'missingUrl', 'url', () => undefined),
  variant('no-url', 'registration of a text that is no URL', 'invalidUrl', 'url', () => 'no url'),
  variant('missing-events', 'registration without events', 'missingEvents', 'events', () => undefined),
  variant('events-of-text', 'registration with a text as events', 'invalidEvents', 'events', toText),
  variant('events-of-none', 'registration with empty events', 'emptyEvents', 'events', () => []),
  variant('events-twice', 'registration with an event type twice', 'duplicateEvents', 'events', twice),
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
  variant('private-host', 'registration of a URL at a private address', 'webhookHost', 'url', toPrivate),
  variant('reserved-host', 'registration of a URL at a reserved name', 'webhookHost', 'url', toReserved),
  {
    ...registering,
    name: 'long-description',
    title: 'registration with a description of 2,000 characters',
    situation: 'longDescription',
    async request(means) {
      const body = { ...(await bodyOf(means, 'long-description')), description: 'x'.repeat(2_000) }
      return { key: means.webhookKey(), body, odd: true }
    },
  },
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
    request: (means) => ({ key: means.webhookKey(), path: { id: unknown }, value: unknown }),
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
