import {
  apiKeyOf,
  changeResponses,
  operationOf,
  usesTestKey,
  withBody,
  withStatus,
  type Mutant,
} from '../../support/breakage'
import { jsonOf, type Json } from '../changes'
import { crash } from '../errors/crashes'
import { ofFamily } from './trap'
import type { OperationId } from '../../../generated/operations'

/** A request that the interface has refused in a certain way. */
interface Refused {
  name: string
  title: string
  rule: string
  operation: OperationId
  status: number
  /** The field that the refusal names; any unless given. */
  param?: string
}

const refused: readonly Refused[] = [
  {
    name: 'missing-type',
    title: 'an event without type',
    rule: 'EV-2',
    operation: 'createEvent',
    status: 400,
    param: 'type',
  },
  {
    name: 'missing-data',
    title: 'an event without data',
    rule: 'EV-6',
    operation: 'createEvent',
    status: 400,
    param: 'data',
  },
  {
    name: 'missing-url',
    title: 'a webhook without url',
    rule: 'WH-4',
    operation: 'createWebhook',
    status: 400,
    param: 'url',
  },
  {
    name: 'missing-events',
    title: 'a webhook without events',
    rule: 'WH-5',
    operation: 'createWebhook',
    status: 400,
    param: 'events',
  },
  {
    name: 'unknown-webhook',
    title: 'the deletion of an unknown webhook',
    rule: 'WD-3',
    operation: 'deleteWebhook',
    status: 404,
  },
  {
    name: 'unknown-event',
    title: 'the retrieval of an unknown event',
    rule: 'ER-4',
    operation: 'retrieveEvent',
    status: 404,
  },
]

/** A success that an operation could give, though the request deserves none. */
const successes: Readonly<Partial<Record<OperationId, () => Json>>> = {
  createEvent: () => ({ id: 'evt_none', type: 'none', created: new Date().toISOString(), data: {} }),
  createWebhook: () => ({
    id: 'wh_none',
    url: 'https://example.com/',
    events: ['*'],
    status: 'active',
    created: new Date().toISOString(),
    secret: 'whsec_YW5vdGhlci1zZWNyZXQtdGhhbi10aGUtcmlnaHQ=',
  }),
  deleteWebhook: () => ({ id: 'wh_none', deleted: true }),
  retrieveEvent: () => ({ id: 'evt_none', type: 'none', created: new Date().toISOString(), data: {} }),
}

const fates: readonly {
  name: string
  says: string
  rule?: string
  besides?: readonly string[]
  answer: (response: Response, one: Refused) => Response | Promise<Response>
}[] = [
  {
    name: 'is-taken',
    says: 'is answered by a success',
    besides: ['ER-3', 'ER-4', 'ER-6'],
    answer: (response, { operation }) =>
      Response.json(successes[operation]?.(), {
        status: operation === 'createWebhook' ? 201 : 200,
        headers: response.headers,
      }),
  },
  { name: 'is-500', says: 'is answered by 500', rule: 'ER-5', answer: () => crash() },
  {
    name: 'is-bare',
    says: 'is refused without the envelope',
    rule: 'ER-1',
    answer: async (response) => withBody(response, (await jsonOf(response)).error),
  },
  {
    name: 'is-flat',
    says: 'is refused with a text for its error',
    rule: 'ER-1',
    answer: (response) => withBody(response, { error: 'Bad request' }),
  },
  {
    name: 'is-html',
    says: 'is refused with a page',
    rule: 'GN-1',
    besides: ['ER-1'],
    answer: ({ status }) =>
      new Response('<h1>Bad request</h1>', { status, headers: { 'content-type': 'text/html' } }),
  },
  {
    name: 'is-409',
    says: 'is answered by 409',
    besides: ['ER-3', 'ER-4', 'ER-6'],
    answer: (response) => withStatus(response, 409),
  },
  {
    name: 'has-another-code',
    says: 'is refused with another code',
    besides: ['ER-3', 'ER-4', 'ER-6'],
    answer: async (response) =>
      withBody(response, { error: { ...((await jsonOf(response)).error as Json), code: 'bad_request' } }),
  },
  {
    name: 'has-no-message',
    says: 'is refused without a message',
    rule: 'ER-1',
    answer: async (response) =>
      withBody(response, { error: { ...((await jsonOf(response)).error as Json), message: undefined } }),
  },
]

const kinds = [
  { name: 'for-test-keys', says: 'for test keys alone', mode: 'non-disruptive', holds: usesTestKey },
  {
    name: 'for-live-keys',
    says: 'for live keys alone',
    mode: 'full',
    holds: (request: Request) => !usesTestKey(request),
  },
] as const

/** Mutants that answer what is to be refused in a wrong way, for keys of one mode. */
export const brokenRefusals = ofFamily(
  'broken refusals',
  refused.flatMap((one) =>
    fates.flatMap((fate) =>
      kinds.map((kind): Mutant => {
        const rule = fate.rule ?? one.rule
        return {
          id: `${one.name}-${fate.name}-${kind.name}`,
          title: `${one.title} ${fate.says}, ${kind.says}`,
          rule,
          besides: [...(fate.besides ?? []), ...(rule === one.rule ? [] : [one.rule])],
          mode: kind.mode,
          break: changeResponses(one.operation, async (response, request) => {
            if (response.status !== one.status || !kind.holds(request)) return response
            const { error } = (await jsonOf(response)) as { error?: Json }
            return one.param === undefined || error?.param === one.param
              ? fate.answer(response, one)
              : response
          }),
        }
      }),
    ),
  ),
)

const guarded = ['createEvent', 'listEvents', 'createWebhook', 'deleteWebhook'] as const
const isMissing = (request: Request) => apiKeyOf(request) === ''

/** Mutants that answer a missing or an invalid key wrongly, in one operation. */
export const brokenUnauthorized = ofFamily(
  'broken 401',
  guarded.flatMap((operation) =>
    [
      { name: 'missing-key', title: 'a missing key', rule: 'AU-3', holds: isMissing },
      {
        name: 'invalid-key',
        title: 'an invalid key',
        rule: 'AU-4',
        holds: (request: Request) => !isMissing(request),
      },
    ].flatMap(({ name, title, rule, holds }) =>
      [
        { status: 400, own: rule },
        { status: 403, own: rule },
        { status: 404, own: rule },
        { status: 500, own: 'ER-5' },
      ].map(({ status, own }): Mutant => ({
        id: `${name}-is-${status}-for-${operation.toLowerCase()}`,
        title: `${title} is answered by ${status} for ${operation}`,
        rule: own,
        besides: own === rule ? [] : [rule],
        mode: 'non-disruptive',
        break: changeResponses(operation, (response, request) =>
          response.status === 401 &&
          holds(request) &&
          apiKeyOf(request) !== 'sk_live_expired_mock' &&
          operationOf(request) === operation
            ? withStatus(response, status)
            : response,
        ),
      })),
    ),
  ),
)
