import {
  alterRequest,
  changeDeliveries,
  operationOf,
  withBody,
  type Breakage,
  type Mutant,
} from '../support/breakage'

type Json = Record<string, unknown>

/** Mutants whose deliveries are well but for one kind of event or webhook. */
export const strangeDeliveryMutants: readonly Mutant[] = [
  {
    id: 'delivered-type-in-lower-case',
    rule: 'DL-1',
    title: 'the type of a delivered event is in lower case',
    break: changeDeliveries((request) =>
      alterRequest(request, { body: (event) => ({ ...event, type: String(event.type).toLowerCase() }) }),
    ),
  },
  {
    id: 'delivery-drops-nulls',
    rule: 'DL-1',
    title: 'fields that are null are not delivered',
    break: changeDeliveries((request) =>
      alterRequest(request, {
        body: (event) => ({
          ...event,
          data: Object.fromEntries(Object.entries(event.data as Json).filter(([, value]) => value !== null)),
        }),
      }),
    ),
  },
  {
    id: 'large-payload-is-not-delivered',
    rule: 'DL-1',
    title: 'an event of more than 8 kB is not delivered',
    break: changeDeliveries(async (request) =>
      (await request.clone().text()).length > 8_192 ? undefined : request,
    ),
  },
  {
    id: 'delivery-to-the-path-in-lower-case',
    rule: 'DL-4',
    title: 'a delivery goes to the path in lower case',
    break: changeDeliveries((request) =>
      alterRequest(request, { url: (url) => (url.pathname = url.pathname.toLowerCase()) }),
    ),
  },
  {
    id: 'slashes-are-escaped-after-signing',
    rule: 'DL-5',
    title: 'slashes of a body are escaped after it was signed',
    break: changeDeliveries(async (request) => {
      const body = (await request.clone().text()).replaceAll('/', '\\/')
      return new Request(request.url, { method: 'POST', headers: request.headers, body })
    }),
  },
  {
    id: 'deliveries-to-star-are-unsigned',
    rule: 'DL-5',
    title: 'deliveries to * have no signature',
    break: toStar((request, send) =>
      alterRequest(request, { headers: (headers) => headers.delete('webhook-signature') }).then(send),
    ),
  },
  {
    id: 'deliveries-at-once-come-twice',
    rule: 'DL-7',
    title: 'of events that are created at once each is delivered twice',
    break: () => {
      let underway = 0
      const crowded = new Set<string>()
      return {
        fetch: (send) => async (request) => {
          if (operationOf(request) !== 'createEvent') return send(request)
          underway += 1
          await new Promise((resolve) => setImmediate(resolve))
          if (underway > 4) crowded.add(JSON.stringify(((await request.clone().json()) as Json).data))
          const response = await send(request)
          underway -= 1
          return response
        },
        deliver: (send) => async (request) => {
          const { data } = (await request.clone().json()) as Json
          if (crowded.has(JSON.stringify(data))) await send(request.clone())
          return send(request)
        },
      }
    },
  },
  {
    id: 'deleted-star-receives-on',
    rule: 'WD-5',
    title: 'a deleted webhook for all events receives on',
    break: () => {
      const stars = new Set<string>()
      return {
        fetch: (send) => async (request) => {
          const operation = operationOf(request)
          const id = new URL(request.url).pathname.split('/').at(-1) ?? ''
          // It is not deleted at all, and says that it was.
          if (operation === 'deleteWebhook' && stars.delete(id)) return Response.json({ id, deleted: true })
          const response = await send(request)
          if (operation !== 'createWebhook' || response.status !== 201) return response
          const webhook = (await response.json()) as Json
          if (String(webhook.events) === '*') stars.add(String(webhook.id))
          return withBody(response, webhook)
        },
      }
    },
  },
]

/** Deliveries to webhooks for all events go another way. */
function toStar(
  deliver: (request: Request, send: (request: Request) => Promise<Response>) => Promise<Response>,
): Breakage {
  return () => {
    const all = new Set<string>()
    return {
      fetch: (send) => async (request) => {
        if (operationOf(request) === 'createWebhook') {
          const body = (await request.clone().json()) as Json | null
          if (String(body?.events) === '*') all.add(String(body?.url))
        }
        return send(request)
      },
      deliver: (send) => async (request) => (all.has(request.url) ? deliver(request, send) : send(request)),
    }
  }
}
