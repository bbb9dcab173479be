import {
  changeResponses,
  changeSuccesses,
  errorResponse,
  parseObject,
  withStatus,
} from '../../support/breakage'
import {
  changeBody,
  changeText,
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
    'missing-type-is-422': { title: 'a missing type is 422', break: changeRefusal('type', 422) },
    'missing-type-without-param': {
      title: 'the refusal of a missing type has no param',
      break: setErrorFields('createEvent', { param: undefined }),
    },
    'missing-type-names-data': {
      title: 'the refusal of a missing type names data',
      break: setErrorFields('createEvent', { param: 'data' }),
    },
    'missing-type-has-another-code': {
      title: 'the refusal of a missing type has the code missing_field',
      break: setErrorFields('createEvent', { code: 'missing_field' }),
    },
    'missing-type-gets-a-default': {
      title: 'a missing type becomes "event"',
      break: changeBody('createEvent', (json) => ({ type: 'event', ...json })),
    },
    'nothing-at-all-names-data': {
      title: 'without type and data the refusal names data',
      break: refuse(
        (request, text) => creates(request) && text === '{}',
        () => errorResponse(400, 'invalid_request', 'data is required.', 'data'),
      ),
    },
  },
  'EV-3': {
    'event-in-an-envelope': {
      title: 'the created event comes in an envelope',
      break: changeSuccesses('createEvent', (event) => ({ event })),
    },
    'event-without-data': {
      title: 'the created event has no data',
      break: setFields('createEvent', { data: undefined }),
    },
    'event-without-created': {
      title: 'the created event has no created',
      break: setFields('createEvent', { created: undefined }),
    },
    'event-id-is-a-number': {
      title: 'an event id is a number',
      break: changeSuccesses('createEvent', (event, { count }) => ({ ...event, id: count })),
    },
  },
  'EV-6': {
    'missing-data-becomes-empty': {
      title: 'missing data becomes an empty object',
      break: changeBody('createEvent', (json) => ({ data: {}, ...json })),
    },
    'missing-data-is-404': { title: 'missing data is 404', break: changeRefusal('data', 404) },
  },
  'EV-7': {
    'event-id-with-another-prefix': {
      title: 'an event id begins with event_',
      break: changeText('createEvent', 'id', (id) => id.replace('evt_', 'event_')),
    },
  },
  'EV-8': {
    'type-in-lower-case': {
      title: 'a type comes back in lower case',
      break: changeText('createEvent', 'type', (type) => type.toLowerCase()),
    },
    'type-needs-a-dot': {
      title: 'a type without a dot is refused',
      break: refuseType((type) => !type.includes('.')),
    },
    'type-must-be-ascii': {
      title: 'a type in other letters than ASCII is refused',
      break: refuseType((type) => /[^\x20-\x7e]/.test(type)),
    },
    'types-are-trimmed': {
      title: 'blanks around a type are taken off',
      break: changeText('createEvent', 'type', (type) => type.trim()),
    },
    'types-are-cut-at-100': {
      title: 'a type is cut after 100 characters',
      break: changeText('createEvent', 'type', (type) => type.slice(0, 100)),
    },
  },
  'EV-9': {
    'created-in-seconds': {
      title: 'created is a number of seconds',
      break: changeText('createEvent', 'created', (created) => Date.parse(created) / 1000),
    },
    'created-in-local-time': {
      title: 'created is local time, and says UTC',
      break: changeText('createEvent', 'created', (created) =>
        new Date(Date.parse(created) + 2 * 3_600_000).toISOString(),
      ),
    },
    'created-with-an-offset': {
      title: 'created has another offset than UTC',
      break: changeText('createEvent', 'created', (created) => created.replace('Z', '+02:00')),
    },
    'retrieved-event-is-of-now': {
      title: 'an event that is retrieved was created just then',
      break: setFields('retrieveEvent', { created: '2026-11-21T04:00:00.000Z' }),
    },
  },
  'EV-12': {
    'ids-repeat': {
      title: 'event ids repeat',
      break: changeSuccesses('createEvent', (event, { count }) => ({ ...event, id: `evt_${count % 4}` })),
    },
  },
})
