import { scopes, type Scope } from '../../generated/operations'
import { invalidRequest, notFound } from '../http/refusal'
import { isScope, modeOf, newKey, storedKey } from '../access/keys'
import { type ControlRoutes, Made, refuseStray } from './route'
import type { Settings } from '../settings/settings'
import type { StoredKey } from '../store/records'
import { parseTimestamp } from '../settings/timestamp'
import { inTurns } from '../settings/turn'
import { modeFrom } from './keyless-request'
import { overlapFrom } from './overlap'
import { streamedJson } from './streamed-json'

const fields = ['mode', 'name', 'scopes', 'expiresAt', 'key']

/** AU-9, AU-10: creates, rotates and deletes keys as the service's dashboard does, with full access too and on every plan. */
export const keyRoutes: ControlRoutes = {
  'GET /keys': async (_request, { store }) => streamedJson({ data: inTurns(await store.keys()) }),
  async 'POST /keys'({ body }, { store, secrets, settings }) {
    refuseStray(body, fields, 'a key')
    const input = {
      mode: modeFrom(body.mode),
      name: nameFrom(body.name),
      scopes: scopesFrom(body.scopes),
      expiresAt: endFrom(body.expiresAt),
    }
    const key = body.key === undefined ? newKey(input, settings) : namedKey(body.key, input, settings)
    if (body.mode !== undefined && body.mode !== key.mode) {
      throw invalidRequest('mode must be as the prefix of key says.', 'mode')
    }
    if (!(await store.addKey(key))) throw invalidRequest('There is such a key already.', 'key')
    secrets.learn(key.key)
    return new Made(key)
  },
  async 'POST /keys/:id/rotate'({ params: { id = '' }, body }, { store, secrets, settings }) {
    refuseStray(body, ['overlap'], 'a rotation')
    const overlap = overlapFrom(body.overlap)
    const earlier = (await store.keys()).find((key) => key.id === id)
    if (!earlier) throw notFound('No key has this id.')
    const key = newKey(earlier, settings)
    await store.addKey(key)
    secrets.learn(key.key)
    if (overlap === 0) {
      await store.removeKey(id)
      return new Made({ key, previous: { id, deleted: true } })
    }
    const expiresAt = earlierOf(earlier.expiresAt, settings.clock.now() + overlap * 1_000)
    await store.expireKey(id, expiresAt)
    return new Made({ key, previous: { id, expiresAt } })
  },
  async 'DELETE /keys/:id'({ params: { id = '' } }, { store }) {
    if (!(await store.removeKey(id))) throw notFound('No key has this id.')
    return { id, deleted: true }
  },
}

function nameFrom(name: unknown = ''): string {
  if (typeof name === 'string') return name
  throw invalidRequest('name must be a string.', 'name')
}

function scopesFrom(given: unknown = null): readonly Scope[] | null {
  if (given === null) return null
  if (Array.isArray(given) && given.length > 0 && given.every(isScope)) {
    return given
  }
  throw invalidRequest(`scopes must be null, or hold some of ${scopes.join(', ')}.`, 'scopes')
}

function endFrom(given: unknown = null): string | null {
  if (given === null) return null
  const end = typeof given === 'string' ? parseTimestamp(given) : NaN
  if (Number.isNaN(end))
    throw invalidRequest('expiresAt must be null or a time in UTC as ISO 8601.', 'expiresAt')
  return new Date(end).toISOString()
}

/** The end of a key that ends at the latest at `until`. */
function earlierOf(expiresAt: string | null, until: number): string {
  const end = expiresAt === null ? Infinity : parseTimestamp(expiresAt)
  return end < until && expiresAt !== null ? expiresAt : new Date(until).toISOString()
}

function namedKey(
  key: unknown,
  input: Pick<StoredKey, 'name' | 'scopes' | 'expiresAt'>,
  settings: Settings,
): StoredKey {
  try {
    modeOf(String(key))
  } catch (error) {
    throw invalidRequest((error as Error).message, 'key')
  }
  return storedKey({ ...input, key: String(key) }, settings)
}
