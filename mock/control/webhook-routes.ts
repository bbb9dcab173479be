import { newSecret } from '../deliveries/signer'
import { invalidRequest, notFound } from '../http/refusal'
import { operationHandlers } from '../operations/handlers'
import { ControlAnswer, type ControlRoutes, refuseStray } from './route'
import { modes } from '../state/each-item'
import type { Mode, StoredWebhook } from '../store/records'
import type { Store } from '../store/store'
import { findWebhook } from './find-webhook'
import { keylessRequest, modeFrom } from './keyless-request'
import { listAnswer, type Listing, readListing, wrongCursor } from './listing'
import { overlapFrom } from './overlap'

const rotationFields = ['secret', 'overlap']

/**
 * Lists, creates and deletes webhooks of both modes, without an API key, and shows and rotates a secret, as a dashboard does.
 * A webhook is judged as by its operation.
 */
export const webhookRoutes: ControlRoutes = {
  async 'GET /webhooks'({ query }, { store }) {
    const listing = readListing(query, { further: ['mode'] })
    const { items, nextCursor } = await webhookItems(store, listing)
    return listAnswer(items, nextCursor)
  },
  async 'POST /webhooks'({ body: { mode, ...body } }, state) {
    const asked = keylessRequest(modeFrom(mode), body)
    return new ControlAnswer(await operationHandlers.createWebhook(asked, state.settings, state))
  },
  async 'DELETE /webhooks/:id'({ params: { id = '' } }, { store, dispatcher }) {
    const webhook = await findWebhook(store, id)
    if (!webhook || !(await store.removeWebhook(webhook.mode, id))) throw notFound('No webhook has this id.')
    dispatcher.drop(id)
    return { id, deleted: true }
  },
  async 'GET /webhooks/:id/secret'({ params: { id = '' } }, { store, settings: { clock } }) {
    const webhook = await findWebhook(store, id)
    if (!webhook) throw notFound('No webhook has this id.')
    const { secret, previousSecret } = webhook
    const isInForce = previousSecret !== undefined && clock.now() < previousSecret.until
    if (!isInForce) return { id, secret }
    const previousUntil = new Date(previousSecret.until).toISOString()
    return { id, secret, previousSecret: previousSecret.secret, previousUntil }
  },
  async 'POST /webhooks/:id/rotate'({ params: { id = '' }, body }, { store, secrets, settings }) {
    const { clock, random } = settings
    refuseStray(body, rotationFields, 'a rotation')
    const overlap = overlapFrom(body.overlap)
    const secret = secretFrom(body.secret) ?? newSecret(random)
    const webhook = await findWebhook(store, id)
    if (!webhook) throw notFound('No webhook has this id.')
    secrets.learn(secret)
    const until = clock.now() + overlap * 1_000
    const previousSecret = overlap > 0 ? { secret: webhook.secret, until } : undefined
    await store.updateWebhook(id, { secret, previousSecret })
    return { id, secret, previousUntil: new Date(until).toISOString() }
  },
}

/** The webhooks of both modes that a listing asks for, newest first, without their secrets. */
async function webhookItems(store: Store, { limit, cursor, mode, ...filter }: Listing) {
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
        if (isAsked(shown, filter)) items.push(JSON.stringify(shown))
      after = slice.next as number | undefined
    } while (after !== undefined)
    after = undefined
  }
  return { items, nextCursor: null }
}

function isAsked(
  { id, url, events, description, status, created }: Omit<StoredWebhook, 'secret'>,
  asked: Omit<Listing, 'limit' | 'cursor' | 'mode'>,
): boolean {
  return (
    (asked.id === undefined || id === asked.id) &&
    (asked.type === undefined || events.includes(asked.type) || events.includes('*')) &&
    (asked.state === undefined || status === asked.state) &&
    asked.isInTime(created) &&
    asked.holdsText(url, description)
  )
}

/** The secret of a control request. Throws a refusal for what is none. */
export function secretFrom(given: unknown): string | undefined {
  if (given === undefined) return undefined
  if (typeof given === 'string' && /^whsec_[!-~]+$/.test(given)) return given
  throw invalidRequest('secret must begin with whsec_ and hold printable ASCII without spaces.', 'secret')
}
