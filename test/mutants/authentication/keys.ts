import {
  alterRequest,
  answerInstead,
  apiKeyOf,
  changeRequests,
  changeResponses,
  errorResponse,
  operationOf,
  usesTestKey,
  withApiKey,
  withStatus,
} from '../../support/breakage'
import { addresses, creates, lists, mistakeKey, refuse } from '../changes'
import { mutantTable } from '../table'

const deletes = addresses('deleteWebhook')
const hasNoKey = (request: Request) => apiKeyOf(request) === ''

/** Lists events where the path is written in another way, whoever asks. */
const openAt = (path: RegExp) =>
  changeRequests(async (request) => {
    if (!path.test(new URL(request.url).pathname) || !hasNoKey(request)) return request
    const asked = await alterRequest(request, { url: (url) => void (url.pathname = '/v1/events') })
    return withApiKey(asked, 'sk_test_mock')
  })

/** Mutants of API keys: those that are valid, missing or invalid. */
export const keyMutants = mutantTable({
  'AU-1': {
    'test-key-cannot-create': refuse(
      (request) => usesTestKey(request) && request.method === 'POST',
      () => errorResponse(401, 'unauthorized'),
    ),
  },
  'AU-2': {
    'plain-http-answers': refuse(
      ({ url }) => url.startsWith('http:'),
      () => Response.json({ data: [], hasMore: false, nextCursor: null }),
    ),
  },
  'AU-3': {
    'missing-key-is-403': refuse(hasNoKey, () => errorResponse(403, 'forbidden')),
    'list-without-key': mistakeKey('sk_test_mock', (request) => lists(request) && hasNoKey(request)),
    'list-without-key-at-a-slash': openAt(/\/v1\/events\/$/),
    'list-without-key-at-two-slashes': openAt(/\/v1\/\/events$/),
    'list-without-key-at-another-case': openAt(/\/V1\/EVENTS$/),
    'head-without-key': answerInstead(async (request, send) => {
      if (request.method !== 'HEAD' || !hasNoKey(request)) return undefined
      const page = await send(await withApiKey(new Request(request.url), 'sk_test_mock'))
      const length = String((await page.arrayBuffer()).byteLength)
      return new Response(null, { headers: { 'content-type': 'application/json', 'content-length': length } })
    }),
    'create-without-key': mistakeKey('sk_test_mock', (request) => creates(request) && hasNoKey(request)),
    'delete-without-key': refuse(
      (request) => deletes(request) && hasNoKey(request),
      () => errorResponse(404, 'not_found'),
    ),
    'anybody-retrieves-events': answerInstead(async (request, send) => {
      if (operationOf(request) !== 'retrieveEvent' || !hasNoKey(request)) return undefined
      const test = await send(await withApiKey(request.clone(), 'sk_test_mock'))
      return test.status === 404 ? send(await withApiKey(request, 'sk_live_mock')) : test
    }),
    'any-password-will-do': mistakeKey('sk_test_mock', ({ headers }) =>
      (headers.get('authorization') ?? '').startsWith('Basic '),
    ),
    'body-is-judged-before-the-key': refuse(
      (request, text) => creates(request) && hasNoKey(request) && text === '{}',
      () => errorResponse(400, 'invalid_request', 'type is required.', 'type'),
    ),
  },
  'AU-4': {
    'any-test-key': mistakeKey('sk_test_mock', usesTestKey),
    'key-by-prefix': mistakeKey('sk_live_mock', (request) => apiKeyOf(request).startsWith('sk_live_mock')),
    'invalid-key-is-404': changeResponses(undefined, (response, request) =>
      response.status === 401 && !hasNoKey(request) ? withStatus(response, 404) : response,
    ),
    'keys-of-either-case': changeRequests((request) =>
      hasNoKey(request) ? request : withApiKey(request, apiKeyOf(request).toLowerCase()),
    ),
    'any-key-lists-webhooks': answerInstead(async (request, send) => {
      if (operationOf(request) !== 'listWebhooks' || hasNoKey(request)) return undefined
      const response = await send(request.clone())
      return response.status === 401 ? send(await withApiKey(request, 'sk_live_mock')) : response
    }),
    'prefix-of-a-key-is-free': {
      keys: { live: 'sk_live_first', test: 'sk_test_second' },
      break: changeRequests((request) => {
        const key = apiKeyOf(request)
        if (/^sk_(live|test)_first$/.test(key)) return withApiKey(request, 'sk_live_mock')
        return /^sk_(live|test)_second$/.test(key) ? withApiKey(request, 'sk_test_mock') : request
      }),
    },
    // What stands after the prefix is looked up, and the prefix alone says what the key may see.
    'prefix-says-the-mode-of-any-key': answerInstead(async (request, send) => {
      const key = apiKeyOf(request)
      const [, mode, rest] = /^sk_(live|test)_(\w+)$/.exec(key) ?? []
      if (rest === undefined || (await send(request.clone())).status !== 401) return undefined
      const other = `sk_${mode === 'live' ? 'test' : 'live'}_${rest}`
      const known = await send(
        new Request(new URL('/v1/events', request.url), { headers: { Authorization: `Bearer ${other}` } }),
      )
      return known.status === 401 ? undefined : send(await withApiKey(request, `sk_${mode}_mock`))
    }),
    'dot-after-a-key-is-dropped': changeRequests((request) => {
      const key = apiKeyOf(request)
      return key.endsWith('.') ? withApiKey(request, key.slice(0, -1)) : request
    }),
  },
  'AU-5': {
    'live-key-without-prefix': {
      keys: { live: 'live-0123456789' },
      break: mistakeKey('sk_live_mock', (request) => apiKeyOf(request) === 'live-0123456789'),
    },
  },
  'AU-6': {
    'test-key-without-prefix': {
      keys: { test: 'test-0123456789' },
      break: mistakeKey('sk_test_mock', (request) => apiKeyOf(request) === 'test-0123456789'),
    },
  },
})
