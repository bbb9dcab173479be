import { answerInstead, changeResponses, errorResponse, withStatus, type Mutant } from '../support/breakage'

/** Mutants of the conventions. */
export const conventionMutants: readonly Mutant[] = [
  {
    id: 'list-says-text',
    rule: 'GN-1',
    title: 'the list is declared as plain text',
    break: changeResponses('listEvents', (response) => {
      const headers = new Headers(response.headers)
      headers.set('content-type', 'text/plain')
      return new Response(response.body, { status: response.status, headers })
    }),
  },
  {
    id: 'created-event-is-html',
    rule: 'GN-1',
    title: 'a created event comes as a page of HTML',
    break: changeResponses('createEvent', (response) =>
      response.status < 300
        ? new Response('<p>created</p>', { status: 201, headers: { 'content-type': 'text/html' } })
        : response,
    ),
  },
  {
    id: 'refusals-are-xml',
    rule: 'GN-1',
    title: 'refusals are declared as XML',
    break: changeResponses('createEvent', (response) => {
      if (response.status !== 400) return response
      return new Response(response.body, { status: 400, headers: { 'content-type': 'application/xml' } })
    }),
  },
  {
    id: 'errors-with-status-200',
    rule: 'GN-2',
    title: 'refusals have the status 200',
    break: changeResponses('createEvent', (response) =>
      response.status === 400 ? withStatus(response, 200) : response,
    ),
  },
  {
    id: 'status-420',
    rule: 'GN-2',
    title: 'refusals have a status that no standard has',
    break: changeResponses('createEvent', (response) =>
      response.status === 400 ? withStatus(response, 420) : response,
    ),
  },
  {
    id: 'other-version',
    rule: 'GN-3',
    title: 'the operations stand under /v2',
    break: answerInstead((request) =>
      new URL(request.url).pathname.startsWith('/v1/')
        ? errorResponse(404, 'not_found', 'No such path.')
        : undefined,
    ),
  },
]
