import {
  alterRequest,
  answerInstead,
  changeErrors,
  changeRequests,
  changeResponses,
  changeSuccesses,
  errorResponse,
  operationOf,
  withBody,
  withStatus,
  type Breakage,
  type Mutant,
} from '../support/breakage'

type Json = Record<string, unknown>

const registers = (request: Request) => operationOf(request) === 'createWebhook'

const refused = (change: (error: Json) => unknown): Breakage =>
  changeErrors('createWebhook', ({ error }) => ({ error: change(error as Json) }))

/** Mutants of registering webhooks. */
export const webhookMutants: readonly Mutant[] = [
  {
    id: 'registration-is-200',
    rule: 'WH-1',
    title: 'a registration is answered by 200',
    break: changeResponses('createWebhook', (response) =>
      response.status === 201 ? withStatus(response, 200) : response,
    ),
  },
  {
    id: 'http-is-accepted',
    rule: 'WH-2',
    title: 'a url over plain HTTP is accepted',
    break: changeRequests((request) =>
      registers(request)
        ? alterRequest(request, {
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
    break: changeRequests((request) =>
      registers(request)
        ? alterRequest(request, {
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
    break: changeResponses('createWebhook', (response) =>
      response.status === 400 ? withStatus(response, 422) : response,
    ),
  },
  {
    id: 'missing-url-is-accepted',
    rule: 'WH-4',
    title: 'a webhook without url is registered',
    break: changeRequests((request) =>
      registers(request)
        ? alterRequest(request, { body: (json) => ({ url: 'https://example.com/default', ...json }) })
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
    break: changeRequests((request) =>
      registers(request) ? alterRequest(request, { body: (json) => ({ events: ['*'], ...json }) }) : request,
    ),
  },
  {
    id: 'star-is-refused',
    rule: 'WH-6',
    title: 'events ["*"] is refused',
    break: answerInstead(async (request) =>
      registers(request) && (await request.text()).includes('["*"]') ? errorResponse(400) : undefined,
    ),
  },
  {
    id: 'star-comes-back-empty',
    rule: 'WH-6',
    title: 'events ["*"] comes back as an empty list',
    break: changeSuccesses('createWebhook', (webhook) => ({
      ...webhook,
      events: (webhook.events as string[]).filter((type) => type !== '*'),
    })),
  },
  {
    id: 'description-is-lost',
    rule: 'WH-7',
    title: 'a description does not come back',
    break: changeSuccesses('createWebhook', ({ description: _, ...webhook }) => webhook),
  },
  {
    id: 'description-is-escaped',
    rule: 'WH-7',
    title: 'a description comes back with its letters escaped',
    break: changeSuccesses('createWebhook', (webhook) => ({
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
    break: () => ({
      fetch: (send) => async (request) => {
        const seen = await alterRequest(request, {
          url: (url) => (url.pathname = url.pathname.replace('/hook_', '/wh_')),
        })
        const response = await send(seen)
        if (!registers(seen) || response.status !== 201) return response
        const webhook = (await response.json()) as Json
        return withBody(response, { ...webhook, id: String(webhook.id).replace('wh_', 'hook_') })
      },
    }),
  },
  {
    id: 'url-is-normalised',
    rule: 'WH-9',
    title: 'a url comes back without its query',
    break: changeSuccesses('createWebhook', (webhook) => ({
      ...webhook,
      url: String(webhook.url).split('?')[0],
    })),
  },
  {
    id: 'first-type-only',
    rule: 'WH-9',
    title: 'of several types the first comes back alone',
    break: changeSuccesses('createWebhook', (webhook) => ({
      ...webhook,
      events: (webhook.events as string[]).slice(0, 1),
    })),
  },
  {
    id: 'new-webhook-is-pending',
    rule: 'WH-10',
    title: 'a new webhook is pending',
    break: changeSuccesses('createWebhook', (webhook) => ({ ...webhook, status: 'pending' })),
  },
  {
    id: 'webhook-created-in-the-past',
    rule: 'WH-12',
    title: 'created of a webhook is 1970',
    break: changeSuccesses('createWebhook', (webhook) => ({
      ...webhook,
      created: '1970-01-01T00:00:00.000Z',
    })),
  },
]
