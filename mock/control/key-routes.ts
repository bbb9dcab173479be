import { invalidRequest, notFound } from '../http/refusal'
import { modeOf, newKey, storedKey } from '../access/keys'
import { objectOf } from './fields'
import { type ControlRoutes, json, removal, route } from './route'
import { allOf, mode, named, overlap, scopeList, text, textOrNull, usualOverlap } from './schemas'
import type { Settings } from '../settings/settings'
import type { StoredKey } from '../store/records'
import { parseTimestamp } from '../settings/timestamp'
import { inTurns } from '../settings/turn'
import { streamedJson } from './streamed-json'

/** AU-9, AU-10: creates, rotates and deletes keys as the service's dashboard does, with full access too and on every plan. */
export const keyRoutes: ControlRoutes = {
  'GET /keys': route({
    title: 'Lists the API keys of both modes, whole',
    answers: { 200: json(allOf(named('Key'))) },
    handle: async (_request, { store }) => streamedJson({ data: inTurns(await store.keys()) }),
  }),
  'POST /keys': route({
    title: 'Makes an API key, of any mode, scopes and end',
    body: {
      'mode?': mode,
      'name?': text,
      'scopes?': scopeList,
      'expiresAt?': { ...textOrNull, title: 'null or a time in UTC as ISO 8601' },
      'key?': { ...text, description: 'The key itself. A random one unless given.' },
    },
    answers: { 201: json(named('Key')) },
    async handle({ body }, { store, secrets, settings }) {
      const { mode, name = '', scopes = null } = body
      const input = { name, scopes, expiresAt: endFrom(body.expiresAt), mode: mode ?? 'live' }
      const key = body.key === undefined ? newKey(input, settings) : namedKey(body.key, input, settings)
      if ((mode ?? key.mode) !== key.mode)
        throw invalidRequest('mode must be as the prefix of key says.', 'mode')
      if (!(await store.addKey(key))) throw invalidRequest('There is such a key already.', 'key')
      secrets.learn(key.key)
      return key
    },
  }),
  'POST /keys/:id/rotate': route({
    title: 'Makes a key of the same rights, and ends the old one after a while',
    body: { 'overlap?': overlap },
    answers: {
      201: json(
        objectOf({
          key: named('Key'),
          previous: objectOf({ id: text, 'expiresAt?': text, 'deleted?': { const: true } }),
        }),
      ),
    },
    async handle({ params: { id = '' }, body }, { store, secrets, settings }) {
      const { overlap = usualOverlap } = body
      const earlier = (await store.keys()).find((key) => key.id === id)
      if (!earlier) throw notFound('No key has this id.')
      const key = newKey(earlier, settings)
      await store.addKey(key)
      secrets.learn(key.key)
      if (overlap === 0) {
        await store.removeKey(id)
        return { key, previous: { id, deleted: true } }
      }
      const expiresAt = earlierOf(earlier.expiresAt, settings.clock.now() + overlap * 1_000)
      await store.expireKey(id, expiresAt)
      return { key, previous: { id, expiresAt } }
    },
  }),
  'DELETE /keys/:id': removal('Deletes a key', 'key', (id, { store }) => store.removeKey(id)),
}

function endFrom(given: string | null = null): string | null {
  if (given === null) return null
  const end = parseTimestamp(given)
  if (Number.isNaN(end))
    throw invalidRequest('expiresAt must be null or a time in UTC as ISO 8601.', 'expiresAt')
  return new Date(end).toISOString()
}

/** The earlier of a key's own end and `until`. */
function earlierOf(expiresAt: string | null, until: number): string {
  const end = expiresAt === null ? Infinity : parseTimestamp(expiresAt)
  return end < until && expiresAt !== null ? expiresAt : new Date(until).toISOString()
}

function namedKey(
  key: string,
  input: Pick<StoredKey, 'name' | 'scopes' | 'expiresAt'>,
  settings: Settings,
): StoredKey {
  try {
    modeOf(key)
  } catch (error) {
    throw invalidRequest((error as Error).message, 'key')
  }
  return storedKey({ ...input, key }, settings)
}
