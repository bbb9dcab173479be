import {
  alterRequest,
  answerInstead,
  changeRequests,
  changeSuccesses,
  operationOf,
  remembering,
  type Mutant,
} from '../support/breakage'

type Json = Record<string, unknown>

const bearer = (request: Request) => request.headers.get('authorization') ?? ''
const typeOf = async (request: Request) => String(((await request.clone().json()) as Json).type)

/** Mutants that are well but for one corner: the second page, one key, one kind of webhook, requests at once. */
export const cornerMutants: readonly Mutant[] = [
  {
    id: 'second-page-has-no-payloads',
    rule: 'PG-8',
    title: 'events of pages after the first have an empty payload',
    break: changeSuccesses('listEvents', (page, { url }) =>
      url.searchParams.has('cursor')
        ? { ...page, data: (page.data as Json[]).map((event) => ({ ...event, data: {} })) }
        : page,
    ),
  },
  {
    id: 'cursor-opens-the-other-mode',
    rule: 'AU-7',
    title: "a cursor of the test list leads a live key to the test list's next page",
    break: () => {
      const owners = new Map<string, string>()
      return {
        fetch: (send) => async (request) => {
          if (operationOf(request) !== 'listEvents') return send(request)
          const owner = owners.get(new URL(request.url).searchParams.get('cursor') ?? '')
          const asked = owner
            ? await alterRequest(request, { headers: (headers) => headers.set('authorization', owner) })
            : request
          const response = await send(asked)
          const { nextCursor } = (await response.clone().json()) as Json
          if (typeof nextCursor === 'string') owners.set(nextCursor, bearer(asked))
          return response
        },
      }
    },
  },
  {
    id: 'described-webhook-gets-nothing',
    rule: 'DL-1',
    title: 'a webhook with a description gets no deliveries',
    break: () => {
      const described = new Set<string>()
      return {
        fetch: (send) => async (request) => {
          if (operationOf(request) === 'createWebhook') {
            const body = (await request.clone().json()) as Json | null
            if (body?.description !== undefined) described.add(String(body.url))
          }
          return send(request)
        },
        deliver: (send) => async (request) =>
          described.has(request.url) ? new Response(null, { status: 204 }) : send(request),
      }
    },
  },
  {
    id: 'unicode-type-reaches-star-alone',
    rule: 'DL-1',
    title: 'a type that is not ASCII is delivered to * alone',
    break: () => {
      const all = new Set<string>()
      return {
        fetch: (send) => async (request) => {
          if (operationOf(request) === 'createWebhook') {
            const body = (await request.clone().json()) as Json | null
            if (String(body?.events) === '*') all.add(String(body?.url))
          }
          return send(request)
        },
        deliver: (send) => async (request) =>
          /[^ -~]/.test(await typeOf(request)) && !all.has(request.url)
            ? new Response(null, { status: 204 })
            : send(request),
      }
    },
  },
  {
    id: 'delivery-is-lost-under-load',
    rule: 'DL-1',
    title: 'of events that arrive at once only four are delivered',
    break: () => {
      let underway = 0
      const crowded = new Set<string>()
      return {
        fetch: (send) => async (request) => {
          if (operationOf(request) !== 'createEvent') return send(request)
          underway += 1
          const many = underway > 4
          await new Promise((resolve) => setTimeout(resolve, 1))
          if (many) crowded.add(JSON.stringify(((await request.clone().json()) as Json).data))
          const response = await send(request)
          underway -= 1
          return response
        },
        deliver: (send) => async (request) => {
          const { data } = (await request.clone().json()) as Json
          return crowded.has(JSON.stringify(data)) ? new Response(null, { status: 204 }) : send(request)
        },
      }
    },
  },
  {
    id: 'replay-is-delivered-again-to-star',
    rule: 'DL-7',
    title: 'a repeated idempotency key delivers the event again to *',
    break: () => {
      const all = new Set<string>()
      const kept = new Map<string, Request[]>()
      let deliver: ((request: Request) => Promise<Response>) | undefined
      return {
        fetch: (send) => async (request) => {
          if (operationOf(request) === 'createWebhook') {
            const body = (await request.clone().json()) as Json | null
            if (String(body?.events) === '*') all.add(String(body?.url))
          }
          const response = await send(request)
          if (!response.headers.has('idempotency-replayed')) return response
          const { id } = (await response.clone().json()) as Json
          for (const one of kept.get(String(id)) ?? []) await deliver?.(one.clone())
          return response
        },
        deliver: (send) => async (request) => {
          deliver = send
          const { id } = (await request.clone().json()) as Json
          if (all.has(request.url)) kept.set(String(id), [...(kept.get(String(id)) ?? []), request.clone()])
          return send(request)
        },
      }
    },
  },
  {
    id: 'replay-loses-unicode',
    rule: 'EV-1',
    title: 'a replay shows characters beyond ASCII as question marks',
    break: () => ({
      fetch: (send) => async (request) => {
        const response = await send(request)
        if (!response.headers.has('idempotency-replayed')) return response
        const text = (await response.text()).replace(/[^ -~]/g, '?')
        return new Response(text, { status: response.status, headers: response.headers })
      },
    }),
  },
  {
    id: 'last-idempotency-key-alone-is-remembered',
    rule: 'EV-1',
    title: 'only the last idempotency key is remembered',
    break: remembering(() => {
      let last = ''
      let turn = 0
      return changeRequests(async (request) => {
        if (operationOf(request) !== 'createEvent') return request
        const body = (await request
          .clone()
          .json()
          .catch(() => undefined)) as Json | undefined
        const key = request.headers.get('idempotency-key') ?? body?.idempotencyKey
        if (typeof key !== 'string') return request
        if (key !== last) turn += 1
        last = key
        const renamed = `${key}-${turn}`
        return alterRequest(request, {
          headers: (headers) => {
            if (headers.has('idempotency-key')) headers.set('idempotency-key', renamed)
          },
          body: (json) => ('idempotencyKey' in json ? { ...json, idempotencyKey: renamed } : json),
        })
      })
    }),
  },
  {
    id: 'keys-of-either-case',
    rule: 'AU-4',
    title: 'a key is accepted in any letter case',
    break: changeRequests((request) =>
      alterRequest(request, {
        headers: (headers) => {
          const [scheme, key] = bearer(request).split(' ')
          if (key) headers.set('authorization', `${scheme} ${key.toLowerCase()}`)
        },
      }),
    ),
  },
  {
    id: 'limit-99-is-refused',
    rule: 'PG-2',
    title: 'limit=99 is refused',
    break: answerInstead((request) =>
      operationOf(request) === 'listEvents' && new URL(request.url).searchParams.get('limit') === '99'
        ? Response.json(
            { error: { code: 'invalid_request', message: 'Refused.', param: 'limit' } },
            { status: 400 },
          )
        : undefined,
    ),
  },
]
