import {
  changeResponses,
  changeSuccesses,
  errorResponse,
  parseObject,
  remembering,
  withStatus,
} from '../../support/breakage'
import {
  changeBody,
  changeText,
  createDespiteRefusal,
  creates,
  jsonOf,
  refuse,
  setErrorFields,
  setFields,
  type Json,
} from '../changes'
import { mutantTable } from '../table'

/** Gives the refusal of a field another status. */
const changeRefusal = (field: string, status: number) =>
  changeResponses('createEvent', async (response) => {
    const { error } = (await jsonOf(response)) as { error?: Json }
    return error?.param === field ? withStatus(response, status) : response
  })

/** Refuses creations of some types. */
const refuseType = (concerns: (type: string) => boolean) =>
  refuse((request, text) => {
    const type = creates(request) ? parseObject(text)?.type : undefined
    return typeof type === 'string' && concerns(type)
  })

/** Mutants of creating an event: its fields, and which are required. */
export const creationMutants = mutantTable({
  'EV-2': {
    'missing-type-is-422': changeRefusal('type', 422),
    'missing-type-without-param': setErrorFields('createEvent', { param: undefined }),
    'missing-type-names-data': setErrorFields('createEvent', { param: 'data' }),
    'missing-type-has-another-code': setErrorFields('createEvent', { code: 'missing_field' }),
    'missing-type-gets-a-default': changeBody('createEvent', (json) => ({ type: 'event', ...json })),
    'nothing-at-all-names-data': refuse(
      (request, text) => creates(request) && text === '{}',
      () => errorResponse(400, 'invalid_request', 'data is required.', 'data'),
    ),
  },
  'EV-3': {
    'event-in-an-envelope': changeSuccesses('createEvent', (event) => ({ event })),
    'event-without-data': setFields('createEvent', { data: undefined }),
    'event-without-created': setFields('createEvent', { created: undefined }),
    'event-id-is-a-number': changeSuccesses('createEvent', (event, { count }) => ({ ...event, id: count })),
  },
  'EV-6': {
    'missing-data-becomes-empty': changeBody('createEvent', (json) => ({ data: {}, ...json })),
    'refused-without-data-and-created': createDespiteRefusal('createEvent', (json) => ({
      data: {},
      ...json,
    })),
    'missing-data-is-404': changeRefusal('data', 404),
  },
  'EV-7': {
    'event-id-with-another-prefix': changeText('createEvent', 'id', (id) => id.replace('evt_', 'event_')),
  },
  'EV-8': {
    'type-needs-a-dot': refuseType((type) => !type.includes('.')),
    'type-must-be-ascii': refuseType((type) => /[^\x20-\x7e]/.test(type)),
    'types-are-cut-at-100': changeText('createEvent', 'type', (type) => type.slice(0, 100)),
  },
  'EV-9': {
    'created-in-seconds': changeText('createEvent', 'created', (created) => Date.parse(created) / 1000),
    'created-in-local-time': changeText('createEvent', 'created', (created) =>
      new Date(Date.parse(created) + 2 * 3_600_000).toISOString(),
    ),
    'created-with-an-offset': changeText('createEvent', 'created', (created) =>
      created.replace('Z', '+02:00'),
    ),
    'events-have-a-fixed-time': setFields('createEvent', { created: '2026-11-21T03:00:00Z' }),
    'events-have-the-time-of-the-first': remembering(() => {
      let first: unknown
      return changeSuccesses('createEvent', (event) => ({ ...event, created: (first ??= event.created) }))
    }),
    'retrieved-event-is-of-now': setFields('retrieveEvent', { created: '2026-11-21T04:00:00.000Z' }),
  },
  'EV-12': {
    'ids-repeat': changeSuccesses('createEvent', (event, { count }) => ({
      ...event,
      id: `evt_${count % 4}`,
    })),
  },
})
