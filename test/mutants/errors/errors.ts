import { changeErrors, changeResponses, operationOf, withStatus } from '../../support/breakage'
import { changeBody, changeStatus, changeUrl, creates, parameterOf, refuse, setErrorFields } from '../changes'
import { crash } from './crashes'
import { mutantTable } from '../table'

/** Mutants of errors: their shape and their codes. */
export const errorMutants = mutantTable({
  'ER-1': {
    'error-without-envelope': {
      title: 'an error has no envelope',
      break: changeErrors('createEvent', ({ error }) => error),
    },
    'error-without-message': {
      title: 'an error has no message',
      break: setErrorFields('createEvent', { message: undefined }),
    },
    'error-code-is-a-number': {
      title: 'error.code is a number',
      break: setErrorFields('deleteWebhook', { code: 404 }),
    },
  },
  'ER-2': {
    'param-is-a-list': {
      title: 'error.param is a list',
      break: setErrorFields('createEvent', { param: ['type'] }),
    },
    'param-names-nothing': {
      title: 'error.param names no field',
      break: setErrorFields('createEvent', { param: 'eventName' }),
    },
  },
  'ER-3': {
    'numeric-type-is-accepted': {
      title: 'a type that is a number is taken as text',
      break: changeBody('createEvent', (json) =>
        typeof json.type === 'number' ? { ...json, type: String(json.type) } : json,
      ),
    },
    'invalid-webhook-is-422': {
      title: 'an invalid webhook is 422',
      break: changeStatus('createWebhook', 400, 422),
    },
    'url-without-scheme-is-completed': {
      title: 'a url without a scheme gets one',
      break: changeUrl((url) => url.replace(/^\/\//, 'https://')),
    },
  },
  'ER-4': {
    'unknown-resource-is-410': {
      title: 'a resource that does not exist is 410',
      break: changeStatus('deleteWebhook', 404, 410),
    },
    'unknown-event-has-another-code': {
      title: 'an event that does not exist has the code event_not_found',
      break: setErrorFields('retrieveEvent', { code: 'event_not_found' }),
    },
  },
  'ER-5': {
    'broken-json-is-500': {
      title: 'broken JSON is a server error',
      break: refuse((request, text) => creates(request) && !isJson(text), crash),
    },
    'odd-cursor-is-500': {
      title: 'an unknown cursor is a server error',
      break: changeResponses('listEvents', (response, request) =>
        response.status === 400 && parameterOf(request, 'cursor') !== null
          ? withStatus(response, 500)
          : response,
      ),
    },
    'unknown-path-is-500': {
      title: 'an unknown path is a server error',
      break: changeResponses(undefined, (response, request) =>
        operationOf(request) === undefined && response.status === 404 ? withStatus(response, 500) : response,
      ),
    },
  },
  'ER-6': {
    'missing-data-is-not-named': {
      title: 'the refusal of missing data does not name it',
      break: setErrorFields('createEvent', { param: undefined }),
    },
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
