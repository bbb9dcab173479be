import { fieldsOf } from '../expect'
import type { PlannedRequest } from './planned-request'
import { NotApplicable, type Key } from '../../engine/check'

const listing = { operation: 'listEvents', mode: 'read-only' } as const

/** Keys of the right form that no deployment knows. */
const unknownKey = {
  kind: 'invalid',
  value: 'sk_test_0000000000000000',
  label: 'sk_test_0000000000000000',
} as const
const formlessKey = { kind: 'invalid', value: 'nokey', label: 'nokey' } as const satisfies Key

/** Requests that create nothing. */
export const readingRequests: readonly PlannedRequest[] = [
  {
    ...listing,
    name: 'no-key',
    title: 'list without a key',
    situation: 'missingKey',
    request: () => ({ key: null }),
  },
  {
    ...listing,
    name: 'unknown-key',
    title: 'list with a key that does not exist',
    situation: 'invalidKey',
    request: () => ({ key: unknownKey }),
  },
  {
    ...listing,
    name: 'formless-key',
    title: 'list with a key without the usual form',
    situation: 'invalidKey',
    request: () => ({ key: formlessKey }),
  },
  {
    ...listing,
    name: 'default-page',
    title: 'list without parameters',
    resource: 'list',
    request: ({ key }) => ({ key }),
  },
  {
    ...listing,
    name: 'page-of-one',
    title: 'list with limit 1',
    resource: 'list',
    request: ({ key }) => ({ key, query: { limit: 1 } }),
  },
  {
    ...listing,
    name: 'second-page',
    title: 'list with limit 1 and the cursor of the first page',
    resource: 'list',
    async request({ key, answerTo }) {
      const { nextCursor } = fieldsOf(await answerTo('page-of-one'))
      if (typeof nextCursor !== 'string') throw new NotApplicable('The list has no second page.')
      return { key, query: { limit: 1, cursor: nextCursor } }
    },
  },
  {
    ...listing,
    name: 'page-of-100',
    title: 'list with limit 100',
    resource: 'list',
    request: ({ key }) => ({ key, query: { limit: 100 } }),
  },
  {
    ...listing,
    name: 'limit-101',
    title: 'list with limit 101',
    resource: 'list',
    situation: 'overMaxLimit',
    request: ({ key }) => ({ key, query: { limit: 101 }, odd: true, value: '101' }),
  },
  ...['0', '-1', 'ten'].map((limit) => ({
    ...listing,
    name: `limit-${limit}`,
    title: `list with limit ${limit}`,
    resource: 'list' as const,
    situation: limit === 'ten' ? ('nonIntegerLimit' as const) : ('invalidLimit' as const),
    request: ({ key }: { key: Key }) => ({ key, query: { limit }, odd: true, value: limit }),
  })),
  ...['cur_0000000000000000', 'no-cursor'].map((cursor) => ({
    ...listing,
    name: `cursor-${cursor}`,
    title: `list with the cursor ${cursor}`,
    resource: 'list' as const,
    situation: 'invalidCursor' as const,
    request: ({ key }: { key: Key }) => ({ key, query: { limit: 1, cursor }, odd: true, value: cursor }),
  })),
  {
    ...listing,
    name: 'unknown-parameter',
    title: 'list with a parameter that the interface does not have',
    resource: 'list',
    situation: 'unknownParameter',
    request: ({ key }) => ({
      key,
      query: { limit: 1, unknown_parameter: 'x' },
      odd: true,
      value: 'unknown_parameter',
    }),
  },
  {
    name: 'unknown-path',
    title: 'request of a path that does not exist',
    mode: 'read-only',
    route: { method: 'GET', path: '/v1/nothing-here' },
    situation: 'unknownPath',
    request: ({ key }) => ({ key, odd: true, value: '/v1/nothing-here' }),
  },
  {
    name: 'head-of-the-list',
    title: 'HEAD of the list',
    mode: 'read-only',
    route: { method: 'HEAD', path: '/v1/events' },
    comparesStatus: true,
    request: ({ key }) => ({ key, query: { limit: 1 }, odd: true, value: 'HEAD' }),
  },
  {
    name: 'options-of-the-list',
    title: 'OPTIONS of the list',
    mode: 'read-only',
    route: { method: 'OPTIONS', path: '/v1/events' },
    comparesStatus: true,
    request: ({ key }) => ({ key, odd: true, value: 'OPTIONS' }),
  },
  {
    name: 'wrong-method',
    title: 'PATCH of the events',
    // A wrong method is no request that only reads.
    mode: 'non-disruptive',
    route: { method: 'PATCH', path: '/v1/events' },
    situation: 'wrongMethod',
    request: ({ key }) => ({
      ...{ key, odd: true, value: 'PATCH' },
      values: { path: '/v1/events', methods: 'GET, POST, HEAD' },
    }),
  },
  {
    name: 'wrong-method-on-webhook',
    title: 'PUT of a webhook',
    mode: 'non-disruptive',
    route: { method: 'PUT', path: '/v1/webhooks/wh_0000000000000000' },
    situation: 'wrongMethod',
    request: ({ key }) => ({
      ...{ key, odd: true, value: 'PUT' },
      values: { path: '/v1/webhooks/wh_0000000000000000', methods: 'DELETE' },
    }),
  },
  {
    name: 'unknown-event',
    title: 'retrieval of an event that does not exist',
    mode: 'read-only',
    operation: 'retrieveEvent',
    situation: 'unknownEvent',
    request: ({ key }) => ({
      key,
      path: { id: 'evt_0000000000000000' },
      odd: true,
      value: 'evt_0000000000000000',
    }),
  },
]
