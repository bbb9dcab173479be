import { operations, scopes, type Scope } from '../../../generated/operations'
import {
  alterRequest,
  apiKeyOf,
  errorResponse,
  operationOf,
  withApiKey,
  type Mutant,
} from '../../support/breakage'
import { addresses, changeBody, creates, jsonOf, lists, mistakeKey, refuse } from '../changes'
import { mutantTable } from '../table'

/** Whether a request is made with a live key that is not the full one. */
const isScoped = (request: Request) =>
  apiKeyOf(request).startsWith('sk_live_') && apiKeyOf(request) !== 'sk_live_mock'

const ruleOf: Readonly<Record<Scope, string>> = {
  'events:read': 'AU-11',
  'events:write': 'AU-12',
  'webhooks:read': 'AU-13',
  'webhooks:write': 'AU-14',
}

/** Mutants that let every scoped key use an operation. */
const unscoped = Object.values(operations).flatMap(({ id, scope }): Mutant[] => {
  if (scope === null) return []
  const uses = addresses(id)
  return [
    {
      ...{ id: `${id.toLowerCase()}-needs-no-scope`, rule: ruleOf[scope] },
      break: mistakeKey('sk_live_mock', (request) => uses(request) && isScoped(request)),
    },
  ]
})

const forbidden = () => errorResponse(403, 'insufficient_scope')

const scopeTable = mutantTable({
  'AU-11': {
    'read-scope-cannot-list': refuse(
      (request) => lists(request) && apiKeyOf(request) === 'sk_live_readonly_mock',
      forbidden,
    ),
    // A list of scopes that is empty restricts nothing.
    'no-scopes-permit-all': () => {
      const free = new Set<unknown>()
      return {
        fetch: (send) => async (request) => {
          if (free.has(apiKeyOf(request))) return send(await withApiKey(request, 'sk_live_mock'))
          const { scopes: asked } =
            operationOf(request) === 'createKey' ? await jsonOf(request) : { scopes: undefined }
          const isFree = Array.isArray(asked) && asked.length === 0
          const made = isFree
            ? await alterRequest(request, { body: (body) => ({ ...body, scopes: ['events:read'] }) })
            : request
          const response = await send(made)
          if (isFree && response.ok) free.add((await jsonOf(response)).key)
          return response
        },
      }
    },
  },
  'AU-12': {
    'write-scope-cannot-create': refuse((request) => creates(request) && isScoped(request), forbidden),
  },
  'AU-15': {
    'expired-key-works': mistakeKey(
      'sk_live_mock',
      (request) => apiKeyOf(request) === 'sk_live_expired_mock',
    ),
    'keys-never-end': changeBody('createKey', (json) => ({ ...json, expiresAt: '2099-01-01T00:00:00.000Z' })),
    'keys-end-early': changeBody('createKey', (json) => {
      const end = Date.parse(String(json.expiresAt)) - 30 * 60_000
      return { ...json, expiresAt: new Date(end).toISOString() }
    }),
  },
  'AU-17': {
    'first-scope-counts': changeBody('createKey', (json) => ({
      ...json,
      scopes: (json.scopes as unknown[]).slice(0, 1),
    })),
    'scopes-are-ignored': changeBody('createKey', (json) => ({ ...json, scopes })),
  },
})

/** Mutants of the scopes of keys, and of their end. */
export const scopeMutants: readonly Mutant[] = [...scopeTable, ...unscoped]
