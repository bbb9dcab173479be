import { type Situation } from '../../../../generated/situations'
import type { ListQuery } from '../pages'
import type { PlannedRequest } from './planned-request'
import { NotApplicable, type Key } from '../../engine/check'

const listing = { operation: 'listEvents', mode: 'read-only' } as const

/** Keys of the right form, or of none, that no deployment knows. */
const unknownKey = invalid('sk_test_0000000000000000')
const formlessKey = invalid('nokey')

function invalid(value: string): Key {
  return { kind: 'invalid', value, label: value }
}

/** The list without a valid key. */
function refused(name: string, title: string, situation: Situation, key: Key | null): PlannedRequest {
  return { ...listing, name, title, situation, request: () => ({ key }) }
}

/** A page of the list. */
function page(name: string, title: string, query: ListQuery): PlannedRequest {
  return { ...listing, name, title, resource: 'list', request: ({ key }) => ({ key, query }) }
}

/** A page that a service may refuse, whose refusal may quote the value. */
function oddPage(
  name: string,
  title: string,
  situation: Situation,
  query: ListQuery,
  value: string,
): PlannedRequest {
  const request: PlannedRequest['request'] = ({ key }) => ({ key, query, odd: true, value })
  return { ...listing, name, title, resource: 'list', situation, request }
}

/** Another method on the list, of whose answer the status tells all. */
function otherMethod(name: string, method: string, query?: ListQuery): PlannedRequest {
  return {
    ...{ name, title: `${method} of the list`, mode: 'read-only', comparesStatus: true },
    route: { method, path: '/v1/events' },
    request: ({ key }) => ({ key, query, odd: true, value: method }),
  }
}

/** Methods that a path does not have, and those that it has. */
const wrongMethods = [
  ['wrong-method', 'PATCH of the events', 'PATCH', '/v1/events', 'GET, POST, HEAD'],
  ['wrong-method-on-webhook', 'PUT of a webhook', 'PUT', '/v1/webhooks/wh_0000000000000000', 'DELETE'],
] as const

const unknownEvent = 'evt_0000000000000000'

/** Requests that create nothing. */
export const readingRequests: readonly PlannedRequest[] = [
  refused('no-key', 'list without a key', 'missingKey', null),
  refused('unknown-key', 'list with a key that does not exist', 'invalidKey', unknownKey),
  refused('formless-key', 'list with a key without the usual form', 'invalidKey', formlessKey),
  page('default-page', 'list without parameters', {}),
  page('page-of-one', 'list with limit 1', { limit: 1 }),
  {
    ...listing,
    name: 'second-page',
    title: 'list with limit 1 and the cursor of the first page',
    resource: 'list',
    async request({ key, answerTo }) {
      const { nextCursor } = (await answerTo('page-of-one')).fields
      if (typeof nextCursor !== 'string') throw new NotApplicable('The list has no second page.')
      return { key, query: { limit: 1, cursor: nextCursor } }
    },
  },
  page('page-of-100', 'list with limit 100', { limit: 100 }),
  oddPage('limit-101', 'list with limit 101', 'overMaxLimit', { limit: 101 }, '101'),
  ...['0', '-1', 'ten'].map((limit) => {
    const situation = limit === 'ten' ? 'nonIntegerLimit' : 'invalidLimit'
    return oddPage(`limit-${limit}`, `list with limit ${limit}`, situation, { limit }, limit)
  }),
  ...['cur_0000000000000000', 'no-cursor'].map((cursor) => {
    const query = { limit: 1, cursor }
    return oddPage(`cursor-${cursor}`, `list with the cursor ${cursor}`, 'invalidCursor', query, cursor)
  }),
  oddPage(
    'unknown-parameter',
    'list with a parameter that the interface does not have',
    'unknownParameter',
    { limit: 1, unknown_parameter: 'x' },
    'unknown_parameter',
  ),
  {
    name: 'unknown-path',
    title: 'request of a path that does not exist',
    mode: 'read-only',
    route: { method: 'GET', path: '/v1/nothing-here' },
    situation: 'unknownPath',
    request: ({ key }) => ({ key, odd: true, value: '/v1/nothing-here' }),
  },
  otherMethod('head-of-the-list', 'HEAD', { limit: 1 }),
  otherMethod('options-of-the-list', 'OPTIONS'),
  // No request of another method only reads.
  ...wrongMethods.map(([name, title, method, path, methods]): PlannedRequest => ({
    ...{ name, title, mode: 'non-disruptive', situation: 'wrongMethod' },
    route: { method, path },
    request: ({ key }) => ({ key, odd: true, value: method, values: { path, methods } }),
  })),
  {
    name: 'unknown-event',
    title: 'retrieval of an event that does not exist',
    mode: 'read-only',
    operation: 'retrieveEvent',
    situation: 'unknownEvent',
    request: ({ key }) => ({ key, path: { id: unknownEvent }, odd: true, value: unknownEvent }),
  },
]
