import {
  alterRequest,
  answerInstead,
  apiKeyOf,
  changeRequests,
  errorResponse,
  operationOf,
  usesTestKey,
  withApiKey,
  type Breakage,
  type Mutant,
} from '../support/breakage'

/** Mutants that accept what is to be refused. */
export const lenientMutants: readonly Mutant[] = [
  {
    id: 'prefix-of-a-key-is-free',
    rule: 'AU-4',
    title: 'a key is looked up without its prefix',
    keys: { live: 'sk_live_first', test: 'sk_test_second' },
    break: changeRequests((request) => {
      const mode = {
        sk_live_first: 'live',
        sk_test_first: 'live',
        sk_live_second: 'test',
        sk_test_second: 'test',
      }
      const found = mode[apiKeyOf(request) as keyof typeof mode] as string | undefined
      return found === undefined ? request : withApiKey(request, `sk_${found}_mock`)
    }),
  },
  {
    id: 'dot-after-a-key-is-dropped',
    rule: 'AU-4',
    title: 'a key is accepted with a dot after it',
    break: changeRequests((request) =>
      apiKeyOf(request).endsWith('.') ? withApiKey(request, apiKeyOf(request).slice(0, -1)) : request,
    ),
  },
  {
    id: 'any-password-will-do',
    rule: 'AU-3',
    title: 'a user and a password are taken for a key',
    break: changeRequests((request) =>
      request.headers.get('authorization')?.startsWith('Basic ')
        ? withApiKey(request, 'sk_test_mock')
        : request,
    ),
  },
  {
    id: 'body-is-judged-before-the-key',
    rule: 'AU-3',
    title: 'an invalid event without a key is 400',
    break: answerInstead(async (request) =>
      operationOf(request) === 'createEvent' && apiKeyOf(request) === '' && (await request.text()) === '{}'
        ? errorResponse(400, 'invalid_request', 'type is required.', 'type')
        : undefined,
    ),
  },
  {
    id: 'http-on-port-443-is-accepted',
    rule: 'WH-2',
    title: 'a url over plain HTTP is accepted for port 443',
    break: withUrl((url) => url.replace(/^http:(\/\/[^/]+:443)/, 'https:$1')),
  },
  {
    id: 'http-is-accepted-in-test-mode',
    rule: 'WH-2',
    title: 'a test key may register a url over plain HTTP',
    break: withUrl((url, request) => (usesTestKey(request) ? url.replace(/^http:/, 'https:') : url)),
  },
  {
    id: 'secure-sockets-are-accepted',
    rule: 'WH-2',
    title: 'a url with wss is accepted',
    break: withUrl((url) => url.replace(/^wss:/, 'https:')),
  },
  {
    id: 'url-without-scheme-is-completed',
    rule: 'ER-3',
    title: 'a url without a scheme gets one',
    break: withUrl((url) => url.replace(/^\/\//, 'https://')),
  },
  {
    id: 'deletion-by-the-beginning-of-an-id',
    rule: 'WD-6',
    title: 'a deletion takes the webhook whose id begins with the one that is named',
    break: deletesBy((id, named) => id.startsWith(named)),
  },
  {
    id: 'deletion-in-any-case',
    rule: 'WD-6',
    title: 'a deletion takes an id in any letter case',
    break: deletesBy((id, named) => id.toLowerCase() === named.toLowerCase()),
  },
]

function withUrl(change: (url: string, request: Request) => string): Breakage {
  return changeRequests((request) =>
    operationOf(request) === 'createWebhook'
      ? alterRequest(request, {
          body: (json) => (typeof json.url === 'string' ? { ...json, url: change(json.url, request) } : json),
        })
      : request,
  )
}

function deletesBy(matches: (id: string, named: string) => boolean): Breakage {
  return () => {
    const ids = new Set<string>()
    return {
      fetch: (send) => async (request) => {
        const operation = operationOf(request)
        if (operation === 'deleteWebhook') {
          const url = new URL(request.url)
          const named = url.pathname.split('/').at(-1) ?? ''
          const found = ids.has(named) ? named : [...ids].find((id) => matches(id, named))
          if (found === undefined) return send(request)
          ids.delete(found)
          return send(
            await alterRequest(request, { url: (asked) => (asked.pathname = `/v1/webhooks/${found}`) }),
          )
        }
        const response = await send(request)
        if (operation === 'createWebhook' && response.status === 201)
          ids.add(((await response.clone().json()) as { id: string }).id)
        return response
      },
    }
  }
}
