import {
  alterRequest,
  changeDeliveries,
  changeRequests,
  changeSuccesses,
  operationOf,
  remembering,
  usesTestKey,
  withApiKey,
  withBody,
  type Breakage,
  type Mutant,
} from '../support/breakage'

type Json = Record<string, unknown>

const registers = (request: Request) => operationOf(request) === 'createWebhook'

/** Mutants of deliveries. */
export const deliveryMutants: readonly Mutant[] = [
  {
    id: 'no-deliveries',
    rule: 'DL-1',
    title: 'nothing is delivered',
    break: changeDeliveries(() => undefined),
  },
  {
    id: 'first-subscriber-only',
    rule: 'DL-1',
    title: 'of several subscribers the first alone receives',
    break: remembering(() => {
      const seen = new Set<string>()
      return changeDeliveries(async (request) => {
        const { id } = (await request.clone().json()) as { id: string }
        if (seen.has(id)) return undefined
        seen.add(id)
        return request
      })
    }),
  },
  {
    id: 'first-type-counts',
    rule: 'DL-1',
    title: 'of a list of types the first alone is subscribed',
    break: changeRequests((request) =>
      registers(request)
        ? alterRequest(request, {
            body: (json) =>
              Array.isArray(json.events) ? { ...json, events: json.events.slice(0, 1) as unknown } : json,
          })
        : request,
    ),
  },
  {
    id: 'delivered-data-is-cut',
    rule: 'DL-1',
    title: 'what is delivered has an empty payload',
    break: changeDeliveries((request) =>
      alterRequest(request, { body: (event) => ({ ...event, data: {}, mark: event.data }) }),
    ),
  },
  {
    id: 'subscription-by-prefix',
    rule: 'DL-2',
    title: 'a type subscribes to all that begin with it',
    break: widened((type, subscribed) => type.startsWith(subscribed)),
  },
  {
    id: 'subscription-regardless-of-case',
    rule: 'DL-2',
    title: 'types are compared regardless of case',
    break: widened((type, subscribed) => type.toLowerCase() === subscribed.toLowerCase()),
  },
  {
    id: 'dot-is-any-letter',
    rule: 'DL-2',
    title: 'a type is taken for a pattern in which a dot is any letter',
    break: widened((type, subscribed) => {
      const literal = subscribed.replace(/[\\^$*+?()[\]{}|]/g, '\\$&')
      return new RegExp(`^${literal}$`).test(type)
    }),
  },
  {
    id: 'everything-to-everybody',
    rule: 'DL-2',
    title: 'each webhook receives all',
    break: widened(() => true),
  },
  {
    id: 'star-needs-a-dot',
    rule: 'DL-3',
    title: 'a webhook for all events receives types with a dot alone',
    break: changeDeliveries(async (request) => {
      const { type } = (await request.clone().json()) as { type: string }
      return type.includes('.') ? request : undefined
    }),
  },
  {
    id: 'delivery-by-put',
    rule: 'DL-4',
    title: 'a delivery is a PUT',
    break: changeDeliveries((request) => alterRequest(request, { method: 'PUT' })),
  },
  {
    id: 'delivery-without-query',
    rule: 'DL-4',
    title: 'a delivery loses the query of the url',
    break: changeDeliveries((request) => alterRequest(request, { url: (url) => (url.search = '') })),
  },
  {
    id: 'no-signature',
    rule: 'DL-5',
    title: 'a delivery has no signature',
    break: changeDeliveries((request) =>
      alterRequest(request, {
        headers: (headers) =>
          ['webhook-id', 'webhook-timestamp', 'webhook-signature'].forEach((name) => headers.delete(name)),
      }),
    ),
  },
  {
    id: 'wrong-signature',
    rule: 'DL-5',
    title: 'a signature is made with another secret',
    break: changeSuccesses('createWebhook', (webhook) => ({
      ...webhook,
      secret: 'whsec_YW5vdGhlci1zZWNyZXQtdGhhbi10aGUtcmlnaHQ=',
    })),
  },
  {
    id: 'signature-of-other-bytes',
    rule: 'DL-5',
    title: 'the body is written anew after it was signed',
    break: changeDeliveries(async (request) => {
      const headers = new Headers(request.headers)
      const body = JSON.stringify(JSON.parse(await request.text()), undefined, 1)
      return new Request(request.url, { method: 'POST', headers, body })
    }),
  },
  {
    id: 'signature-fails-on-unicode',
    rule: 'DL-5',
    title: 'a signature is wrong where the body is more than ASCII',
    break: changeDeliveries(async (request) => {
      // eslint-disable-next-line no-control-regex
      const plain = /^[\x00-\x7f]*$/.test(await request.clone().text())
      return plain
        ? request
        : alterRequest(request, {
            headers: (headers) =>
              headers.set('webhook-signature', 'v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='),
          })
    }),
  },
  {
    id: 'test-events-are-delivered',
    rule: 'DL-6',
    title: 'events of test keys are delivered',
    break: changeRequests((request) =>
      operationOf(request) === 'createEvent' && usesTestKey(request)
        ? withApiKey(request, 'sk_live_mock')
        : request,
    ),
  },
  {
    id: 'deliveries-come-twice',
    rule: 'DL-7',
    title: 'each delivery comes twice',
    break: () => ({
      deliver: (send) => async (request) => {
        await send(request.clone())
        return send(request)
      },
    }),
  },
]

/** Subscriptions match more than they should: such webhooks are registered for all, and filtered here. */
function widened(matches: (type: string, subscribed: string) => boolean): Breakage {
  return () => {
    const subscriptions = new Map<string, string[]>()
    return {
      fetch: (send) => async (request) => {
        if (!registers(request)) return send(request)
        const json = (await request.clone().json()) as { url?: string; events?: string[] }
        if (!json.url || !Array.isArray(json.events)) return send(request)
        subscriptions.set(json.url, json.events)
        const response = await send(
          await alterRequest(request, { body: (body) => ({ ...body, events: ['*'] }) }),
        )
        return response.status === 201
          ? withBody(response, { ...((await response.json()) as Json), events: json.events })
          : response
      },
      deliver: (send) => async (request) => {
        const { type } = (await request.clone().json()) as { type: string }
        const subscribed = subscriptions.get(request.url) ?? ['*']
        const wanted = subscribed.some((one) => one === '*' || matches(type, one))
        return wanted ? send(request) : new Response(null, { status: 204 })
      },
    }
  }
}
