import {
  altered,
  instead,
  operationOf,
  refusal,
  refusals,
  replies,
  successes,
  tampered,
  withBody,
  withStatus,
  type Breakage,
  type Mutant,
} from './breakage'

type Json = Record<string, unknown>

const registers = (request: Request) => operationOf(request) === 'createWebhook'
const deletes = (request: Request) => operationOf(request) === 'deleteWebhook'

const refused = (change: (error: Json) => unknown): Breakage =>
  refusals('createWebhook', ({ error }) => ({ error: change(error as Json) }))

/** Mutants of registering and deleting webhooks. */
export const webhookMutants: readonly Mutant[] = [
  {
    id: 'registration-is-200',
    rule: 'WH-1',
    title: 'a registration is answered by 200',
    break: replies('createWebhook', (response) =>
      response.status === 201 ? withStatus(response, 200) : response,
    ),
  },
  {
    id: 'registration-without-secret',
    rule: 'WH-1',
    title: 'a registration returns no secret',
    break: successes('createWebhook', ({ secret: _, ...webhook }) => webhook),
  },
  {
    id: 'http-is-accepted',
    rule: 'WH-2',
    title: 'a url over plain HTTP is accepted',
    break: tampered((request) =>
      registers(request)
        ? altered(request, {
            body: (json) =>
              typeof json.url === 'string' ? { ...json, url: json.url.replace(/^http:/i, 'https:') } : json,
          })
        : request,
    ),
  },
  {
    id: 'https-anywhere-will-do',
    rule: 'WH-2',
    title: 'a url that holds https anywhere is accepted',
    break: tampered((request) =>
      registers(request)
        ? altered(request, {
            body: (json) =>
              typeof json.url === 'string' && json.url.includes('https://')
                ? { ...json, url: json.url.replace(/^http:/, 'https:') }
                : json,
          })
        : request,
    ),
  },
  {
    id: 'insecure-url-without-param',
    rule: 'WH-2',
    title: 'the refusal of an insecure url has no param',
    break: refused(({ code, message }) => ({ code, message })),
  },
  {
    id: 'insecure-url-message',
    rule: 'WH-2',
    title: 'the refusal of an insecure url does not say why',
    break: refused((error) => ({ ...error, message: 'The url is invalid.' })),
  },
  {
    id: 'insecure-url-is-422',
    rule: 'WH-2',
    title: 'an insecure url is 422',
    break: replies('createWebhook', (response) =>
      response.status === 400 ? withStatus(response, 422) : response,
    ),
  },
  {
    id: 'secret-in-the-list',
    rule: 'WH-3',
    title: 'the list of webhooks shows their secrets',
    break: (() => {
      const secrets = new Map<unknown, unknown>()
      return {
        fetch: (send) => async (request) => {
          const operation = operationOf(request)
          const response = await send(request)
          if (response.status >= 300) return response
          const json = (await response.clone().json()) as Json
          if (operation === 'createWebhook') secrets.set(json.id, json.secret)
          if (operation !== 'listWebhooks') return response
          const data = (json.data as Json[]).map((webhook) => ({
            ...webhook,
            secret: secrets.get(webhook.id),
          }))
          return withBody(response, { ...json, data })
        },
      } satisfies Breakage
    })(),
  },
  {
    id: 'secret-in-the-deletion',
    rule: 'WH-3',
    title: 'the answer to a deletion repeats the secret',
    break: (() => {
      const secrets = new Map<unknown, unknown>()
      return {
        fetch: (send) => async (request) => {
          const operation = operationOf(request)
          const response = await send(request)
          if (response.status >= 300) return response
          const json = (await response.clone().json()) as Json
          if (operation === 'createWebhook') secrets.set(json.id, json.secret)
          if (operation !== 'deleteWebhook') return response
          return withBody(response, { ...json, secret: secrets.get(json.id) })
        },
      } satisfies Breakage
    })(),
  },
  {
    id: 'missing-url-is-accepted',
    rule: 'WH-4',
    title: 'a webhook without url is registered',
    break: tampered((request) =>
      registers(request)
        ? altered(request, { body: (json) => ({ url: 'https://example.com/default', ...json }) })
        : request,
    ),
  },
  {
    id: 'missing-url-has-another-code',
    rule: 'WH-4',
    title: 'the refusal of a missing url has another code',
    break: refused((error) => ({ ...error, code: 'url_required' })),
  },
  {
    id: 'missing-events-means-all',
    rule: 'WH-5',
    title: 'a webhook without events receives all',
    break: tampered((request) =>
      registers(request) ? altered(request, { body: (json) => ({ events: ['*'], ...json }) }) : request,
    ),
  },
  {
    id: 'star-is-refused',
    rule: 'WH-6',
    title: 'events ["*"] is refused',
    break: instead(async (request) =>
      registers(request) && (await request.text()).includes('["*"]') ? refusal(400) : undefined,
    ),
  },
  {
    id: 'star-comes-back-empty',
    rule: 'WH-6',
    title: 'events ["*"] comes back as an empty list',
    break: successes('createWebhook', (webhook) => ({
      ...webhook,
      events: (webhook.events as string[]).filter((type) => type !== '*'),
    })),
  },
  {
    id: 'description-is-lost',
    rule: 'WH-7',
    title: 'a description does not come back',
    break: successes('createWebhook', ({ description: _, ...webhook }) => webhook),
  },
  {
    id: 'description-is-escaped',
    rule: 'WH-7',
    title: 'a description comes back with its letters escaped',
    break: successes('createWebhook', (webhook) => ({
      ...webhook,
      ...(typeof webhook.description === 'string'
        ? { description: webhook.description.replaceAll('&', '&amp;') }
        : {}),
    })),
  },
  {
    id: 'webhook-id-with-another-prefix',
    rule: 'WH-8',
    title: 'a webhook id begins with hook_',
    break: {
      fetch: (send) => async (request) => {
        const seen = await altered(request, {
          url: (url) => (url.pathname = url.pathname.replace('/hook_', '/wh_')),
        })
        const response = await send(seen)
        if (!registers(seen) || response.status !== 201) return response
        const webhook = (await response.json()) as Json
        return withBody(response, { ...webhook, id: String(webhook.id).replace('wh_', 'hook_') })
      },
    },
  },
  {
    id: 'url-is-normalised',
    rule: 'WH-9',
    title: 'a url comes back without its query',
    break: successes('createWebhook', (webhook) => ({ ...webhook, url: String(webhook.url).split('?')[0] })),
  },
  {
    id: 'first-type-only',
    rule: 'WH-9',
    title: 'of several types the first comes back alone',
    break: successes('createWebhook', (webhook) => ({
      ...webhook,
      events: (webhook.events as string[]).slice(0, 1),
    })),
  },
  {
    id: 'new-webhook-is-pending',
    rule: 'WH-10',
    title: 'a new webhook is pending',
    break: successes('createWebhook', (webhook) => ({ ...webhook, status: 'pending' })),
  },
  {
    id: 'secret-without-prefix',
    rule: 'WH-11',
    title: 'the secret has no prefix',
    break: successes('createWebhook', (webhook) => ({ ...webhook, secret: String(webhook.secret).slice(6) })),
  },
  {
    id: 'webhook-created-in-the-past',
    rule: 'WH-12',
    title: 'created of a webhook is 1970',
    break: successes('createWebhook', (webhook) => ({ ...webhook, created: '1970-01-01T00:00:00.000Z' })),
  },
  {
    id: 'one-secret-for-all',
    rule: 'WH-13',
    title: 'all webhooks have one secret',
    break: successes('createWebhook', (webhook) => ({
      ...webhook,
      secret: 'whsec_c2FtZS1zZWNyZXQtZm9yLWFsbC13ZWJob29rcw==',
    })),
  },
  {
    id: 'deletion-needs-a-body',
    rule: 'WD-1',
    title: 'a deletion without a body is refused',
    break: instead(async (request) =>
      deletes(request) && (await request.text()) === ''
        ? refusal(400, 'invalid_request', 'Confirm it.')
        : undefined,
    ),
  },
  {
    id: 'deletion-returns-nothing',
    rule: 'WD-2',
    title: 'a deletion is answered by 204',
    break: replies('deleteWebhook', (response) =>
      response.status === 200 ? new Response(null, { status: 204 }) : response,
    ),
  },
  {
    id: 'deletion-returns-another-id',
    rule: 'WD-2',
    title: 'a deletion returns another id',
    break: successes('deleteWebhook', (result) => ({ ...result, id: 'wh_another' })),
  },
  {
    id: 'deletion-returns-the-webhook',
    rule: 'WD-2',
    title: 'a deletion does not say deleted',
    break: successes('deleteWebhook', ({ id }) => ({ id, status: 'deleted' })),
  },
  {
    id: 'unknown-webhook-is-200',
    rule: 'WD-3',
    title: 'deleting a webhook that does not exist is a success',
    break: replies('deleteWebhook', (response, request) =>
      response.status === 404
        ? Response.json({ id: new URL(request.url).pathname.split('/').at(-1), deleted: true })
        : response,
    ),
  },
  {
    id: 'unknown-webhook-has-param',
    rule: 'WD-3',
    title: 'the 404 of a deletion has a param',
    break: refusals('deleteWebhook', ({ error }) => ({ error: { ...(error as Json), param: 'id' } })),
  },
  {
    id: 'unknown-webhook-has-another-code',
    rule: 'WD-3',
    title: 'the 404 of a deletion has another code',
    break: refusals('deleteWebhook', ({ error }) => ({
      error: { ...(error as Json), code: 'webhook_not_found' },
    })),
  },
  {
    id: 'deleting-twice-succeeds',
    rule: 'WD-4',
    title: 'a deletion can be repeated',
    break: (() => {
      const gone = new Set<string>()
      return replies('deleteWebhook', (response, request) => {
        const id = new URL(request.url).pathname.split('/').at(-1) ?? ''
        if (response.status === 200) gone.add(id)
        return gone.has(id) ? Response.json({ id, deleted: true }) : response
      })
    })(),
  },
  {
    id: 'deleted-webhook-stays-listed',
    rule: 'WD-4',
    title: 'a deleted webhook stays listed',
    break: (() => {
      const all = new Map<unknown, Json>()
      return {
        fetch: (send) => async (request) => {
          const operation = operationOf(request)
          const response = await send(request)
          if (response.status >= 300) return response
          const json = (await response.clone().json()) as Json
          if (operation === 'createWebhook') all.set(json.id, { ...json, secret: undefined })
          return operation === 'listWebhooks'
            ? withBody(response, { ...json, data: [...all.values()] })
            : response
        },
      } satisfies Breakage
    })(),
  },
  {
    id: 'deletion-hides-only',
    rule: 'WD-5',
    title: 'a deleted webhook goes on receiving',
    break: (() => {
      const gone = new Set<string>()
      return instead((request) => {
        if (!deletes(request)) return undefined
        const id = new URL(request.url).pathname.split('/').at(-1) ?? ''
        if (gone.has(id) || /^wh_edc/.test(id)) return refusal(404, 'not_found', 'No webhook has this id.')
        gone.add(id)
        return Response.json({ id, deleted: true })
      })
    })(),
  },
  {
    id: 'failed-deletion-deletes-another',
    rule: 'WD-6',
    title: 'a deletion that finds nothing deletes the newest webhook',
    break: replies('deleteWebhook', async (response, request, send) => {
      if (response.status !== 404) return response
      const headers = request.headers
      const list = await send(new Request(new URL('/v1/webhooks', request.url), { headers }))
      const [newest] = ((await list.json()) as { data: { id: string }[] }).data
      if (newest)
        await send(
          new Request(new URL(`/v1/webhooks/${newest.id}`, request.url), { method: 'DELETE', headers }),
        )
      return response
    }),
  },
]
