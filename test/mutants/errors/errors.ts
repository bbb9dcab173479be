import { changeErrors, changeResponses, operationOf, withStatus } from '../../support/breakage'
import { changeBody, changeStatus, changeUrl, creates, parameterOf, refuse, setErrorFields } from '../changes'
import { crash } from './crashes'
import { mutantTable } from '../table'

/** Mutants of errors: their shape and their codes. */
export const errorMutants = mutantTable({
  'ER-1': {
    'error-without-envelope': changeErrors('createEvent', ({ error }) => error),
    'error-without-message': setErrorFields('createEvent', { message: undefined }),
    'error-code-is-a-number': setErrorFields('deleteWebhook', { code: 404 }),
  },
  'ER-2': {
    'param-is-a-list': setErrorFields('createEvent', { param: ['type'] }),
    'param-names-nothing': setErrorFields('createEvent', { param: 'eventName' }),
  },
  'ER-3': {
    'numeric-type-is-accepted': changeBody('createEvent', (json) =>
      typeof json.type === 'number' ? { ...json, type: String(json.type) } : json,
    ),
    'type-is-made-a-text': changeBody('createEvent', (json) =>
      typeof json.type === 'object' || typeof json.type === 'boolean'
        ? { ...json, type: JSON.stringify(json.type) }
        : json,
    ),
    'list-is-taken-for-a-url': changeBody('createWebhook', (json) =>
      Array.isArray(json.url) ? { ...json, url: String(json.url) } : json,
    ),
    'null-events-are-all': changeBody('createWebhook', (json) =>
      json.events === null ? { ...json, events: ['*'] } : json,
    ),
    'url-without-scheme-or-host-is-accepted': changeUrl((url) =>
      /^(example\.com\/|\/[^/]|https:\/\/$)/.test(url) ? 'https://example.com/completed' : url,
    ),
    'invalid-webhook-is-422': changeStatus('createWebhook', 400, 422),
    'url-without-scheme-is-completed': changeUrl((url) => url.replace(/^\/\//, 'https://')),
  },
  'ER-4': {
    'unknown-resource-is-410': changeStatus('deleteWebhook', 404, 410),
    'unknown-event-has-another-code': setErrorFields('retrieveEvent', { code: 'event_not_found' }),
  },
  'ER-5': {
    'broken-json-is-500': refuse((request, text) => creates(request) && !isJson(text), crash),
    'odd-cursor-is-500': changeResponses('listEvents', (response, request) =>
      response.status === 400 && parameterOf(request, 'cursor') !== null
        ? withStatus(response, 500)
        : response,
    ),
    'unknown-path-is-500': changeResponses(undefined, (response, request) =>
      operationOf(request) === undefined && response.status === 404 ? withStatus(response, 500) : response,
    ),
  },
  'ER-6': {
    'missing-data-is-not-named': setErrorFields('createEvent', { param: undefined }),
  },
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
