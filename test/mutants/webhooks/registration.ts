import {
  alterRequest,
  changeSuccesses,
  parseObject,
  remembering,
  usesTestKey,
  withBody,
} from '../../support/breakage'
import {
  changeBody,
  changeStatus,
  changeText,
  changeUrl,
  createDespiteRefusal,
  itemsOf,
  jsonOf,
  refuse,
  registers,
  setErrorFields,
  setFields,
} from '../changes'
import { mutantTable } from '../table'

/** Changes the event types in the answer to a registration. */
const changeTypes = (change: (types: string[]) => readonly string[]) =>
  changeSuccesses('createWebhook', (webhook) => ({ ...webhook, events: change(webhook.events as string[]) }))

/** Changes a text or a list of each webhook that is listed. */
const changeListed = <Value>(field: string, change: (value: Value) => unknown) =>
  changeSuccesses('listWebhooks', (page) => ({
    ...page,
    data: itemsOf(page).map((one) => (one[field] ? { ...one, [field]: change(one[field] as Value) } : one)),
  }))

/** Refuses registrations with a type of some kind. */
const refuseSubscription = (concerns: (type: string) => boolean) =>
  refuse((request, text) => {
    const types = registers(request) ? parseObject(text)?.events : undefined
    return Array.isArray(types) && types.some((type) => typeof type === 'string' && concerns(type))
  })

/** Takes some URLs that are no HTTPS for one that is. */
const takeUrl = (form: RegExp) => changeUrl((url) => (form.test(url) ? 'https://example.com/taken' : url))

const changeDescription = (change: (description: string) => string) =>
  changeText('createWebhook', 'description', change)

/** Mutants of registering webhooks. */
export const registrationMutants = mutantTable({
  'WH-1': {
    'registration-is-200': changeStatus('createWebhook', 201, 200),
    'subscription-needs-a-dot': refuseSubscription((type) => type !== '*' && !type.includes('.')),
    'subscription-has-small-letters': refuseSubscription((type) => /[A-Z]/.test(type)),
    'subscription-is-ascii': refuseSubscription((type) => /[^ -~]/.test(type)),
    'registration-without-secret': setFields('createWebhook', { secret: undefined }),
  },
  'WH-2': {
    'http-is-accepted': changeUrl((url) => url.replace(/^http:/i, 'https:')),
    'https-anywhere-will-do': changeUrl((url) =>
      url.includes('https://') ? url.replace(/^http:/, 'https:') : url,
    ),
    'insecure-url-without-param': setErrorFields('createWebhook', { param: undefined }),
    'insecure-url-message': setErrorFields('createWebhook', { message: 'The url is invalid.' }),
    'insecure-url-is-422': changeStatus('createWebhook', 400, 422),
    'what-begins-with-https-will-do': changeUrl((url) => url.replace(/^https\w+:/, 'https:')),
    'http-on-loopback-is-accepted': changeUrl((url) =>
      url.replace(/^http:\/\/localhost/, 'https://localhost'),
    ),
    'http-on-port-443-is-accepted': changeUrl((url) => url.replace(/^http:(\/\/[^/]+:443)/, 'https:$1')),
    'http-is-accepted-in-test-mode': changeUrl((url, request) =>
      usesTestKey(request) ? url.replace(/^http:/, 'https:') : url,
    ),
    'blank-hides-http': takeUrl(/^\s+http:/),
    'http-by-another-case': takeUrl(/^Http:/),
    'http-with-one-slash': takeUrl(/^http:\/[^/]/),
    'http-with-backslashes': takeUrl(/^http:\\/),
    'http-with-credentials': takeUrl(/^http:\/\/\w+:\w+@/),
    'http-at-an-address': takeUrl(/^http:\/\/[\d[]/),
    'https-in-the-query': takeUrl(/^http:.*\?https:/),
    'other-schemes-are-accepted': takeUrl(/^(ws|file|javascript|data):/),
    'https-without-colon': takeUrl(/^https\/\//),
    'url-without-scheme': takeUrl(/^\/\//),
    'secure-sockets-are-accepted': changeUrl((url) => url.replace(/^wss:/, 'https:')),
  },
  'WH-4': {
    'missing-url-is-accepted': changeBody('createWebhook', (json) => ({
      url: 'https://example.com/default',
      ...json,
    })),
    'missing-url-has-another-code': setErrorFields('createWebhook', { code: 'url_required' }),
  },
  'WH-5': {
    'refused-without-events-and-registered': createDespiteRefusal('createWebhook', (json) => ({
      events: ['*'],
      ...json,
    })),
    'missing-events-means-all': changeBody('createWebhook', (json) => ({ events: ['*'], ...json })),
  },
  'WH-6': {
    'star-is-refused': refuse((request, text) => registers(request) && text.includes('["*"]')),
    'star-comes-back-empty': changeTypes((types) => types.filter((type) => type !== '*')),
  },
  'WH-7': {
    'listed-description-is-cut': changeListed('description', (text: string) => text.slice(0, 20)),
    'description-is-lost': setFields('createWebhook', { description: undefined }),
    'description-is-escaped': changeDescription((description) => description.replaceAll('&', '&amp;')),
    'description-is-cut-at-255': changeDescription((description) => description.slice(0, 255)),
    'description-on-one-line': changeDescription((description) => description.replaceAll('\n', ' ')),
  },
  'WH-8': {
    'webhook-id-with-another-prefix': () => ({
      fetch: (send) => async (request) => {
        const response = await send(
          await alterRequest(request.clone(), {
            url: (url) => (url.pathname = url.pathname.replace('/hook_', '/wh_')),
          }),
        )
        if (!registers(request) || response.status !== 201) return response
        const webhook = await jsonOf(response)
        return withBody(response, { ...webhook, id: String(webhook.id).replace('wh_', 'hook_') })
      },
    }),
  },
  'WH-9': {
    'url-is-normalised': changeText('createWebhook', 'url', (url) => url.split('?')[0]),
    'listed-url-has-no-query': changeListed('url', (url: string) => url.split('?')[0]),
    'listed-types-are-the-first': changeListed('events', (types: string[]) => types.slice(0, 1)),
    'types-in-the-list-of-webhooks-in-lower-case': changeListed('events', (types: string[]) =>
      types.map((type) => type.toLowerCase()),
    ),
    'listed-types-are-joined': changeListed('events', (types: string[]) => types.join(',')),
    'first-type-only': changeTypes((types) => types.slice(0, 1)),
    'subscriptions-in-lower-case': changeTypes((types) => types.map((type) => type.toLowerCase())),
    'path-of-the-url-in-lower-case': changeText('createWebhook', 'url', (url) => url.toLowerCase()),
  },
  'WH-10': {
    'new-webhook-is-pending': setFields('createWebhook', { status: 'pending' }),
  },
  'WH-12': {
    'listed-webhook-created-in-the-past': changeListed('created', () => '2020-01-01T00:00:00.000Z'),
    'webhook-created-in-the-past': setFields('createWebhook', { created: '1970-01-01T00:00:00.000Z' }),
    // The clock of a run begins at this time.
    'webhook-created-at-a-fixed-time': setFields('createWebhook', { created: '2026-11-21T03:00:00Z' }),
    'webhooks-have-the-time-of-the-first': remembering(() => {
      let first: unknown
      return changeSuccesses('createWebhook', (webhook) => ({
        ...webhook,
        created: (first ??= webhook.created),
      }))
    }),
    'webhooks-have-the-time-of-the-first-of-their-mode': remembering(() => {
      const first: { test?: unknown; live?: unknown } = {}
      return changeSuccesses('createWebhook', (webhook, { request }) => ({
        ...webhook,
        created: (first[usesTestKey(request) ? 'test' : 'live'] ??= webhook.created),
      }))
    }),
  },
})
