import { editDistance } from '../../../src/core/nearest'
import { isControllable } from '../../settings/clock'
import type { StoredKey } from '../../store/records'
import type { Finders, RefusedCase } from './refused-case'

/** The near misses of requests whose API key was refused. No key is repeated: it is named by its name and its id. */
export const nearKey = {
  missingKey({ headers }) {
    const authorization = headers.get('authorization')
    const right = 'Authorization: Bearer <API_KEY>'
    if (authorization === undefined) {
      const other = [...headers.keys()].find((name) => /(api|access|auth).*(key|token)/.test(name))
      const hint = other
        ? `The header ${other} is not read: the key belongs into Authorization.`
        : 'The request has no Authorization header.'
      return { field: 'authorization', right, hint }
    }
    const [scheme = ''] = authorization.split(' ')
    const isKey = /^(sk_|whsec_)/.test(authorization)
    const hint = isKey
      ? 'The word Bearer and a space are missing before the key.'
      : `The scheme is ${scheme}, and has to be Bearer.`
    return { field: 'authorization', sent: isKey ? undefined : scheme, right, hint }
  },

  async invalidKey(refused, { state }) {
    const sent = keyOf(refused)
    const field = 'authorization'
    if (sent === '') return { field, hint: 'Behind Bearer stands no key.' }
    if (/\s/.test(sent)) return { field, hint: 'A key holds no spaces: what stands behind Bearer has some.' }
    if (sent.startsWith('whsec_')) {
      return { field, hint: 'This is the secret of a webhook, which verifies signatures. It is no API key.' }
    }
    const keys = sent.length > 200 ? [] : await state.store.keys()
    const [best] = keys
      .map((key) => ({ key, distance: editDistance(sent, key.key) }))
      .sort((one, other) => one.distance - other.distance)
    if (best && best.distance <= 4) {
      const letters = best.distance === 1 ? 'one character' : `${best.distance} characters`
      return { field, hint: `It differs in ${letters} from the key ${named(best.key)}.` }
    }
    if (!/^sk_(live|test)_/.test(sent)) {
      const hint = 'An API key begins with sk_live_ or sk_test_.'
      return { field, right: 'sk_live_... or sk_test_...', hint }
    }
    const hint =
      'No key of this session is like it: it was deleted, or is that of another deployment or session.'
    return { field, hint }
  },

  async expiredKey(refused, { state, settings }) {
    const key = await state.store.findKey(keyOf(refused))
    if (!key?.expiresAt) return undefined
    const ago = settings.clock.now() - Date.parse(key.expiresAt)
    const clock = isControllable(settings.clock)
      ? ' The clock of this mock can be moved, and keys end by it.'
      : ''
    const hint = `The key ${named(key)} expired ${spanOf(ago)} ago, at ${key.expiresAt}.${clock}`
    return { field: 'authorization', sent: key.expiresAt, hint }
  },

  async missingScope({ operation, keyId }, { state }) {
    const keys = await state.store.keys()
    const key = keys.find(({ id }) => id === keyId)
    if (!key || !operation) return undefined
    const { scope, id } = operation
    const able = keys.find(
      ({ mode, scopes }) => mode === key.mode && (scopes === null || (scope && scopes.includes(scope))),
    )
    const has = key.scopes?.join(', ') ?? ''
    const use = able ? ` The key ${named(able)} may do so.` : ''
    const hint = scope
      ? `The key ${named(key)} has the scopes ${has}, and ${id} wants ${scope}.${use}`
      : `The key ${named(key)} is a scoped one, and ${id} wants a key with full access.${use}`
    return { field: 'authorization', sent: has, right: scope ? `${has}, ${scope}` : 'full access', hint }
  },

  testWebhook: () => ({
    ...{ field: 'authorization', sent: 'sk_test_...', right: 'sk_live_...' },
    hint: 'The dialect lets live keys alone register webhooks.',
  }),

  rateLimited(_refused, { settings: { plan } }) {
    const hint = `The plan permits ${plan.rate} requests a second for each key, and as many may be saved up. Wait for the seconds in Retry-After, or start the mock with another --plan.`
    return { right: `at most ${plan.rate} a second`, hint }
  },
} satisfies Finders

function keyOf({ headers }: RefusedCase): string {
  return (headers.get('authorization') ?? '').replace(/^bearer */i, '')
}

const named = ({ id, name }: Pick<StoredKey, 'id' | 'name'>) => (name === '' ? id : `"${name}" (${id})`)

/** Milliseconds in the largest unit that fits. */
export function spanOf(milliseconds: number): string {
  const units: [name: string, size: number][] = [
    ['day', 86_400_000],
    ['hour', 3_600_000],
    ['minute', 60_000],
    ['second', 1_000],
  ]
  const [name, size] = units.find(([, one]) => milliseconds >= one) ?? ['millisecond', 1]
  const count = Math.floor(milliseconds / size)
  return `${count} ${name}${count === 1 ? '' : 's'}`
}
