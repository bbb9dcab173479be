import { scopes, type Scope } from '../../generated/operations'
import { frozen } from '../../openapi/model'
import { hex } from '../../src/core/encoding'
import type { Random } from '../settings/random'
import type { Settings } from '../settings/settings'
import type { Mode, StoredKey } from '../store/records'
import type { Store } from '../store/store'

/**
 * An API key that the backend has from the start.
 *
 * @example
 * const reader: KeyInput = { key: 'sk_live_reader', scopes: ['events:read'], expiresAt: '2030-01-01T00:00:00Z' }
 */
export interface KeyInput {
  /** The key itself. It begins with `sk_live_` (AU-5) or `sk_test_` (AU-6), which decides its mode. */
  key: string
  /** A name to tell keys apart by. Empty unless given. */
  name?: string
  /** `null` means full access. `null` unless given. */
  scopes?: readonly Scope[] | null
  /** ISO 8601, UTC. The key never expires unless this is given. */
  expiresAt?: string | null
  /** A new id unless given. */
  id?: string
  /** ISO 8601, UTC. Now unless given. */
  created?: string
}

/**
 * The keys of a backend whose options name none.
 *
 * @example
 * createBackend({ keys: [...builtInKeys, { key: 'sk_live_writer', scopes: ['events:write'] }] })
 */
export const builtInKeys: readonly KeyInput[] = /* @__PURE__ */ frozen([
  { key: 'sk_live_mock', name: 'Live, full access' },
  { key: 'sk_test_mock', name: 'Test, full access' },
  { key: 'sk_live_readonly_mock', name: 'Live, read only', scopes: ['events:read', 'webhooks:read'] },
  { key: 'sk_live_expired_mock', name: 'Live, expired', scopes, expiresAt: '2020-01-01T00:00:00.000Z' },
])

/**
 * Keys of the same kinds as the built-in ones, which nobody can guess.
 *
 * @example
 * const keys = randomKeys(createRandom())
 * const server = await serve(createBackend({ keys, controlToken }), { host: '0.0.0.0' })
 */
export function randomKeys(random: Random): KeyInput[] {
  return builtInKeys.map((built) => ({ ...built, key: built.key.replace(/mock$/, randomEnd(random)) }))
}

/** Replaces each old key that the store still has by the new key at the same position of its list. */
export async function replaceKeys(
  store: Store,
  old: readonly KeyInput[],
  replacements: readonly KeyInput[],
  settings: Settings,
): Promise<void> {
  for (const [index, { key }] of old.entries()) {
    const found = await store.findKey(key)
    const replacement = replacements[index]
    if (!found || !replacement) continue
    await store.removeKey(found.id)
    await store.addKey(storedKey(replacement, settings))
  }
}

/** Whether a scope of this name exists. */
export function isScope(name: unknown): name is Scope {
  return (scopes as readonly unknown[]).includes(name)
}

/** AU-5, AU-6: the mode that the prefix of a key stands for. Throws a `TypeError` when the text cannot be a key. */
export function modeOf(key: string): Mode {
  const mode = /^sk_(live|test)_[!-~]+$/.exec(key)?.[1]
  if (mode === 'live' || mode === 'test') return mode
  throw new TypeError('A key begins with sk_live_ or sk_test_ and holds printable ASCII without spaces.')
}

/** Completes a key for the store. */
export function storedKey(
  { key, name = '', scopes = null, expiresAt = null, ...rest }: KeyInput,
  { additions, ids, clock }: Settings,
): StoredKey {
  const { id = ids('key'), created = additions.timestamp(clock.now()) } = rest
  // The caller's list may change.
  return { id, key, mode: modeOf(key), name, scopes: scopes && [...scopes], expiresAt, created }
}

/** A new random key with the prefix of its mode. */
export function newKey(
  { mode, name, scopes, expiresAt }: Pick<StoredKey, 'mode' | 'name' | 'scopes' | 'expiresAt'>,
  settings: Settings,
): StoredKey {
  return storedKey({ key: `sk_${mode}_${randomEnd(settings.random)}`, name, scopes, expiresAt }, settings)
}

const randomEnd = (random: Random) => hex(random.bytes(24))
