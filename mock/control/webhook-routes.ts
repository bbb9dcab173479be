import { newSecret } from '../deliveries/signer'
import { invalidRequest, notFound } from '../http/refusal'
import { operationHandlers } from '../operations/handlers'
import { ControlAnswer, type ControlRoutes, refuseStray } from './route'
import { inTurns } from '../settings/turn'
import type { Settings } from '../settings/settings'
import type { StoredWebhook } from '../store/records'
import type { Store } from '../store/store'
import { eachWebhook, findWebhook } from './find-webhook'
import { keylessRequest, modeFrom } from './keyless-request'
import { overlapFrom } from './overlap'
import { streamedJson } from './streamed-json'

const rotationFields = ['secret', 'overlap']

/**
 * Lists, creates and deletes webhooks of both modes, without an API key, and shows and rotates a secret, as a dashboard does.
 * A webhook is judged as by its operation.
 */
export function webhookRoutes(settings: Settings): ControlRoutes {
  const { clock, random } = settings
  return {
    'GET /webhooks': (_request, { store }) => streamedJson({ data: inTurns(shownWebhooks(store)) }),
    async 'POST /webhooks'({ body: { mode, ...body } }, state) {
      const asked = keylessRequest(modeFrom(mode), body)
      return new ControlAnswer(await operationHandlers.createWebhook(asked, settings, state))
    },
    async 'DELETE /webhooks/:id'({ params: { id = '' } }, { store, dispatcher }) {
      const webhook = await findWebhook(store, id)
      if (!webhook || !(await store.removeWebhook(webhook.mode, id)))
        throw notFound('No webhook has this id.')
      dispatcher.drop(id)
      return { id, deleted: true }
    },
    async 'GET /webhooks/:id/secret'({ params: { id = '' } }, { store }) {
      const webhook = await findWebhook(store, id)
      if (!webhook) throw notFound('No webhook has this id.')
      const { secret, previousSecret } = webhook
      const isInForce = previousSecret !== undefined && clock.now() < previousSecret.until
      if (!isInForce) return { id, secret }
      const previousUntil = new Date(previousSecret.until).toISOString()
      return { id, secret, previousSecret: previousSecret.secret, previousUntil }
    },
    async 'POST /webhooks/:id/rotate'({ params: { id = '' }, body }, { store, secrets }) {
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
}

type ShownWebhook = Omit<StoredWebhook, 'secret' | 'previousSecret'>

async function* shownWebhooks(store: Store): AsyncGenerator<ShownWebhook> {
  for await (const { secret: _secret, previousSecret: _previous, ...shown } of eachWebhook(store)) yield shown
}

function secretFrom(given: unknown): string | undefined {
  if (given === undefined) return undefined
  if (typeof given === 'string' && /^whsec_[!-~]+$/.test(given)) return given
  throw invalidRequest('secret must begin with whsec_ and hold printable ASCII without spaces.', 'secret')
}
