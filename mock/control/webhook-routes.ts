import { newSecret } from '../deliveries/signer'
import { notFound } from '../http/refusal'
import { operationHandlers } from '../operations/handlers'
import { type FieldValues, objectOf } from './fields'
import { ControlAnswer, type ControlRoutes, json, removal, route } from './route'
import {
  allOf,
  anyObject,
  id,
  mode,
  named,
  overlap,
  pageOf,
  secret,
  text,
  time,
  usualOverlap,
} from './schemas'
import { modes } from '../state/each-item'
import type { Mode, StoredWebhook } from '../store/records'
import type { Store } from '../store/store'
import { findWebhook } from './find-webhook'
import { keylessRequest } from './keyless-request'
import { listAnswer, type Listing, listingOf, listParameters, wrongCursor } from './listing'

/**
 * Lists, creates and deletes webhooks of both modes, without an API key, and shows and rotates a secret, as a dashboard does.
 * A webhook is judged as by its operation.
 */
export const webhookRoutes: ControlRoutes = {
  'GET /webhooks': route({
    title: 'Lists the webhooks of both modes, newest first, without their secrets',
    query: { ...listParameters, 'mode?': mode, 'state?': text },
    answers: { 200: json(pageOf(named('Webhook'))) },
    async handle({ query }, { store }) {
      const { items, nextCursor } = await webhookItems(store, query)
      return listAnswer(items, nextCursor)
    },
  }),
  'GET /endpoints': route({
    title: 'Lists the webhooks whose endpoints are slow or silent, as this process knows them',
    more: '`slow`: no answer for a second. `silent`: no answer to the last attempt; such a one gets one attempt at a time',
    answers: { 200: json(allOf(objectOf({ webhook: id, state: { enum: ['slow', 'silent'] } }))) },
    handle: (_, { dispatcher }) => ({
      data: Array.from(dispatcher.endpointStates(), ([webhook, state]) => ({ webhook, state })),
    }),
  }),
  'POST /webhooks': route({
    title: 'Makes a webhook without an API key, as its operation judges it',
    body: { 'mode?': mode },
    open: true,
    answers: { 201: json(anyObject) },
    async handle({ body: { mode = 'live', ...body } }, state) {
      const asked = keylessRequest(mode, body)
      return new ControlAnswer(await operationHandlers.createWebhook(asked, state.settings, state))
    },
  }),
  'DELETE /webhooks/:id': removal(
    'Deletes a webhook of whichever mode',
    'webhook',
    async (id, { store, dispatcher }) => {
      const webhook = await findWebhook(store, id)
      if (!webhook || !(await store.removeWebhook(webhook.mode, id))) return false
      dispatcher.drop(id)
      return true
    },
  ),
  'GET /webhooks/:id/secret': route({
    title: 'Shows the secret of a webhook, and the one before as long as that signs',
    answers: {
      200: json(objectOf({ id, secret: text, 'previousSecret?': text, 'previousUntil?': time })),
    },
    async handle({ params: { id = '' } }, { store, settings: { clock } }) {
      const webhook = await findWebhook(store, id)
      if (!webhook) throw notFound('No webhook has this id.')
      const { secret, previousSecret } = webhook
      const isInForce = previousSecret !== undefined && clock.now() < previousSecret.until
      if (!isInForce) return { id, secret }
      const previousUntil = new Date(previousSecret.until).toISOString()
      return { id, secret, previousSecret: previousSecret.secret, previousUntil }
    },
  }),
  'POST /webhooks/:id/rotate': route({
    title: 'Gives a webhook a new secret, while the old one goes on signing beside it',
    body: { 'secret?': secret, 'overlap?': overlap },
    answers: { 200: json(objectOf({ id, secret: text, previousUntil: time })) },
    async handle({ params: { id = '' }, body }, { store, secrets, settings }) {
      const { clock, random } = settings
      const { secret = newSecret(random), overlap = usualOverlap } = body
      const webhook = await findWebhook(store, id)
      if (!webhook) throw notFound('No webhook has this id.')
      secrets.learn(secret)
      const until = clock.now() + overlap * 1_000
      const previousSecret = overlap > 0 ? { secret: webhook.secret, until } : undefined
      await store.updateWebhook(id, { secret, previousSecret })
      return { id, secret, previousUntil: new Date(until).toISOString() }
    },
  }),
}

type WebhookQuery = FieldValues<typeof listParameters> & { mode?: Mode; state?: string }

/** The webhooks of both modes that a listing asks for, newest first, without their secrets. */
async function webhookItems(store: Store, query: WebhookQuery) {
  const { mode } = query
  const listing = listingOf(query)
  const { limit, cursor } = listing
  const [, from = 'live', position] = /^(live|test)\.(\d{1,15}|begin)$/.exec(cursor ?? 'live.begin') ?? []
  if (position === undefined) throw wrongCursor()
  const items: string[] = []
  let after = position === 'begin' ? undefined : Number(position)
  for (const part of modes.slice(modes.indexOf(from as Mode))) {
    do {
      if (mode !== undefined && part !== mode) break
      if (items.length === limit) return { items, nextCursor: `${part}.${after ?? 'begin'}` }
      const slice = await store.webhooks(part, { limit: limit - items.length, after, order: 'newest-first' })
      for (const { secret: _secret, previousSecret: _previous, ...shown } of slice.items)
        if (isAsked(shown, query, listing)) items.push(JSON.stringify(shown))
      after = slice.next as number | undefined
    } while (after !== undefined)
    after = undefined
  }
  return { items, nextCursor: null }
}

function isAsked(
  { id, url, events, description, status, created }: Omit<StoredWebhook, 'secret'>,
  asked: WebhookQuery,
  { isInTime, holdsText }: Listing,
): boolean {
  return (
    (asked.id === undefined || id === asked.id) &&
    (asked.type === undefined || events.includes(asked.type) || events.includes('*')) &&
    (asked.state === undefined || status === asked.state) &&
    isInTime(created) &&
    holdsText(url, description)
  )
}
