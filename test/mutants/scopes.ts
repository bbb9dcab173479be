import {
  alterRequest,
  answerInstead,
  apiKeyOf,
  changeRequests,
  errorResponse,
  operationOf,
  remembering,
  withApiKey,
  type Breakage,
  type Mutant,
} from '../support/breakage'

/** A scoped key that may do one thing more. */
const unscoped = (...operations: string[]): Breakage =>
  changeRequests((request) =>
    operations.includes(operationOf(request) ?? '') && apiKeyOf(request) === 'sk_live_readonly_mock'
      ? withApiKey(request, 'sk_live_mock')
      : request,
  )

/** Mutants of the scopes of keys, and of their end. */
export const scopeMutants: readonly Mutant[] = [
  {
    id: 'read-scope-cannot-list',
    rule: 'AU-11',
    title: 'events:read does not permit listing',
    break: answerInstead((request) =>
      operationOf(request) === 'listEvents' && apiKeyOf(request) === 'sk_live_readonly_mock'
        ? errorResponse(403, 'insufficient_scope')
        : undefined,
    ),
  },
  {
    id: 'listing-needs-no-scope',
    rule: 'AU-11',
    title: 'listing needs no scope',
    break: elevated('listEvents'),
  },
  {
    id: 'retrieving-needs-no-scope',
    rule: 'AU-11',
    title: 'retrieving needs no scope',
    break: elevated('retrieveEvent'),
  },
  {
    id: 'creating-needs-no-scope',
    rule: 'AU-12',
    title: 'creating needs no scope',
    break: unscoped('createEvent'),
  },
  {
    id: 'write-scope-cannot-create',
    rule: 'AU-12',
    title: 'events:write does not permit creating',
    break: remembering(() => {
      const full = ['sk_live_mock', 'sk_test_mock', '']
      return answerInstead((request) =>
        operationOf(request) === 'createEvent' &&
        !full.includes(apiKeyOf(request)) &&
        apiKeyOf(request).startsWith('sk_live_')
          ? errorResponse(403, 'insufficient_scope')
          : undefined,
      )
    }),
  },
  {
    id: 'listing-webhooks-needs-no-scope',
    rule: 'AU-13',
    title: 'listing webhooks needs no scope',
    break: elevated('listWebhooks'),
  },
  {
    id: 'registering-needs-no-scope',
    rule: 'AU-14',
    title: 'registering webhooks needs no scope',
    break: unscoped('createWebhook'),
  },
  {
    id: 'deleting-needs-no-scope',
    rule: 'AU-14',
    title: 'deleting webhooks needs no scope',
    break: unscoped('deleteWebhook'),
  },
  {
    id: 'expired-key-works',
    rule: 'AU-15',
    title: 'an expired key works on',
    break: changeRequests((request) =>
      apiKeyOf(request) === 'sk_live_expired_mock' ? withApiKey(request, 'sk_live_mock') : request,
    ),
  },
  {
    id: 'keys-never-end',
    rule: 'AU-15',
    title: 'expiresAt of a new key is kept, and has no effect',
    break: changeRequests((request) =>
      operationOf(request) === 'createKey'
        ? alterRequest(request, { body: (json) => ({ ...json, expiresAt: '2099-01-01T00:00:00.000Z' }) })
        : request,
    ),
  },
  {
    id: 'keys-end-early',
    rule: 'AU-15',
    title: 'a new key ends after half an hour, whatever its expiresAt',
    break: changeRequests((request) =>
      operationOf(request) === 'createKey'
        ? alterRequest(request, {
            body: ({ expiresAt, ...json }) => {
              const end = Date.parse(String(expiresAt)) - 30 * 60_000
              return { ...json, expiresAt: new Date(end).toISOString() }
            },
          })
        : request,
    ),
  },
  {
    id: 'first-scope-counts',
    rule: 'AU-17',
    title: 'of the scopes of a new key the first alone has effect',
    break: changeRequests((request) =>
      operationOf(request) === 'createKey'
        ? alterRequest(request, {
            body: (json) => ({ ...json, scopes: (json.scopes as unknown[]).slice(0, 1) }),
          })
        : request,
    ),
  },
  {
    id: 'scopes-are-ignored',
    rule: 'AU-17',
    title: 'a scoped key is made with every scope',
    break: changeRequests((request) =>
      operationOf(request) === 'createKey'
        ? alterRequest(request, {
            body: (json) => ({
              ...json,
              scopes: ['events:read', 'events:write', 'webhooks:read', 'webhooks:write'],
            }),
          })
        : request,
    ),
  },
]

/** Scoped keys other than full ones may do this regardless of their scopes. */
function elevated(operation: string): Breakage {
  return changeRequests((request) =>
    operationOf(request) === operation &&
    /^sk_live_/.test(apiKeyOf(request)) &&
    apiKeyOf(request) !== 'sk_live_mock'
      ? withApiKey(request, 'sk_live_mock')
      : request,
  )
}
