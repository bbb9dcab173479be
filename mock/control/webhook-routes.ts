import { newSecret } from '../deliveries/secret'
import { invalidRequest, notFound, Refusal } from '../http/refusal'
import { strayField } from '../settings/nearest'
import { inTurns } from '../settings/turn'
import type { Settings } from '../settings/settings'
import { eachItem, modes } from '../state/each-item'
import type { StoredWebhook } from '../store/records'
import type { Store } from '../store/store'
import type { ControlRoutes } from './route'
import { streamedJson } from './streamed-json'

const rotationFields = ['secret', 'overlap']
const usualOverlap = 24 * 60 * 60
const longestOverlap = 365 * 24 * 60 * 60

/** Lists the webhooks of both modes, without their secrets, and rotates a secret as a dashboard would. */
export function webhookRoutes({ random }: Settings): ControlRoutes {
  return {
    'GET /webhooks': (_request, { store }) => streamedJson({ data: inTurns(shownWebhooks(store)) }),
    async 'POST /webhooks/:id/rotate'({ params: { id = '' }, body }, { store, rotations, secrets }) {
      const stray = strayField(body, rotationFields, 'a rotation')
      if (stray) throw invalidRequest(stray.message, stray.field)
      const overlap = overlapFrom(body.overlap)
      const secret = secretFrom(body.secret) ?? newSecret(random)
      if (!store.updateWebhook) {
        throw new Refusal(409, 'store_cannot_rotate', 'The store of this backend has no updateWebhook.')
      }
      const webhook = await webhookWithId(store, id)
      if (!webhook) throw notFound('No webhook has this id.')
      const previous = webhook.secret
      secrets.learn(secret)
      await store.updateWebhook(id, { secret })
      const until = rotations.keep(id, previous, overlap * 1_000)
      return { id, secret, previousUntil: new Date(until).toISOString() }
    },
  }
}

async function* shownWebhooks(store: Store): AsyncGenerator<Omit<StoredWebhook, 'secret'>> {
  for await (const { secret: _secret, ...shown } of eachWebhook(store)) yield shown
}

async function* eachWebhook(store: Store): AsyncGenerator<StoredWebhook> {
  for (const mode of modes) yield* eachItem((page) => store.webhooks(mode, page), 'newest-first')
}

async function webhookWithId(store: Store, id: string): Promise<StoredWebhook | undefined> {
  for await (const webhook of eachWebhook(store)) if (webhook.id === id) return webhook
  return undefined
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
