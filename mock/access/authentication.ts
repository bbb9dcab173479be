import type { SentHeaders } from '../http/request-body'
import type { Scope } from '../../generated/operations'
import { missingScope, refuse } from '../http/refusal'
import type { Clock } from '../settings/clock'
import type { StoredKey } from '../store/records'
import type { Store } from '../store/store'

/** Finds the API key of a request, at once where its store has it at hand. Throws a refusal when it is missing, unknown or expired. */
export function authenticate(
  headers: SentHeaders,
  store: Pick<Store, 'findKey'>,
  clock: Pick<Clock, 'now'>,
): StoredKey | Promise<StoredKey> {
  const authorization = headers.get('authorization') ?? ''
  // RFC 9110 section 11.1: the name of a scheme is compared without regard to case.
  const token = /^bearer +(\S+)$/i.exec(authorization)?.[1]
  if (token === undefined) throw refuse(/^bearer\b/i.test(authorization) ? 'invalidKey' : 'missingKey')
  const found = store.findKey(token)
  return found instanceof Promise ? found.then((key) => valid(key, clock)) : valid(found, clock)
}

function valid(key: StoredKey | undefined, clock: Pick<Clock, 'now'>): StoredKey {
  if (!key) throw refuse('invalidKey')
  if (key.expiresAt !== null && Date.parse(key.expiresAt) <= clock.now()) throw refuse('expiredKey')
  return key
}

/** Throws a refusal when the key lacks the scope of the operation. The scope `null` asks for full access. */
export function authorize(key: StoredKey, scope: Scope | null): void {
  if (key.scopes === null) return
  if (scope === null || !key.scopes.includes(scope)) throw missingScope(scope)
}
