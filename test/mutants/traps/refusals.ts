import {
  alterRequest,
  apiKeyOf,
  changeRequests,
  changeResponses,
  operationOf,
  parseObject,
  usesTestKey,
  withBody,
  withStatus,
  type Breakage,
  type Mutant,
} from '../../support/breakage'
import { foreign } from '../../support/breakage-webhooks'
import { jsonOf, keyOf, refuse, type Json, type Test } from '../changes'
import { crash } from '../errors/crashes'
import { mockKeys } from '../../support/backend'
import { ofFamily } from './trap'
import { mutantTable, rulesOf } from '../table'
import type { OperationId } from '../../../generated/operations'

/** A request that the interface has refused in a certain way. */
interface Refused {
  rule: string
  operation: OperationId
  status: number
  /** The field that the refusal names; any unless given. */
  param?: string
}

const refused: Readonly<Record<string, Refused>> = {
  'missing-type': { rule: 'EV-2', operation: 'createEvent', status: 400, param: 'type' },
  'missing-data': { rule: 'EV-6', operation: 'createEvent', status: 400, param: 'data' },
  'missing-url': { rule: 'WH-4', operation: 'createWebhook', status: 400, param: 'url' },
  'missing-events': { rule: 'WH-5', operation: 'createWebhook', status: 400, param: 'events' },
  'unknown-webhook': { rule: 'WD-3', operation: 'deleteWebhook', status: 404 },
  'unknown-event': { rule: 'ER-4', operation: 'retrieveEvent', status: 404 },
}

const noEvent = () => ({ id: 'evt_none', type: 'none', created: new Date().toISOString(), data: {} })

/** A success that an operation could give, though the request deserves none. */
const successes: Readonly<Partial<Record<OperationId, () => Json>>> = {
  createEvent: noEvent,
  createWebhook: () => ({
    id: 'wh_none',
    url: 'https://example.com/',
    events: ['*'],
    status: 'active',
    created: new Date().toISOString(),
    ...foreign,
  }),
  deleteWebhook: () => ({ id: 'wh_none', deleted: true }),
  retrieveEvent: noEvent,
}

type Answer = (response: Response, one: Refused) => Response | Promise<Response>

/** Changes fields of the error in a refusal; `undefined` removes one. */
const changeError =
  (fields: Json): Answer =>
  async (response) =>
    withBody(response, { error: { ...((await jsonOf(response)).error as Json), ...fields } })

const otherwise = 'ER-3 ER-4 ER-6'

/** How a refusal goes wrong, by the rules that this breaks. OWN is the rule of what is refused. */
const fates: Readonly<Record<string, readonly [rules: string, answer: Answer]>> = {
  'is-taken': [
    `OWN ${otherwise}`,
    (response, { operation }) =>
      Response.json(successes[operation]?.(), {
        status: operation === 'createWebhook' ? 201 : 200,
        headers: response.headers,
      }),
  ],
  'is-500': ['ER-5 OWN', () => crash()],
  'is-bare': ['ER-1 OWN', async (response) => withBody(response, (await jsonOf(response)).error)],
  'is-flat': ['ER-1 OWN', (response) => withBody(response, { error: 'Bad request' })],
  'is-html': [
    'GN-1 ER-1 OWN',
    ({ status }) =>
      new Response('<h1>Bad request</h1>', { status, headers: { 'content-type': 'text/html' } }),
  ],
  'is-409': [`OWN ${otherwise}`, (response) => withStatus(response, 409)],
  'has-another-code': [`OWN ${otherwise}`, changeError({ code: 'bad_request' })],
  'has-no-message': ['ER-1 OWN', changeError({ message: undefined })],
}

const kinds = [
  { kind: 'for-test-keys', mode: 'non-disruptive', holds: usesTestKey },
  { kind: 'for-live-keys', mode: 'full', holds: (request: Request) => !usesTestKey(request) },
] as const

/** Mutants that answer what is to be refused in a wrong way, for keys of one mode. */
export const brokenRefusals = ofFamily(
  'broken refusals',
  Object.entries(refused).flatMap(([name, one]) =>
    Object.entries(fates).flatMap(([fate, [rules, answer]]) =>
      kinds.map(({ kind, mode, holds }): Mutant => ({
        ...{ id: `${name}-${fate}-${kind}`, ...rulesOf(rules.replace('OWN', one.rule)), mode },
        break: changeResponses(one.operation, async (response, request) => {
          if (response.status !== one.status || !holds(request)) return response
          const { error } = (await jsonOf(response)) as { error?: Json }
          return one.param === undefined || error?.param === one.param ? answer(response, one) : response
        }),
      })),
    ),
  ),
)

/** Fills in what is missing in a creation with an idempotency key. */
function fillIn(defaults: Json): Breakage {
  return changeRequests(async (request) =>
    keyOf(request, await request.clone().text()) !== undefined
      ? alterRequest(request, { body: (body) => ({ ...defaults, ...body }) })
      : request,
  )
}

/** Mutants whose refusals of malformed bodies and of incomplete ones go other ways. */
export const brokenBodies = ofFamily(
  'bodies that other code refuses',
  mutantTable(
    {
      'ER-1': {
        'malformed-webhook-is-flat': changeResponses('createWebhook', async (response, request) =>
          response.status === 400 && !parseObject(await request.text())
            ? withBody(response, { error: 'Malformed' })
            : response,
        ),
      },
      'EV-2': { 'key-without-type-gets-a-default': fillIn({ type: 'event' }) },
      'EV-6': { 'key-without-data-gets-a-default': fillIn({ data: {} }) },
    },
    { mode: 'non-disruptive' },
  ),
)

const guarded = ['createEvent', 'listEvents', 'createWebhook', 'deleteWebhook'] as const
const isMissing: Test = (request) => apiKeyOf(request) === ''
const guards: Readonly<Record<string, readonly [rule: string, holds: Test]>> = {
  'missing-key': ['AU-3', isMissing],
  'invalid-key': ['AU-4', (request) => !isMissing(request)],
}

/** Bodies that are no object of JSON, by what parsers and handlers fail at. */
const malformed: Readonly<Record<string, (text: string) => boolean>> = {
  'truncated-bodies': (text) => text.startsWith('{') && !parseObject(text),
  'empty-bodies': (text) => text === '',
  lists: (text) => text.startsWith('['),
  nulls: (text) => text === 'null',
  texts: (text) => text.startsWith('"'),
  numbers: (text) => /^\d/.test(text),
  forms: (text) => /^\w+=/.test(text),
}

/** Mutants that look at a malformed body before the key, and fail at it or take it. */
export const brokenBodiesWithoutKey = ofFamily(
  'malformed bodies without a key',
  (['createEvent', 'createWebhook'] as const).flatMap((operation) =>
    Object.entries(malformed).flatMap(([name, is]) =>
      (['crash', 'are-taken'] as const).map((fate): Mutant => ({
        id: `keyless-${name}-${fate}-for-${operation.toLowerCase()}`,
        ...rulesOf(fate === 'crash' ? 'ER-5 AU-3 GN-2' : 'AU-3 GN-2'),
        mode: 'non-disruptive',
        break: refuse(
          (request, text) => operationOf(request) === operation && isMissing(request) && is(text),
          fate === 'crash' ? crash : () => Response.json(successes[operation]?.(), { status: 201 }),
        ),
      })),
    ),
  ),
)

/** Mutants that answer a missing or an invalid key wrongly, in one operation. */
export const brokenUnauthorized = ofFamily(
  'broken 401',
  guarded.flatMap((operation) =>
    Object.entries(guards).flatMap(([name, [rule, holds]]) =>
      [400, 403, 404, 500].map((status): Mutant => ({
        id: `${name}-is-${status}-for-${operation.toLowerCase()}`,
        ...rulesOf(status === 500 ? `ER-5 ${rule}` : rule),
        mode: 'non-disruptive',
        break: changeResponses(operation, (response, request) =>
          response.status === 401 && holds(request) && apiKeyOf(request) !== mockKeys.expired
            ? withStatus(response, status)
            : response,
        ),
      })),
    ),
  ),
)
