import { newSecret } from '../deliveries/secret'
import { invalidRequest, notFound } from '../http/refusal'
import { strayField } from '../settings/nearest'
import { inTurns } from '../settings/turn'
import type { Settings } from '../settings/settings'
import type { StoredWebhook } from '../store/records'
import type { Store } from '../store/store'
import { eachWebhook, findWebhook } from './find-webhook'
import type { ControlRoutes } from './route'
import { streamedJson } from './streamed-json'

const rotationFields = ['secret', 'overlap']
const usualOverlap = 24 * 60 * 60
const longestOverlap = 365 * 24 * 60 * 60

/** Lists the webhooks of both modes, without their secrets, and shows and rotates a secret as a dashboard would. */
export function webhookRoutes({ clock, random }: Settings): ControlRoutes {
  return {
    'GET /webhooks': (_request, { store }) => streamedJson({ data: inTurns(shownWebhooks(store)) }),
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
      const stray = strayField(body, rotationFields, 'a rotation')
      if (stray) throw invalidRequest(stray.message, stray.field)
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

function overlapFrom(given: unknown = usualOverlap): number {
  if (typeof given === 'number' && given >= 0 && given <= longestOverlap) return given
  throw invalidRequest(`overlap must be seconds from 0 to ${longestOverlap}.`, 'overlap')
}
