import type { CompleteDialect } from '../../generated/dialect'
import type { Scope } from '../../generated/operations'
import { expiredKey, missingScope, unauthorized } from '../http/refusal'
import type { Store, StoredKey } from '../store/store'

/** The key of a request. Throws the refusal of a missing, unknown or expired one. */
export async function authenticate(
  headers: Headers,
  store: Store,
  dialect: CompleteDialect,
  now: number,
): Promise<StoredKey> {
  const authorization = headers.get('authorization')
  if (authorization === null || !/^bearer\b/i.test(authorization)) throw unauthorized(dialect, 'missing')
  // RFC 9110 section 11.1: the name of a scheme has no letter case.
  const token = /^bearer +(\S+)$/i.exec(authorization)?.[1]
  const key = token === undefined ? undefined : await store.findKey(token)
  if (!key) throw unauthorized(dialect, 'invalid')
  if (key.expiresAt !== null && Date.parse(key.expiresAt) <= now) throw expiredKey(dialect)
  return key
}

/** Throws the refusal of a key that lacks the scope. `null` asks for full access. */
export function authorize(key: StoredKey, scope: Scope | null, dialect: CompleteDialect): void {
  if (key.scopes === null) return
  if (scope === null || !key.scopes.includes(scope)) throw missingScope(dialect, scope)
}
