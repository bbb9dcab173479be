import { scopes, type OperationId } from '../../../generated/operations'
import {
  alterRequest,
  apiKeyOf,
  errorResponse,
  operationOf,
  withApiKey,
  type Breakage,
} from '../../support/breakage'
import { addresses, changeBody, creates, jsonOf, lists, mistakeKey, refuse } from '../changes'
import { mutantTable } from '../table'

/** Whether a request is made with a live key that is not the full one. */
const isScoped = (request: Request) =>
  apiKeyOf(request).startsWith('sk_live_') && apiKeyOf(request) !== 'sk_live_mock'

/** Lets every scoped key use an operation. */
const permit = (operation: OperationId): Breakage => {
  const uses = addresses(operation)
  return mistakeKey('sk_live_mock', (request) => uses(request) && isScoped(request))
}

const forbidden = () => errorResponse(403, 'insufficient_scope')

/** Mutants of the scopes of keys, and of their end. */
export const scopeMutants = mutantTable({
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
    'listing-needs-no-scope': permit('listEvents'),
    'retrieving-needs-no-scope': permit('retrieveEvent'),
  },
  'AU-12': {
    'creating-needs-no-scope': permit('createEvent'),
    'write-scope-cannot-create': refuse((request) => creates(request) && isScoped(request), forbidden),
  },
  'AU-13': {
    'listing-webhooks-needs-no-scope': permit('listWebhooks'),
  },
  'AU-14': {
    'registering-needs-no-scope': permit('createWebhook'),
    'deleting-needs-no-scope': permit('deleteWebhook'),
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
