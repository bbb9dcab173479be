import {
  alterRequest,
  answerInstead,
  changeErrors,
  changeRequests,
  changeResponses,
  errorResponse,
  operationOf,
  withStatus,
  type Mutant,
} from '../support/breakage'

type Json = Record<string, unknown>

/** Mutants of errors and limits. */
export const errorMutants: readonly Mutant[] = [
  {
    id: 'error-without-envelope',
    rule: 'ER-1',
    title: 'an error has no envelope',
    break: changeErrors('createEvent', ({ error }) => error),
  },
  {
    id: 'error-without-message',
    rule: 'ER-1',
    title: 'an error has no message',
    break: changeErrors('createEvent', ({ error }) => ({
      error: { ...(error as Json), message: undefined },
    })),
  },
  {
    id: 'error-code-is-a-number',
    rule: 'ER-1',
    title: 'error.code is a number',
    break: changeErrors('deleteWebhook', ({ error }) => ({ error: { ...(error as Json), code: 404 } })),
  },
  {
    id: 'param-is-a-list',
    rule: 'ER-2',
    title: 'error.param is a list',
    break: changeErrors('createEvent', ({ error }) => ({ error: { ...(error as Json), param: ['type'] } })),
  },
  {
    id: 'param-names-nothing',
    rule: 'ER-2',
    title: 'error.param names no field',
    break: changeErrors('createEvent', ({ error }) => ({
      error: { ...(error as Json), param: 'eventName' },
    })),
  },
  {
    id: 'numeric-type-is-accepted',
    rule: 'ER-3',
    title: 'a type that is a number is taken as text',
    break: changeRequests((request) =>
      operationOf(request) === 'createEvent'
        ? alterRequest(request, {
            body: (json) =>
              'type' in json
                ? { ...json, type: typeof json.type === 'number' ? String(json.type) : json.type }
                : json,
          })
        : request,
    ),
  },
  {
    id: 'invalid-webhook-is-422',
    rule: 'ER-3',
    title: 'an invalid webhook is 422',
    break: changeResponses('createWebhook', (response) =>
      response.status === 400 ? withStatus(response, 422) : response,
    ),
  },
  {
    id: 'unknown-resource-is-410',
    rule: 'ER-4',
    title: 'a resource that does not exist is 410',
    break: changeResponses('deleteWebhook', (response) =>
      response.status === 404 ? withStatus(response, 410) : response,
    ),
  },
  {
    id: 'unknown-event-has-another-code',
    rule: 'ER-4',
    title: 'an event that does not exist has the code event_not_found',
    break: changeErrors('retrieveEvent', ({ error }) => ({
      error: { ...(error as Json), code: 'event_not_found' },
    })),
  },
  {
    id: 'broken-json-is-500',
    rule: 'ER-5',
    title: 'broken JSON is a server error',
    break: answerInstead(async (request) => {
      if (operationOf(request) !== 'createEvent') return undefined
      try {
        JSON.parse(await request.text())
        return undefined
      } catch {
        return errorResponse(500, 'internal_error')
      }
    }),
  },
  {
    id: 'odd-cursor-is-500',
    rule: 'ER-5',
    title: 'an unknown cursor is a server error',
    break: changeResponses('listEvents', (response, request) =>
      response.status === 400 && request.url.includes('cursor') ? withStatus(response, 500) : response,
    ),
  },
  {
    id: 'unknown-path-is-500',
    rule: 'ER-5',
    title: 'an unknown path is a server error',
    break: changeResponses(undefined, (response, request) =>
      operationOf(request) === undefined && response.status === 404 ? withStatus(response, 500) : response,
    ),
  },
  {
    id: 'missing-data-is-not-named',
    rule: 'ER-6',
    title: 'the refusal of missing data does not name it',
    break: changeErrors('createEvent', ({ error }) => ({ error: { ...(error as Json), param: undefined } })),
  },
  {
    id: 'limit-without-retry-after',
    rule: 'LM-1',
    title: 'a 429 has no Retry-After',
    plan: 10,
    break: () => ({
      options: { plan: 'free' },
      fetch: (send) => async (request) => {
        const response = await send(request)
        const headers = new Headers(response.headers)
        headers.delete('retry-after')
        return new Response(response.body, { status: response.status, headers })
      },
    }),
  },
  {
    id: 'no-limit',
    rule: 'LM-1',
    title: 'there is no rate limit',
    plan: 10,
    break: () => ({ options: { plan: 'none' } }),
  },
  {
    id: 'limit-is-503',
    rule: 'LM-1',
    title: 'over the limit the answer is 403',
    plan: 10,
    break: () => ({
      ...changeResponses(undefined, (response) =>
        response.status === 429 ? withStatus(response, 403) : response,
      )(),
      options: { plan: 'free' },
    }),
  },
  {
    id: 'retry-after-is-garbage',
    rule: 'LM-1',
    title: 'Retry-After is no time',
    plan: 10,
    break: () => ({
      ...changeResponses(undefined, (response) => {
        const headers = new Headers(response.headers)
        if (response.status === 429) headers.set('retry-after', 'soon')
        return new Response(response.body, { status: response.status, headers })
      })(),
      options: { plan: 'free' },
    }),
  },
  {
    id: 'free-plan-is-too-slow',
    rule: 'LM-2',
    title: 'the free plan permits five requests a second',
    plan: 10,
    break: () => ({ options: { plan: 'enterprise:5' } }),
  },
  {
    id: 'pro-plan-is-too-slow',
    rule: 'LM-3',
    title: 'the pro plan permits 50 requests a second',
    plan: 100,
    break: () => ({ options: { plan: 'enterprise:50' } }),
  },
]
