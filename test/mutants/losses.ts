import {
  alterRequest,
  changeRequests,
  changeSuccesses,
  operationOf,
  remembering,
  withBody,
  withIdempotencyKey,
  type Mutant,
} from '../support/breakage'

type Json = Record<string, unknown>

const creates = (request: Request) => operationOf(request) === 'createEvent'
const registers = (request: Request) => operationOf(request) === 'createWebhook'

/** Mutants that lose or change what they were given, each in one corner only. */
export const lossMutants: readonly Mutant[] = [
  {
    id: 'text-is-cut-at-64-k',
    rule: 'EV-10',
    title: 'a text of a payload is cut after 65,535 characters',
    break: changeSuccesses('createEvent', (json) => cut(json, 65_535)),
  },
  {
    id: 'text-is-cut-in-the-list',
    rule: 'EV-10',
    title: 'a text of a listed payload is cut after 65,535 characters',
    break: changeSuccesses('listEvents', (page) => ({
      ...page,
      data: (page.data as Json[]).map((event) => cut(event, 65_535)),
    })),
  },
  {
    id: 'last-single-item-is-forgotten',
    rule: 'PG-4',
    title: 'hasMore is false where a single item follows',
    break: () => ({
      fetch: (send) => async (request) => {
        const url = new URL(request.url)
        const response = await send(request)
        if (operationOf(request) !== 'listEvents' || response.status !== 200) return response
        const page = (await response.clone().json()) as Json
        if (page.hasMore !== true) return response
        const { headers } = request
        url.searchParams.set('cursor', String(page.nextCursor))
        url.searchParams.set('limit', '2')
        const next = (await (await send(new Request(url, { headers }))).json()) as Json
        const single = (next.data as unknown[]).length === 1
        return single ? withBody(response, { ...page, hasMore: false, nextCursor: null }) : response
      },
    }),
  },
  {
    id: 'full-pages-of-100-are-the-last',
    rule: 'PG-4',
    title: 'hasMore is false on a page of 100',
    break: changeSuccesses('listEvents', (page) =>
      (page.data as unknown[]).length === 100 ? { ...page, hasMore: false, nextCursor: null } : page,
    ),
  },
  {
    id: 'idempotency-key-belongs-to-its-type',
    rule: 'EV-5',
    title: 'an idempotency key that comes again with another type creates a second event',
    break: changeRequests(async (request) => {
      if (!creates(request)) return request
      const { type } = ((await request
        .clone()
        .json()
        .catch(() => null)) ?? {}) as Json
      return withIdempotencyKey(request, (key) => `${key}-${encodeURIComponent(String(type))}`)
    }),
  },
  {
    id: 'fifty-idempotency-keys-are-remembered',
    rule: 'EV-5',
    title: 'an idempotency key is forgotten after fifty others',
    break: remembering(() => {
      let recent: string[] = []
      const forgotten = new Map<string, number>()
      return changeRequests((request) =>
        !creates(request)
          ? request
          : withIdempotencyKey(request, (key) => {
              recent = [...recent.filter((one) => one !== key), key]
              for (const old of recent.slice(0, -50)) forgotten.set(old, (forgotten.get(old) ?? 0) + 1)
              recent = recent.slice(-50)
              return `${key}-${forgotten.get(key) ?? 0}`
            }),
      )
    }),
  },
  {
    id: 'replay-shows-the-other-payload',
    rule: 'EV-1',
    title: 'a repeated idempotency key returns the payload of the repeat under the id of the original',
    break: changeSuccesses('createEvent', (json, { body }) => ({ ...json, data: body?.data })),
  },
  {
    id: 'subscriptions-in-lower-case',
    rule: 'WH-9',
    title: 'event types of a webhook come back in lower case',
    break: changeSuccesses('createWebhook', (webhook) => ({
      ...webhook,
      events: (webhook.events as string[]).map((type) => type.toLowerCase()),
    })),
  },
  {
    id: 'path-of-the-url-in-lower-case',
    rule: 'WH-9',
    title: 'the path of a url comes back in lower case',
    break: changeSuccesses('createWebhook', (webhook) => ({
      ...webhook,
      url: String(webhook.url).toLowerCase(),
    })),
  },
  {
    id: 'description-is-cut-at-255',
    rule: 'WH-7',
    title: 'a description is cut after 255 characters',
    break: changeSuccesses('createWebhook', (webhook) => ({
      ...webhook,
      ...(typeof webhook.description === 'string' ? { description: webhook.description.slice(0, 255) } : {}),
    })),
  },
  {
    id: 'what-begins-with-https-will-do',
    rule: 'WH-2',
    title: 'a url whose scheme begins with https is accepted',
    break: withUrl((url) => url.replace(/^https\w+:/, 'https:')),
  },
  {
    id: 'http-on-loopback-is-accepted',
    rule: 'WH-2',
    title: 'a url over plain HTTP is accepted for localhost',
    break: withUrl((url) => url.replace(/^http:\/\/localhost/, 'https://localhost')),
  },
]

function cut(event: Json, most: number): Json {
  const { text, ...rest } = event.data as Json
  return typeof text === 'string' ? { ...event, data: { ...rest, text: text.slice(0, most) } } : event
}

function withUrl(change: (url: string) => string) {
  return changeRequests((request) =>
    registers(request)
      ? alterRequest(request, {
          body: (json) => (typeof json.url === 'string' ? { ...json, url: change(json.url) } : json),
        })
      : request,
  )
}
