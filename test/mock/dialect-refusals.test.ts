import { expect, test } from 'vitest'
import { resolveDialect, type Dialect } from '@event-delivery/mock'
import { operations, type OperationId } from '../../generated/operations'
import { situationSamples } from '../../generated/situation-samples'
import { situations, type Situation } from '../../generated/situations'
import { documentOf } from '../../mock/document/document'
import { shortened } from '../../src/core/visible'
import { ask, dialectMeeting, keys, situatedRequests } from '../support/situated-requests'
import { createHarness, mockKeys } from '../support/backend'

interface Sent {
  key?: string | null
  body?: string
}

/** The answer to a request, its body as text. */
async function answerOf(
  dialect: Dialect,
  method: string,
  path: string,
  { key = mockKeys.test, body: text }: Sent = {},
) {
  const answer = await createHarness({ dialect, plan: 'none' }).ask(method, path, { key, text })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

type Ask = [method: string, path: string, sent?: Sent]
const get = (path: string, sent?: Sent): Ask => ['GET', path, sent]
const create = (sent: Sent): Ask => ['POST', '/v1/events', sent]
const url = 'https://shop.example/hooks'
const webhook = (fields: object): Ask => ['POST', '/v1/webhooks', { body: JSON.stringify(fields) }]
const readOnly = create({ key: 'sk_live_readonly_mock', body: '{}' })

const errorOf = ({ text }: { text: string }) => (JSON.parse(text) as { error: Record<string, unknown> }).error

const document = documentOf(resolveDialect({}))

/** The situations in which no operation is met. */
const ofPaths: Partial<Record<Situation, [ask: Ask, value: string, dialect?: Dialect]>> = {
  unknownPath: [get('/v1/nothing?at=all'), '/v1/nothing'],
  notOffered: [get('/v1/events/evt_1'), '/v1/events/evt_1', { operations: { retrieveEvent: null } }],
  wrongMethod: [['PATCH', '/v1/events'], 'PATCH'],
}

/** Brings a situation about by one request. Resolves to the answer, and to the value that the request offends by. */
async function meet(situation: Situation, dialect: Dialect) {
  const ofPath = ofPaths[situation]
  if (ofPath) return { ...(await answerOf(dialect, ...ofPath[0])), value: ofPath[1] }
  const complete = resolveDialect(dialect)
  const asked = situatedRequests(complete).find((one) => one.situation === situation)
  expect(asked, `test/support/situated-requests.ts has a request for ${situation}`).toBeDefined()
  const { backend } = createHarness({ dialect, seed: 'examples', keys, plan: 'none' })
  const { status, headers, body: text } = await ask(backend.fetch, document, asked!)
  const { scope } = operations[asked!.operation as OperationId]
  const named: Record<string, unknown> = { ...complete, scope }
  const sample = situationSamples[situation].value ?? ''
  const value = asked!.value ?? sample.replace(/\{(\w+)\}/g, (_, name: string) => String(named[name]))
  return { status, headers, text, value }
}

const needTwoRequests = ['idempotencyMismatch', 'rateLimited']

test.each((Object.keys(situations) as Situation[]).filter((one) => !needTwoRequests.includes(one)))(
  '%s is answered as the rulebook says, unless the dialect states something',
  async (situation) => {
    const { status, code, open } = situations[situation]
    const dialect = { ...dialectMeeting(situation), ...ofPaths[situation]?.[2] }
    const usual = await meet(situation, dialect)
    expect([usual.status, errorOf(usual).code]).toEqual([status, code])
    // The interface names no field where a webhook is unknown.
    const param = situation === 'unknownWebhook' ? null : '<{value}>'
    const all = { status: 418, code: 'stated', message: 'https, {value}', param }
    const stated = Object.fromEntries(Object.entries(all).filter(([part]) => open.includes(part as 'code')))
    const answer = await meet(situation, { ...dialect, errors: { [situation]: stated } })
    const error = errorOf(answer)
    expect(error.message).toBe(`https, ${usual.value}`)
    if (open.includes('param')) expect(error.param).toBe(param && shortened(`<${usual.value}>`, 300))
    if (open.includes('code')) expect(error.code).toBe('stated')
    expect(answer.status).toBe(open.includes('status') ? 418 : status)
  },
)

test('a param is left out, or written as null', async () => {
  const errors = { missingData: { param: false }, missingUrl: { param: null } } as const
  const without = await answerOf({ errors }, ...create({ body: '{"type":"a"}' }))
  expect(without.text).toBe('{"error":{"code":"invalid_request","message":"data is required."}}')
  expect(errorOf(await answerOf({ errors }, ...webhook({ events: ['*'] })))).toMatchObject({ param: null })
})

test.each([
  [{ body: 'empty' }, null, ''],
  [{ body: 'text', message: 'Unauthorized' }, 'text/plain; charset=utf-8', 'Unauthorized'],
  [{ body: 'html', message: '<p>No</p>' }, 'text/html; charset=utf-8', '<p>No</p>'],
  [
    { body: 'json', message: '{"title":"No"}', contentType: 'application/problem+json' },
    'application/problem+json',
    '{"title":"No"}',
  ],
] as const)('a refusal without the envelope is %j', async (missingKey, type, text) => {
  const answer = await answerOf({ errors: { missingKey } }, 'GET', '/v1/events', { key: null })
  expect([answer.status, answer.headers.get('content-type'), answer.text]).toEqual([401, type, text])
})

test('an offending value cannot leave its place in a body of HTML or JSON', async () => {
  const path = '/v1/<b>"'
  const html = await answerOf({ errors: { unknownPath: { body: 'html', message: '{value}' } } }, 'GET', path)
  expect(html.text).not.toContain('<b>')
  const invalidCursor = { body: 'json', message: '{"a":"{value}"}' } as const
  const json = await answerOf({ errors: { invalidCursor } }, 'GET', '/v1/events?cursor=%22%5C')
  expect(JSON.parse(json.text)).toEqual({ a: '"\\' })
  const strange = create({ body: '{"type":"a","data":{},"$1":1}' })
  const usual = await answerOf({ unknownFields: 'reject' }, ...strange)
  expect(errorOf(usual)).toMatchObject({ message: '$1 is no field of this request.', param: '$1' })
  const errors = { unknownField: { message: '<{value}>', param: '{value}' } }
  const stated = await answerOf({ unknownFields: 'reject', errors }, ...strange)
  expect(errorOf(stated)).toMatchObject({ message: '<$1>', param: '$1' })
})

test('what is stated of invalid limits counts for those over 100 too, unless those have their own', async () => {
  const general = { errors: { invalidLimit: { message: 'No {value}.', status: 422 } } } as const
  expect(await answerOf(general, 'GET', '/v1/events?limit=101')).toMatchObject({ status: 422 })
  const own = { errors: { ...general.errors, overMaxLimit: { message: 'Over.' } } }
  const answer = await answerOf(own, 'GET', '/v1/events?limit=101')
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('Over.')])
})

test('what is stated of a general situation counts for those within it that state nothing', async () => {
  const errors = { invalidEvents: { message: 'No {value}.' }, invalidLimit: { message: 'No limit.' } }
  const mixed = webhook({ url, events: ['*', 'a'] })
  expect((await answerOf({ errors }, ...mixed)).text).toContain('No [\\"*\\",\\"a\\"].')
  expect((await answerOf({ errors }, 'GET', '/v1/events?limit=many')).text).toContain('No limit.')
})

test('what is stated of events that cannot be retrieved counts for no other operation that is not offered', async () => {
  const operations = { retrieveEvent: null, createKey: null }
  const errors = { notOffered: { message: 'No events here.' }, unknownPath: { message: 'Nothing here.' } }
  const events = await answerOf({ operations, errors }, ...get('/v1/events/evt_1'))
  expect(events.text).toContain('No events here.')
  const below = await answerOf({ operations, errors }, ...get('/v1/events/evt_1/'))
  expect(below.text).toContain('Nothing here.')
  const keys = await answerOf({ operations, errors }, 'POST', '/v1/keys', { body: '{}' })
  expect(keys.text).toContain('Nothing here.')
})

test('a message says the path and its methods after a wrong method, and the kind of data', async () => {
  const errors = {
    wrongMethod: { message: '{value} {path}: {methods}, {other}' },
    invalidData: { message: 'An object, and no {kind}.' },
  }
  const operations = { createKey: 'POST /v1/api-keys' }
  expect((await answerOf({ errors, operations }, 'PUT', '/v1/api-keys')).text).toContain(
    'PUT /v1/api-keys: POST, {other}',
  )
  expect((await answerOf({ errors }, ...create({ body: '{"type":"a","data":[1]}' }))).text).toContain(
    'An object, and no array.',
  )
})

test('the code of a status holds wherever the interface shows none', async () => {
  const errorCodes = { 401: 'a', 404: 'b', 405: 'c', 413: 'd', 400: 'e' }
  const codeOf = async (...ask: Ask) =>
    errorOf(await answerOf({ errorCodes, missingScopeStatus: 404 }, ...ask)).code
  expect(await codeOf('GET', '/v1/events', { key: null })).toBe('a')
  expect(await codeOf(...readOnly)).toBe('b')
  expect(await codeOf('PATCH', '/v1/events')).toBe('c')
  expect(await codeOf(...create({ body: '{' }))).toBe('e')
  // The interface shows these two.
  expect(await codeOf(...create({ body: '{}' }))).toBe('invalid_request')
  expect(await codeOf('DELETE', '/v1/webhooks/wh_none')).toBe('not_found')
})

const realm = 'Bearer realm="events"'

test.each([
  [null, [null, null, null, null]],
  [realm, [realm, realm, realm, null]],
  [{ missingKey: 'A', invalidKey: null, missingScope: 'S {scope}' }, ['A', null, null, 'S events:write']],
  [{ missingKey: null, invalidKey: 'B', expiredKey: 'C' }, [null, 'B', 'C', null]],
])('the challenge %j is sent', async (challenge, expected) => {
  const sent = [null, 'sk_live_no', mockKeys.expired].map((key) => get('/v1/events', { key }))
  const answers = await Promise.all([...sent, readOnly].map((ask) => answerOf({ challenge }, ...ask)))
  expect(answers.map(({ headers }) => headers.get('www-authenticate'))).toEqual(expected)
})

test.each([
  ['with-head', 'GET, POST, HEAD', 200],
  ['without-head', 'GET, POST', 405],
  ['absent', null, 200],
] as const)('a wrong method gets Allow %s', async (allow, expected, head) => {
  const answer = await answerOf({ allow }, 'PATCH', '/v1/events')
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, expected])
  expect((await answerOf({ allow }, 'HEAD', '/v1/events')).status).toBe(head)
})

test.each([
  [{ allow: 'without-head', head: 'against-allow' }, 'HEAD', 200],
  [{ allow: 'with-head', head: 'against-allow' }, 'HEAD', 405],
  [{ options: 'refuse' }, 'OPTIONS', 405],
  [{ options: '200' }, 'OPTIONS', 200],
  [{}, 'OPTIONS', 204],
] as const)('the dialect %j answers %s by %i', async (dialect, method, status) => {
  expect((await answerOf(dialect, method, '/v1/events')).status).toBe(status)
})
