import { changeResponses, errorResponse } from '../../support/breakage'
import { changeStatus, refuse, withHeader } from '../changes'
import { mutantTable } from '../table'

/** Mutants of the conventions. */
export const conventionMutants = mutantTable({
  'GN-1': {
    'list-says-text': {
      title: 'the list is declared as plain text',
      break: changeResponses('listEvents', (response) => withHeader(response, 'content-type', 'text/plain')),
    },
    'created-event-is-html': {
      title: 'a created event comes as a page of HTML',
      break: changeResponses('createEvent', (response) =>
        response.status < 300
          ? new Response('<p>created</p>', { status: 201, headers: { 'content-type': 'text/html' } })
          : response,
      ),
    },
    'refusals-are-xml': {
      title: 'refusals are declared as XML',
      break: changeResponses('createEvent', (response) =>
        response.status === 400 ? withHeader(response, 'content-type', 'application/xml') : response,
      ),
    },
  },
  'GN-2': {
    'errors-with-status-200': {
      title: 'refusals have the status 200',
      break: changeStatus('createEvent', 400, 200),
    },
    'status-420': {
      title: 'refusals have a status that no standard has',
      break: changeStatus('createEvent', 400, 420),
    },
  },
  'GN-3': {
    'other-version': {
      title: 'the operations stand under /v2',
      break: refuse(
        ({ url }) => new URL(url).pathname.startsWith('/v1/'),
        () => errorResponse(404, 'not_found', 'No such path.'),
      ),
    },
  },
})
