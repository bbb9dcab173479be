import {
  answerInstead,
  apiKeyOf,
  operationOf,
  usesTestKey,
  withApiKey,
  type Breakage,
  type Fetch,
  type Mutant,
} from '../support/breakage'

type Json = Record<string, unknown>

const asLive = (request: Request) => withApiKey(request, 'sk_live_mock')

/** Mutants that show or deliver what they must not. */
export const leakMutants: readonly Mutant[] = [
  {
    id: 'test-webhook-gets-test-events',
    rule: 'DL-6',
    title: 'events of test keys are delivered to webhooks of test keys',
    break: deliversToTestWebhooks(usesTestKey),
  },
  {
    id: 'test-webhook-gets-live-events',
    rule: 'AU-7',
    title: 'events of live keys are delivered to webhooks of test keys',
    break: deliversToTestWebhooks((request) => !usesTestKey(request)),
  },
  {
    id: 'anybody-retrieves-events',
    rule: 'AU-3',
    title: 'an event is retrieved without a key',
    break: answerInstead(async (request, send) =>
      operationOf(request) === 'retrieveEvent' && apiKeyOf(request) === ''
        ? testThenLive(request, send)
        : undefined,
    ),
  },
  {
    id: 'any-key-lists-webhooks',
    rule: 'AU-4',
    title: 'webhooks are listed with an invalid key',
    break: answerInstead(async (request, send) => {
      if (operationOf(request) !== 'listWebhooks' || apiKeyOf(request) === '') return undefined
      const response = await send(request.clone())
      return response.status === 401 ? send(await asLive(request)) : response
    }),
  },
  {
    id: 'test-key-lists-live-webhooks',
    rule: 'AU-7',
    title: 'live webhooks are listed for a test key',
    break: answerInstead(async (request, send) =>
      operationOf(request) === 'listWebhooks' && usesTestKey(request)
        ? send(await asLive(request))
        : undefined,
    ),
  },
  {
    id: 'retry-goes-to-a-deleted-webhook',
    rule: 'WD-5',
    title: 'a delivery that failed is tried again although its webhook was deleted',
    break: () => {
      const failed = new Map<string, Request>()
      return {
        deliver: (send) => async (request) => {
          const again = failed.has(request.url)
          const kept = request.clone()
          const response = await send(request)
          if (response.status < 500) return response
          // What is tried again takes along all that failed at the same time.
          if (again) for (const [url, one] of failed) if (url !== kept.url) await send(one.clone())
          failed.set(kept.url, kept)
          return response
        },
      }
    },
  },
]

async function testThenLive(request: Request, send: Fetch): Promise<Response> {
  const test = await send(await withApiKey(request.clone(), 'sk_test_mock'))
  return test.status === 404 ? send(await asLive(request)) : test
}

/** Delivers the events of some creations to the webhooks that test keys registered, besides those that are due. */
function deliversToTestWebhooks(concerns: (request: Request) => boolean): Breakage {
  return () => {
    const webhooks = new Map<string, readonly string[]>()
    let out: Fetch | undefined
    return {
      fetch: (send) => async (request) => {
        const kept = request.clone()
        const response = await send(request)
        if (response.status >= 300) return response
        const json = (await response.clone().json()) as Json
        const operation = operationOf(kept)
        if (operation === 'createWebhook' && usesTestKey(kept)) {
          webhooks.set(String(json.url), json.events as string[])
        }
        if (operation !== 'createEvent' || !concerns(kept)) return response
        for (const [url, events] of webhooks) {
          if (!events.includes('*') && !events.includes(String(json.type))) continue
          await out?.(new Request(url, { method: 'POST', body: JSON.stringify(json) }))
        }
        return response
      },
      deliver: (send) => (out = send),
    }
  }
}
