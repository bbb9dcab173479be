import { operations } from '../../../generated/operations'
import {
  alterRequest,
  answerInstead,
  apiKeyOf,
  changeRequests,
  changeResponses,
  errorResponse,
  operationOf,
  remembering,
  usesTestKey,
  withApiKey,
  withStatus,
  type Breakage,
} from '../../support/breakage'
import {
  addresses,
  creates,
  idIn,
  jsonOf,
  lists,
  mistakeKey,
  parameterOf,
  refuse,
  registers,
  type Test,
} from '../changes'
import { mockKeys } from '../../support/backend'
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

/** Breakages that let any key read what an operation shows, one for each operation that reads. */
const anyKeyReads = Object.fromEntries(
  Object.values(operations)
    .filter(({ method }) => method === 'GET')
    .map(({ id }): [string, Breakage] => [
      `any-key-is-good-for-${id.toLowerCase()}`,
      answerInstead(async (request, send) => {
        if (operationOf(request) !== id || hasNoKey(request)) return undefined
        const response = await send(request.clone())
        return response.status === 401 ? send(await withApiKey(request, 'sk_live_mock')) : response
      }),
    ]),
)

const isUnauthorized = ({ status }: Response) => status === 401

/** Does what a request with a refused key asks for in the name of a valid one, and answers 401 all the same. */
const obeys = (concerns: Test): Breakage =>
  answerInstead(async (request, send) => {
    if (!concerns(request) || hasNoKey(request)) return undefined
    const refused = await send(request.clone())
    for (const key of isUnauthorized(refused) ? ['sk_test_mock', 'sk_live_mock'] : [])
      await send(await withApiKey(request.clone(), key))
    return refused
  })

/** Looks up something that a request names before it looks at the key, and carries on in the name of the key that made it. */
const looksUpFirst = (named: (request: Request) => string | null, concerns: Test): Breakage =>
  remembering(() => {
    const owners = new Map<unknown, string>()
    return answerInstead(async (request, send) => {
      const owner = owners.get(named(request))
      const response = await send(request.clone())
      if (owner !== undefined && isUnauthorized(response) && concerns(request))
        return send(await withApiKey(request, owner))
      const made = response.status === 201 ? (named(request) ?? (await jsonOf(response)).id) : undefined
      if (made !== undefined && !owners.has(made)) owners.set(made, apiKeyOf(request))
      return response
    })
  })

const idOfDeleted = (request: Request) => (deletes(request) ? idIn(request) : null)
const idempotencyKeyOf = (request: Request) =>
  creates(request) ? request.headers.get('idempotency-key') : null

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
    'list-without-key-as-a-file': openAt(/\/v1\/events\.json$/),
    'list-without-key-at-a-path-written-otherwise': openAt(/\/v1\/(events;a=1|%65vents)$/),
    'create-without-key-at-a-slash': changeRequests(async (request) => {
      if (request.method !== 'POST' || !/\/v1\/events\/$/.test(request.url) || !hasNoKey(request))
        return request
      const asked = await alterRequest(request, { url: (url) => void (url.pathname = '/v1/events') })
      return withApiKey(asked, 'sk_test_mock')
    }),
    'delete-without-key-at-a-slash': answerInstead((request) =>
      request.method === 'DELETE' && request.url.endsWith('/') && hasNoKey(request)
        ? Response.json({ id: request.url.split('/').at(-2), deleted: true })
        : undefined,
    ),
    'head-without-key': answerInstead(async (request, send) => {
      if (request.method !== 'HEAD' || !hasNoKey(request)) return undefined
      const page = await send(await withApiKey(new Request(request.url), 'sk_test_mock'))
      const length = String((await page.arrayBuffer()).byteLength)
      return new Response(null, { headers: { 'content-type': 'application/json', 'content-length': length } })
    }),
    'key-in-the-query': changeRequests((request) => {
      const key = parameterOf(request, 'api_key')
      return key !== null && hasNoKey(request) ? withApiKey(request, key) : request
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
    'standing-webhook-is-deleted-without-key': looksUpFirst(idOfDeleted, hasNoKey),
    'known-idempotency-key-needs-no-key': looksUpFirst(idempotencyKeyOf, hasNoKey),
    'scoped-keys-without-key': mistakeKey(
      'sk_live_mock',
      (request) => operationOf(request) === 'createKey' && hasNoKey(request),
    ),
    'body-is-judged-before-the-key': refuse(
      (request, text) => creates(request) && hasNoKey(request) && text === '{}',
      () => errorResponse(400, 'invalid_request', 'type is required.', 'type'),
    ),
  },
  'AU-4': {
    // The key of an account is looked up by a column that is null for most accounts.
    'null-is-a-key': mistakeKey('sk_test_mock', (request) => apiKeyOf(request) === 'null'),
    'undefined-is-a-key': mistakeKey('sk_live_mock', (request) => apiKeyOf(request) === 'undefined'),
    'any-test-key': mistakeKey('sk_test_mock', usesTestKey),
    'key-by-prefix': mistakeKey('sk_live_mock', (request) => apiKeyOf(request).startsWith('sk_live_mock')),
    'invalid-key-is-404': changeResponses(undefined, (response, request) =>
      response.status === 401 && !hasNoKey(request) ? withStatus(response, 404) : response,
    ),
    'keys-of-either-case': changeRequests((request) =>
      hasNoKey(request) ? request : withApiKey(request, apiKeyOf(request).toLowerCase()),
    ),
    ...anyKeyReads,
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
    'known-idempotency-key-before-an-invalid-key': looksUpFirst(idempotencyKeyOf, (one) => !hasNoKey(one)),
    'event-of-a-refused-key': obeys(creates),
    'registration-of-a-refused-key': obeys(registers),
    'deletion-of-a-refused-key': obeys(
      (request) => deletes(request) && apiKeyOf(request) !== mockKeys.expired,
    ),
    'prefix-of-a-key-in-capitals': changeRequests((request) => {
      const key = apiKeyOf(request)
      return /^SK_/.test(key) ? withApiKey(request, key.toLowerCase()) : request
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
