import { changeResponses, errorResponse } from '../../support/breakage'
import { changeStatus, refuse, withHeader } from '../changes'
import { mutantTable } from '../table'

/** Mutants of the conventions. */
export const conventionMutants = mutantTable({
  'GN-1': {
    'list-says-text': changeResponses('listEvents', (response) =>
      withHeader(response, 'content-type', 'text/plain'),
    ),
    'created-event-is-html': changeResponses('createEvent', (response) =>
      response.status < 300
        ? new Response('<p>created</p>', { status: 201, headers: { 'content-type': 'text/html' } })
        : response,
    ),
    'refusals-are-xml': changeResponses('createEvent', (response) =>
      response.status === 400 ? withHeader(response, 'content-type', 'application/xml') : response,
    ),
  },
  'GN-2': {
    'errors-with-status-200': changeStatus('createEvent', 400, 200),
    'a-page-with-status-401': changeResponses('listEvents', (response) =>
      response.status === 401
        ? Response.json({ data: [], hasMore: false, nextCursor: null }, { status: 401 })
        : response,
    ),
    'status-420': changeStatus('createEvent', 400, 420),
  },
  'GN-3': {
    'other-version': refuse(
      ({ url }) => new URL(url).pathname.startsWith('/v1/'),
      () => errorResponse(404, 'not_found', 'No such path.'),
    ),
  },
})
