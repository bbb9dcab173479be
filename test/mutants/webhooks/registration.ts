import { alterRequest, changeSuccesses, usesTestKey, withBody } from '../../support/breakage'
import {
  changeBody,
  changeStatus,
  changeText,
  changeUrl,
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

const changeDescription = (change: (description: string) => string) =>
  changeText('createWebhook', 'description', change)

/** Mutants of registering webhooks. */
export const registrationMutants = mutantTable({
  'WH-1': {
    'registration-is-200': {
      title: 'a registration is answered by 200',
      break: changeStatus('createWebhook', 201, 200),
    },
    'registration-without-secret': {
      title: 'a registration returns no secret',
      break: setFields('createWebhook', { secret: undefined }),
    },
  },
  'WH-2': {
    'http-is-accepted': {
      title: 'a url over plain HTTP is accepted',
      break: changeUrl((url) => url.replace(/^http:/i, 'https:')),
    },
    'https-anywhere-will-do': {
      title: 'a url that holds https anywhere is accepted',
      break: changeUrl((url) => (url.includes('https://') ? url.replace(/^http:/, 'https:') : url)),
    },
    'insecure-url-without-param': {
      title: 'the refusal of an insecure url has no param',
      break: setErrorFields('createWebhook', { param: undefined }),
    },
    'insecure-url-message': {
      title: 'the refusal of an insecure url does not say why',
      break: setErrorFields('createWebhook', { message: 'The url is invalid.' }),
    },
    'insecure-url-is-422': {
      title: 'an insecure url is 422',
      break: changeStatus('createWebhook', 400, 422),
    },
    'what-begins-with-https-will-do': {
      title: 'a url whose scheme begins with https is accepted',
      break: changeUrl((url) => url.replace(/^https\w+:/, 'https:')),
    },
    'http-on-loopback-is-accepted': {
      title: 'a url over plain HTTP is accepted for localhost',
      break: changeUrl((url) => url.replace(/^http:\/\/localhost/, 'https://localhost')),
    },
    'http-on-port-443-is-accepted': {
      title: 'a url over plain HTTP is accepted for port 443',
      break: changeUrl((url) => url.replace(/^http:(\/\/[^/]+:443)/, 'https:$1')),
    },
    'http-is-accepted-in-test-mode': {
      title: 'a test key may register a url over plain HTTP',
      break: changeUrl((url, request) => (usesTestKey(request) ? url.replace(/^http:/, 'https:') : url)),
    },
    'secure-sockets-are-accepted': {
      title: 'a url with wss is accepted',
      break: changeUrl((url) => url.replace(/^wss:/, 'https:')),
    },
  },
  'WH-4': {
    'missing-url-is-accepted': {
      title: 'a webhook without url is registered',
      break: changeBody('createWebhook', (json) => ({ url: 'https://example.com/default', ...json })),
    },
    'missing-url-has-another-code': {
      title: 'the refusal of a missing url has another code',
      break: setErrorFields('createWebhook', { code: 'url_required' }),
    },
  },
  'WH-5': {
    'missing-events-means-all': {
      title: 'a webhook without events receives all',
      break: changeBody('createWebhook', (json) => ({ events: ['*'], ...json })),
    },
  },
  'WH-6': {
    'star-is-refused': {
      title: 'events ["*"] is refused',
      break: refuse((request, text) => registers(request) && text.includes('["*"]')),
    },
    'star-comes-back-empty': {
      title: 'events ["*"] comes back as an empty list',
      break: changeTypes((types) => types.filter((type) => type !== '*')),
    },
  },
  'WH-7': {
    'description-is-lost': {
      title: 'a description does not come back',
      break: setFields('createWebhook', { description: undefined }),
    },
    'description-is-escaped': {
      title: 'a description comes back with its letters escaped',
      break: changeDescription((description) => description.replaceAll('&', '&amp;')),
    },
    'description-is-cut-at-255': {
      title: 'a description is cut after 255 characters',
      break: changeDescription((description) => description.slice(0, 255)),
    },
    'description-on-one-line': {
      title: 'the lines of a description are joined',
      break: changeDescription((description) => description.replaceAll('\n', ' ')),
    },
  },
  'WH-8': {
    'webhook-id-with-another-prefix': {
      title: 'a webhook id begins with hook_',
      break: () => ({
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
  },
  'WH-9': {
    'url-is-normalised': {
      title: 'a url comes back without its query',
      break: changeText('createWebhook', 'url', (url) => url.split('?')[0]),
    },
    'first-type-only': {
      title: 'of several types the first comes back alone',
      break: changeTypes((types) => types.slice(0, 1)),
    },
    'subscriptions-in-lower-case': {
      title: 'event types of a webhook come back in lower case',
      break: changeTypes((types) => types.map((type) => type.toLowerCase())),
    },
    'path-of-the-url-in-lower-case': {
      title: 'the path of a url comes back in lower case',
      break: changeText('createWebhook', 'url', (url) => url.toLowerCase()),
    },
  },
  'WH-10': {
    'new-webhook-is-pending': {
      title: 'a new webhook is pending',
      break: setFields('createWebhook', { status: 'pending' }),
    },
  },
  'WH-12': {
    'webhook-created-in-the-past': {
      title: 'created of a webhook is 1970',
      break: setFields('createWebhook', { created: '1970-01-01T00:00:00.000Z' }),
    },
  },
})
