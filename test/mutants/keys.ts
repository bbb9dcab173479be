import {
  answerInstead,
  apiKeyOf,
  changeRequests,
  changeResponses,
  errorResponse,
  operationOf,
  usesTestKey,
  withApiKey,
  withBody,
  withStatus,
  type Mutant,
} from '../support/breakage'

type Json = Record<string, unknown>

/** Mutants of authentication, and of the two modes. */
export const keyMutants: readonly Mutant[] = [
  {
    id: 'test-key-cannot-create',
    rule: 'AU-1',
    title: 'a test key is accepted on reading alone',
    break: answerInstead((request) =>
      usesTestKey(request) && request.method === 'POST' ? errorResponse(401, 'unauthorized') : undefined,
    ),
  },
  {
    id: 'plain-http-answers',
    rule: 'AU-2',
    title: 'requests over plain HTTP are answered',
    break: answerInstead((request) =>
      request.url.startsWith('http:')
        ? Response.json({ data: [], hasMore: false, nextCursor: null })
        : undefined,
    ),
  },
  {
    id: 'missing-key-is-403',
    rule: 'AU-3',
    title: 'a missing key is 403',
    break: answerInstead((request) =>
      apiKeyOf(request) === '' ? errorResponse(403, 'forbidden') : undefined,
    ),
  },
  {
    id: 'list-without-key',
    rule: 'AU-3',
    title: 'the list needs no key',
    break: changeRequests((request) =>
      operationOf(request) === 'listEvents' && apiKeyOf(request) === ''
        ? withApiKey(request, 'sk_test_mock')
        : request,
    ),
  },
  {
    id: 'create-without-key',
    rule: 'AU-3',
    title: 'creating an event needs no key',
    break: changeRequests((request) =>
      operationOf(request) === 'createEvent' && apiKeyOf(request) === ''
        ? withApiKey(request, 'sk_test_mock')
        : request,
    ),
  },
  {
    id: 'delete-without-key',
    rule: 'AU-3',
    title: 'deleting without a key is 404',
    break: answerInstead((request) =>
      operationOf(request) === 'deleteWebhook' && apiKeyOf(request) === ''
        ? errorResponse(404, 'not_found')
        : undefined,
    ),
  },
  {
    id: 'any-test-key',
    rule: 'AU-4',
    title: 'any key with the prefix of test keys is accepted',
    break: changeRequests((request) =>
      usesTestKey(request) ? withApiKey(request, 'sk_test_mock') : request,
    ),
  },
  {
    id: 'key-by-prefix',
    rule: 'AU-4',
    title: 'a key that begins with a valid one is accepted',
    break: changeRequests((request) =>
      apiKeyOf(request).startsWith('sk_live_mock') ? withApiKey(request, 'sk_live_mock') : request,
    ),
  },
  {
    id: 'invalid-key-is-404',
    rule: 'AU-4',
    title: 'an invalid key is 404',
    break: changeResponses(undefined, (response, request) =>
      response.status === 401 && apiKeyOf(request) !== '' ? withStatus(response, 404) : response,
    ),
  },
  {
    id: 'live-key-without-prefix',
    rule: 'AU-5',
    title: 'a live key has another prefix',
    keys: { live: 'live-0123456789' },
    break: changeRequests((request) =>
      apiKeyOf(request) === 'live-0123456789' ? withApiKey(request, 'sk_live_mock') : request,
    ),
  },
  {
    id: 'test-key-without-prefix',
    rule: 'AU-6',
    title: 'a test key has another prefix',
    keys: { test: 'test-0123456789' },
    break: changeRequests((request) =>
      apiKeyOf(request) === 'test-0123456789' ? withApiKey(request, 'sk_test_mock') : request,
    ),
  },
  {
    id: 'one-list-for-both-modes',
    rule: 'AU-7',
    title: 'test events are listed for the live key',
    break: () => {
      const test: Json[] = []
      return {
        fetch: (send) => async (request) => {
          const response = await send(request.clone())
          const operation = operationOf(request)
          if (response.status >= 300) return response
          if (operation === 'createEvent' && usesTestKey(request))
            test.unshift((await response.clone().json()) as Json)
          if (operation !== 'listEvents' || usesTestKey(request) || test.length === 0) return response
          const page = (await response.json()) as Json
          return withBody(response, {
            ...page,
            data: [...test.slice(0, 1), ...(page.data as Json[])].slice(0, 100),
          })
        },
      }
    },
  },
  {
    id: 'test-key-lists-live-events',
    rule: 'AU-7',
    title: 'the test key lists live events',
    break: changeRequests((request) =>
      operationOf(request) === 'listEvents' && usesTestKey(request)
        ? withApiKey(request, 'sk_live_mock')
        : request,
    ),
  },
  {
    id: 'idempotency-across-modes',
    rule: 'AU-7',
    title: 'an idempotency key counts across test and live mode',
    break: () => {
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
      }
    },
  },
  {
    id: 'test-key-deletes-live-webhooks',
    rule: 'AU-8',
    title: 'a test key deletes live webhooks',
    break: changeRequests((request) =>
      operationOf(request) === 'deleteWebhook' && usesTestKey(request)
        ? withApiKey(request, 'sk_live_mock')
        : request,
    ),
  },
]
