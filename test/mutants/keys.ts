import {
  altered,
  instead,
  isTest,
  operationOf,
  refusal,
  replies,
  tampered,
  withBody,
  withStatus,
  type Breakage,
  type Mutant,
} from './breakage'

type Json = Record<string, unknown>

const keyOf = (request: Request) => request.headers.get('authorization')?.replace('Bearer ', '') ?? ''
const as = (request: Request, key: string) =>
  altered(request, { headers: (headers) => headers.set('authorization', `Bearer ${key}`) })

/** A scoped key that may do one thing more. */
const unscoped = (...operations: string[]): Breakage =>
  tampered((request) =>
    operations.includes(operationOf(request) ?? '') && keyOf(request) === 'sk_live_readonly_mock'
      ? as(request, 'sk_live_mock')
      : request,
  )

/** Mutants of authentication. */
export const keyMutants: readonly Mutant[] = [
  {
    id: 'test-key-cannot-create',
    rule: 'AU-1',
    title: 'a test key is accepted on reading alone',
    break: instead((request) =>
      isTest(request) && request.method === 'POST' ? refusal(401, 'unauthorized') : undefined,
    ),
  },
  {
    id: 'plain-http-answers',
    rule: 'AU-2',
    title: 'requests over plain HTTP are answered',
    break: instead((request) =>
      request.url.startsWith('http:')
        ? Response.json({ data: [], hasMore: false, nextCursor: null })
        : undefined,
    ),
  },
  {
    id: 'missing-key-is-403',
    rule: 'AU-3',
    title: 'a missing key is 403',
    break: instead((request) => (keyOf(request) === '' ? refusal(403, 'forbidden') : undefined)),
  },
  {
    id: 'list-without-key',
    rule: 'AU-3',
    title: 'the list needs no key',
    break: tampered((request) =>
      operationOf(request) === 'listEvents' && keyOf(request) === '' ? as(request, 'sk_test_mock') : request,
    ),
  },
  {
    id: 'create-without-key',
    rule: 'AU-3',
    title: 'creating an event needs no key',
    break: tampered((request) =>
      operationOf(request) === 'createEvent' && keyOf(request) === '' ? as(request, 'sk_test_mock') : request,
    ),
  },
  {
    id: 'delete-without-key',
    rule: 'AU-3',
    title: 'deleting without a key is 404',
    break: instead((request) =>
      operationOf(request) === 'deleteWebhook' && keyOf(request) === ''
        ? refusal(404, 'not_found')
        : undefined,
    ),
  },
  {
    id: 'any-test-key',
    rule: 'AU-4',
    title: 'any key with the prefix of test keys is accepted',
    break: tampered((request) => (isTest(request) ? as(request, 'sk_test_mock') : request)),
  },
  {
    id: 'key-by-prefix',
    rule: 'AU-4',
    title: 'a key that begins with a valid one is accepted',
    break: tampered((request) =>
      keyOf(request).startsWith('sk_live_mock') ? as(request, 'sk_live_mock') : request,
    ),
  },
  {
    id: 'invalid-key-is-404',
    rule: 'AU-4',
    title: 'an invalid key is 404',
    break: replies(undefined, (response, request) =>
      response.status === 401 && keyOf(request) !== '' ? withStatus(response, 404) : response,
    ),
  },
  {
    id: 'live-key-without-prefix',
    rule: 'AU-5',
    title: 'a live key has another prefix',
    keys: { live: 'live-0123456789' },
    break: tampered((request) =>
      keyOf(request) === 'live-0123456789' ? as(request, 'sk_live_mock') : request,
    ),
  },
  {
    id: 'test-key-without-prefix',
    rule: 'AU-6',
    title: 'a test key has another prefix',
    keys: { test: 'test-0123456789' },
    break: tampered((request) =>
      keyOf(request) === 'test-0123456789' ? as(request, 'sk_test_mock') : request,
    ),
  },
  {
    id: 'one-list-for-both-modes',
    rule: 'AU-7',
    title: 'test events are listed for the live key',
    break: (() => {
      const test: Json[] = []
      return {
        fetch: (send) => async (request) => {
          const response = await send(request.clone())
          const operation = operationOf(request)
          if (response.status >= 300) return response
          if (operation === 'createEvent' && isTest(request))
            test.unshift((await response.clone().json()) as Json)
          if (operation !== 'listEvents' || isTest(request) || test.length === 0) return response
          const page = (await response.json()) as Json
          return withBody(response, {
            ...page,
            data: [...test.slice(0, 1), ...(page.data as Json[])].slice(0, 100),
          })
        },
      } satisfies Breakage
    })(),
  },
  {
    id: 'test-key-lists-live-events',
    rule: 'AU-7',
    title: 'the test key lists live events',
    break: tampered((request) =>
      operationOf(request) === 'listEvents' && isTest(request) ? as(request, 'sk_live_mock') : request,
    ),
  },
  {
    id: 'idempotency-across-modes',
    rule: 'AU-7',
    title: 'an idempotency key counts across test and live mode',
    break: (() => {
      const events = new Map<string, Json>()
      return {
        fetch: (send) => async (request) => {
          const key = request.headers.get('idempotency-key')
          const response = await send(request.clone())
          if (operationOf(request) !== 'createEvent' || key === null || response.status >= 300)
            return response
          const event = events.get(key) ?? ((await response.clone().json()) as Json)
          events.set(key, event)
          return withBody(response, event)
        },
      } satisfies Breakage
    })(),
  },
  {
    id: 'test-key-deletes-live-webhooks',
    rule: 'AU-8',
    title: 'a test key deletes live webhooks',
    break: tampered((request) =>
      operationOf(request) === 'deleteWebhook' && isTest(request) ? as(request, 'sk_live_mock') : request,
    ),
  },
  {
    id: 'read-scope-cannot-list',
    rule: 'AU-11',
    title: 'events:read does not permit listing',
    break: instead((request) =>
      operationOf(request) === 'listEvents' && keyOf(request) === 'sk_live_readonly_mock'
        ? refusal(403, 'insufficient_scope')
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
    break: (() => {
      const full = ['sk_live_mock', 'sk_test_mock', '']
      return instead((request) =>
        operationOf(request) === 'createEvent' &&
        !full.includes(keyOf(request)) &&
        keyOf(request).startsWith('sk_live_')
          ? refusal(403, 'insufficient_scope')
          : undefined,
      )
    })(),
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
    break: tampered((request) =>
      keyOf(request) === 'sk_live_expired_mock' ? as(request, 'sk_live_mock') : request,
    ),
  },
  {
    id: 'keys-never-end',
    rule: 'AU-15',
    title: 'expiresAt of a new key is kept, and has no effect',
    break: tampered((request) =>
      operationOf(request) === 'createKey'
        ? altered(request, { body: (json) => ({ ...json, expiresAt: '2099-01-01T00:00:00.000Z' }) })
        : request,
    ),
  },
  {
    id: 'scopes-are-ignored',
    rule: 'AU-17',
    title: 'a scoped key is made with every scope',
    break: tampered((request) =>
      operationOf(request) === 'createKey'
        ? altered(request, {
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
  return tampered((request) =>
    operationOf(request) === operation &&
    /^sk_live_/.test(keyOf(request)) &&
    keyOf(request) !== 'sk_live_mock'
      ? as(request, 'sk_live_mock')
      : request,
  )
}
