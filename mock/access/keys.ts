import { operations, type Scope } from '../../generated/operations'
import type { Settings } from '../settings/settings'
import type { Mode, StoredKey } from '../store/store'

/**
 * A key to start with.
 *
 * @example
 * const reader: KeyInput = { key: 'sk_live_reader', scopes: ['events:read'], expiresAt: '2030-01-01T00:00:00Z' }
 */
export interface KeyInput {
  key: string
  /** Told by the key's prefix. */
  name?: string
  /** `null`, and full access, unless given. */
  scopes?: readonly Scope[] | null
  /** ISO 8601, UTC. Never unless given. */
  expiresAt?: string | null
  /** Made up unless given. */
  id?: string
  /** ISO 8601, UTC. Now unless given. */
  created?: string
}

/**
 * The keys of a backend that is told no others.
 *
 * @example
 * createBackend({ keys: [...builtInKeys, { key: 'sk_live_writer', scopes: ['events:write'] }] })
 */
export const builtInKeys: readonly KeyInput[] = [
  { key: 'sk_live_mock', name: 'Live, full access' },
  { key: 'sk_test_mock', name: 'Test, full access' },
  { key: 'sk_live_readonly_mock', name: 'Live, read only', scopes: ['events:read', 'webhooks:read'] },
  {
    key: 'sk_live_expired_mock',
    name: 'Live, expired',
    scopes: ['events:read', 'events:write', 'webhooks:read', 'webhooks:write'],
    expiresAt: '2020-01-01T00:00:00.000Z',
  },
]

/** All scopes there are (AU-11 to AU-14). */
export const scopes: readonly Scope[] = [
  ...new Set(Object.values(operations).flatMap(({ scope }) => scope ?? [])),
]

/** Whether there is a scope of this name. */
export function isScope(name: unknown): name is Scope {
  return scopes.includes(name as Scope)
}

/** AU-5, AU-6: the mode of a key by its prefix. Throws a `TypeError` when it has none. */
export function modeOf(key: string): Mode {
  const mode = /^sk_(live|test)_[!-~]+$/.exec(key)?.[1]
  if (mode === 'live' || mode === 'test') return mode
  throw new TypeError('A key begins with sk_live_ or sk_test_ and holds printable ASCII without spaces.')
}

/** A key as the store keeps it. */
export function storedKey(
  { key, name = '', scopes = null, expiresAt = null, ...rest }: KeyInput,
  { ids, clock }: Settings,
): StoredKey {
  const { id = ids('key'), created = new Date(clock.now()).toISOString() } = rest
  return { id, key, mode: modeOf(key), name, scopes, expiresAt, created }
}

/** A new key, made up by chance, with the prefix of its mode. */
export function newKey(
  { mode, name, scopes, expiresAt }: Pick<StoredKey, 'mode' | 'name' | 'scopes' | 'expiresAt'>,
  settings: Settings,
): StoredKey {
  const chance = Array.from(settings.random.bytes(24), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return storedKey({ key: `sk_${mode}_${chance}`, name, scopes, expiresAt }, settings)
}
