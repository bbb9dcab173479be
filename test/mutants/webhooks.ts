import {
  altered,
  deliveries,
  instead,
  isTest,
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

/** Mutants of deliveries. */
export const deliveryMutants: readonly Mutant[] = [
  { id: 'no-deliveries', rule: 'DL-1', title: 'nothing is delivered', break: deliveries(() => undefined) },
  {
    id: 'first-subscriber-only',
    rule: 'DL-1',
    title: 'of several subscribers the first alone receives',
    break: (() => {
      const seen = new Set<string>()
      return deliveries(async (request) => {
        const { id } = (await request.clone().json()) as { id: string }
        if (seen.has(id)) return undefined
        seen.add(id)
        return request
      })
    })(),
  },
  {
    id: 'first-type-counts',
    rule: 'DL-1',
    title: 'of a list of types the first alone is subscribed',
    break: tampered((request) =>
      registers(request)
        ? altered(request, {
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
    break: deliveries((request) =>
      altered(request, { body: (event) => ({ ...event, data: {}, mark: event.data }) }),
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
    id: 'everything-to-everybody',
    rule: 'DL-2',
    title: 'each webhook receives all',
    break: widened(() => true),
  },
  {
    id: 'star-needs-a-dot',
    rule: 'DL-3',
    title: 'a webhook for all events receives types with a dot alone',
    break: deliveries(async (request) => {
      const { type } = (await request.clone().json()) as { type: string }
      return type.includes('.') ? request : undefined
    }),
  },
  {
    id: 'delivery-by-put',
    rule: 'DL-4',
    title: 'a delivery is a PUT',
    break: deliveries((request) => altered(request, { method: 'PUT' })),
  },
  {
    id: 'delivery-without-query',
    rule: 'DL-4',
    title: 'a delivery loses the query of the url',
    break: deliveries((request) => altered(request, { url: (url) => (url.search = '') })),
  },
  {
    id: 'no-signature',
    rule: 'DL-5',
    title: 'a delivery has no signature',
    break: deliveries((request) =>
      altered(request, {
        headers: (headers) =>
          ['webhook-id', 'webhook-timestamp', 'webhook-signature'].forEach((name) => headers.delete(name)),
      }),
    ),
  },
  {
    id: 'wrong-signature',
    rule: 'DL-5',
    title: 'a signature is made with another secret',
    break: successes('createWebhook', (webhook) => ({
      ...webhook,
      secret: 'whsec_YW5vdGhlci1zZWNyZXQtdGhhbi10aGUtcmlnaHQ=',
    })),
  },
  {
    id: 'signature-of-other-bytes',
    rule: 'DL-5',
    title: 'the body is written anew after it was signed',
    break: deliveries(async (request) => {
      const headers = new Headers(request.headers)
      const body = JSON.stringify(JSON.parse(await request.text()), undefined, 1)
      return new Request(request.url, { method: 'POST', headers, body })
    }),
  },
  {
    id: 'signature-fails-on-unicode',
    rule: 'DL-5',
    title: 'a signature is wrong where the body is more than ASCII',
    break: deliveries(async (request) => {
      // eslint-disable-next-line no-control-regex
      const plain = /^[\x00-\x7f]*$/.test(await request.clone().text())
      return plain
        ? request
        : altered(request, {
            headers: (headers) =>
              headers.set('webhook-signature', 'v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='),
          })
    }),
  },
  {
    id: 'test-events-are-delivered',
    rule: 'DL-6',
    title: 'events of test keys are delivered',
    break: tampered((request) =>
      operationOf(request) === 'createEvent' && isTest(request)
        ? altered(request, { headers: (headers) => headers.set('authorization', 'Bearer sk_live_mock') })
        : request,
    ),
  },
  {
    id: 'deliveries-come-twice',
    rule: 'DL-7',
    title: 'each delivery comes twice',
    break: {
      deliver: (send) => async (request) => {
        await send(request.clone())
        return send(request)
      },
    },
  },
]

/** Subscriptions match more than they should: such webhooks are registered for all, and filtered here. */
function widened(matches: (type: string, subscribed: string) => boolean): Breakage {
  const subscriptions = new Map<string, string[]>()
  return {
    fetch: (send) => async (request) => {
      if (!registers(request)) return send(request)
      const json = (await request.clone().json()) as { url?: string; events?: string[] }
      if (!json.url || !Array.isArray(json.events)) return send(request)
      subscriptions.set(json.url, json.events)
      const response = await send(await altered(request, { body: (body) => ({ ...body, events: ['*'] }) }))
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
