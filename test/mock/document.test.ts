import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { openApiDocument, type Dialect } from '@event-delivery/mock'
import type { OpenApiDocument } from '../../openapi/model'
import { loadPrism } from '../../mock/faces/prism/load'
import { responsesOf } from '../../mock/document/responses'
import { resolutionOf } from '../../mock/document/resolution'
import { resolveDialect } from '../../mock/settings/dialect'
import { createHarness } from '../support/backend'

/** The document that a mock of a dialect hands out. */
async function served(dialect: Dialect = {}): Promise<OpenApiDocument> {
  const { control } = createHarness({ dialect })
  const { status, headers, json } = await control('GET /openapi.json')
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json'])
  return json as unknown as OpenApiDocument
}

const contract = parse(
  readFileSync(new URL('../../openapi/openapi.yaml', import.meta.url), 'utf8'),
) as OpenApiDocument

const places = ({ paths }: OpenApiDocument) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      // Parameters of the path itself may stand beside its operations.
      .filter(([, { operationId }]) => operationId !== undefined)
      .map(([method, { operationId }]) => `${operationId} ${method} ${path}`),
  )

const statuses = ({ paths }: OpenApiDocument, path: string, method: 'post' | 'delete') =>
  Object.keys(paths[path]?.[method]?.responses ?? {})

test('the YAML document is the JSON one', async () => {
  const { backend } = createHarness()
  const at = (name: string) => backend.fetch(new Request(`http://localhost:4010/__mock/${name}`))
  const [json, yaml] = await Promise.all([at('openapi.json'), at('openapi.yaml')])
  expect(yaml.headers.get('content-type')).toBe('application/yaml')
  const text = await yaml.text()
  expect(text).toMatch(/^openapi: 3\.1\.0\n/)
  const document = (await json.json()) as OpenApiDocument
  expect(parse(text)).toEqual(document)
  expect(document.servers).toEqual([{ url: 'http://localhost:4010', description: 'The deployment.' }])
})

test('every status of the document is a concrete one, and nothing is left open', async () => {
  const document = await served()
  const text = JSON.stringify(document)
  expect(text).not.toMatch(/"[1-5]XX"|x-open-question/)
  expect(statuses(document, '/v1/events', 'post')).toEqual(
    expect.arrayContaining(['201', '400', '401', '403', '413', '429', '500', '503']),
  )
  expect(statuses(document, '/v1/webhooks/{id}', 'delete')).toContain('200')
})

test('operations stand where the dialect has them, and absent ones do not', async () => {
  const operations = {
    retrieveEvent: 'GET /v1/tenants/{tenant}/events/{id}',
    listWebhooks: null,
    createKey: 'PUT /v1/webhooks',
  }
  const document = await served({ operations })
  const expected = places(contract)
    .filter((place) => !place.startsWith('listWebhooks'))
    .map((place) =>
      place
        .replace(/^retrieveEvent .*/, 'retrieveEvent get /v1/tenants/{tenant}/events/{id}')
        .replace(/^createKey .*/, 'createKey put /v1/webhooks'),
    )
  expect(places(document).sort()).toEqual(expected.sort())
  const { parameters = [] } = document.paths['/v1/tenants/{tenant}/events/{id}']?.get ?? {}
  expect(parameters.map(({ name }) => name)).toEqual(['id', 'tenant'])
})

test('a creation and its replay have the statuses and the mark of the dialect', async () => {
  const document = await served({
    createEventStatus: 202,
    replayEventStatus: 200,
    replayHeader: { name: 'X-Replay', value: '1' },
    deleteWebhookStatus: 202,
  })
  const { responses = {} } = document.paths['/v1/events']?.post ?? {}
  expect(Object.keys(responses).filter((status) => status < '300')).toEqual(['200', '202'])
  expect(responses[200]?.headers?.['x-replay']).toMatchObject({ required: true, schema: { const: '1' } })
  expect(responses[202]?.headers).toBeUndefined()
  expect(statuses(document, '/v1/webhooks/{id}', 'delete')[0]).toBe('202')
})

test.each([
  [{ in: 'header', name: 'X-Key' } as const, ['X-Key'], []],
  [{ in: 'body', name: 'dedupe' } as const, [], ['dedupe']],
  [{ in: 'both' } as const, ['Idempotency-Key'], ['idempotencyKey']],
])('the idempotency key stands where %j says', async (idempotency, headers, fields) => {
  const document = await served({ idempotency })
  const { parameters = [], requestBody, responses = {} } = document.paths['/v1/events']?.post ?? {}
  const refusals = Object.keys(responses[400]?.content?.['application/json']?.examples ?? {})
  expect(refusals.includes('conflictingIdempotencyKeys')).toBe(idempotency.in === 'both')
  expect(parameters.map(({ name }) => name)).toEqual(headers)
  const { properties = {} } = document.components.schemas.EventCreate as { properties?: object }
  expect(Object.keys(properties)).toEqual(['type', 'data', ...fields])
  const { orderPaidOnce } = requestBody?.content['application/json']?.examples ?? {}
  expect(Object.keys((orderPaidOnce?.value as object) ?? {})).toEqual(
    fields.length > 0 ? ['type', 'data', ...fields] : [],
  )
})

test('lists have the page size, the order and the last cursor of the dialect', async () => {
  const document = await served({ defaultPageSize: 7, listOrder: 'oldest-first', lastPageCursor: 'absent' })
  const { parameters = [], responses = {} } = document.paths['/v1/events']?.get ?? {}
  expect(parameters.find(({ name }) => name === 'limit')?.schema).toMatchObject({ default: 7, maximum: 100 })
  const { firstPage, lastPage } = responses[200]?.content?.['application/json']?.examples ?? {}
  const { data } = firstPage?.value as { data: { created: string }[] }
  expect(data[0]!.created < data[1]!.created).toBe(true)
  expect(lastPage?.value).not.toHaveProperty('nextCursor')
  expect(document.components.schemas.Cursor).toMatchObject({ type: 'string' })
})

test('errors, further fields and deliveries have the shape of the dialect', async () => {
  const document = await served({
    errors: { missingKey: { body: 'html' }, invalidKey: { message: 'No.', code: 'who' } },
    extras: { event: { livemode: { kind: 'boolean', sample: true } } },
    signature: { scheme: 'svix' },
    deliveryEncoding: 'form',
  })
  const { responses = {} } = document.paths['/v1/events']?.get ?? {}
  const refused = responses[401]?.content ?? {}
  expect(Object.keys(refused)).toEqual(['text/html', 'application/json'])
  expect(refused['application/json']?.examples?.invalidKey?.value).toEqual({
    error: { code: 'who', message: 'No.' },
  })
  const { Event } = document.components.schemas as Record<string, { required: string[]; properties: object }>
  expect(Event?.required).toContain('livemode')
  const { parameters = [], requestBody } = document.webhooks.eventDelivery?.post ?? {}
  expect(parameters.map(({ name }) => name)).toEqual(['svix-id', 'svix-timestamp', 'svix-signature'])
  expect(Object.keys(requestBody?.content ?? {})).toEqual(['application/x-www-form-urlencoded'])
})

test('answers of a schema that no dialect changes stand in its document as they are in the general one', () => {
  const schema = { $ref: '#/components/schemas/EventCount' }
  const examples = { some: { summary: 'There are some', value: { count: 3 } } }
  const response = { description: 'The number.', content: { 'application/json': { schema, examples } } }
  const operation = { operationId: 'countEvents', responses: { 200: response } } as never
  const { 200: described } = responsesOf(operation, [], {}, resolutionOf(resolveDialect({})))
  expect(described).toMatchObject({ content: { 'application/json': { schema, examples } } })
})

test('a document whose references a library has resolved in place leaves later documents as they are', async () => {
  const written = () => JSON.stringify(openApiDocument())
  const before = written()
  await loadPrism().getHttpOperationsFromSpec(openApiDocument())
  expect(written()).toBe(before)
})
