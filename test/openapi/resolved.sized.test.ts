import fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentOf } from '../../mock/document/document'
import { resolveDialect } from '@event-delivery/mock'
import type { CompleteDialect } from '../../generated/dialect'
import type { ResponseObject } from '../../openapi/model'
import { createHarness } from '../support/backend'
import { createOracle, operationsIn, type SeenAnswer } from '../support/document-oracle'
import { dialectOf, pairwiseRows } from '../support/pairwise'
import { sized } from '../support/tier'
import { ask, type Asked, exampleValues, keys, situatedRequests } from '../support/situated-requests'

const rows = [{}, ...pairwiseRows().map(dialectOf)].map((dialect, row) => ({
  dialect: resolveDialect(dialect),
  row,
}))
/** The dialects of this tier, of which every later one plays all. */
const played = rows.filter(({ row }) => row % sized({ test: 8, more: 1, soak: 1 }) === 0)

/** Makes the document of a dialect and its oracle once for all tests of a row: an oracle compiles each schema that it meets, which costs more than to ask. */
const makeReading = (dialect: CompleteDialect) => {
  const document = documentOf(dialect)
  return { document, oracle: createOracle(document), operations: operationsIn(document) }
}
const readings = new Map<CompleteDialect, ReturnType<typeof makeReading>>()

/** The document of a dialect, what stands in it, and what holds answers against it. */
function readingOf(dialect: CompleteDialect) {
  const reading = readings.get(dialect) ?? makeReading(dialect)
  readings.set(dialect, reading)
  return reading
}

/** Whether a response is of a request that was not made before. */
const isSuccess = ([status, { content }]: [string, ResponseObject]) =>
  status < '300' && !JSON.stringify(content).includes('orderPaidAgain')

/** The fields of bodies of which a schema can say what the mock refuses. */
const schemaFields = ['type', 'data', 'url', 'events', 'description', 'idempotencyKey']

/** The refusals that no schema can say: a key came before with another body, or of a URL its parser and the kind of its host decide. */
const beyondSchemas = ['idempotencyMismatch', 'invalidUrl', 'webhookHost']

/** Whether the answer shows that a body has to fit the request's schema, or that it cannot fit. `undefined` where it shows neither. */
function fitShownBy({ situation, headers }: Asked, { status, body }: SeenAnswer): boolean | undefined {
  if (status < 400) return true
  if (status !== 400 || headers || beyondSchemas.includes(situation ?? '')) return undefined
  return schemaFields.some((field) => body.includes(`"param":"${field}"`)) ? false : undefined
}

/** The body of an error without what differs from answer to answer. */
const spoken = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'error' in body ? body.error : body

test.each(played)(
  'answers, the bodies that are taken or refused, and the texts of refusals are as the document of a dialect says (row $row)',
  async ({ dialect }) => {
    const { document, oracle, operations } = readingOf(dialect)
    const { backend } = createHarness({ dialect, seed: 'examples', keys })
    const stable = Object.keys(dialect.extras.error ?? {}).every((name) => !name.startsWith('error.'))
    let compared = 0
    for (const asked of situatedRequests(dialect)) {
      const operation = operations.get(asked.operation)
      if (!operation) continue
      const answer = await ask(backend.fetch, document, asked)
      expect(oracle.faultsOf(asked.operation, answer), JSON.stringify(asked)).toEqual([])
      expect(oracle.unstatedHeaders(asked.operation, answer), JSON.stringify(asked)).toEqual([])
      const requested = operation.requestBody?.content['application/json']?.schema
      const fit = typeof asked.body === 'object' ? fitShownBy(asked, answer) : undefined
      if (requested && fit !== undefined) {
        const misfits = oracle.misfits(requested, asked.body)
        expect(misfits.length === 0, `${JSON.stringify(asked)}: ${answer.body} ${misfits.join()}`).toBe(fit)
      }
      const type = (answer.headers.get('content-type') ?? '').replace(/;.*/, '')
      const shown = operation.responses[answer.status]?.content?.[type]?.examples?.[asked.situation ?? '']
      if (answer.status < 400 || !shown || !stable) continue
      const body: unknown = /json$/.test(type) ? JSON.parse(answer.body) : answer.body
      expect(spoken(body), `${asked.operation} ${asked.situation}`).toEqual(spoken(shown.value))
      compared++
    }
    if (stable) expect(compared).toBeGreaterThan(30)
  },
)

test.each(played)(
  'the requests of the examples are answered as the examples say, where the example data is (row $row)',
  async ({ dialect }) => {
    const { document, oracle, operations } = readingOf(dialect)
    let equal = 0
    for (const [id, { parameters = [], requestBody, responses }] of operations) {
      const [success = '', response] = Object.entries(responses).find(isSuccess) ?? []
      const bodies = requestBody?.content['application/json']?.examples
      const [media] = Object.values(response?.content ?? {})
      const shown = media?.examples ?? {}
      expect(Object.keys(shown), id).not.toEqual([])
      for (const name of Object.keys(bodies ?? shown)) {
        const { backend } = createHarness({ dialect, seed: 'examples', keys })
        const given = (place: string) => exampleValues(parameters, place, name)
        const asked = { operation: id, id: given('path').id, query: given('query'), headers: given('header') }
        const answer = await ask(backend.fetch, document, { ...asked, body: bodies?.[name]?.value })
        expect([id, name, String(answer.status)]).toEqual([id, name, success])
        expect(oracle.faultsOf(id, answer)).toEqual([])
        if (bodies || Object.keys(dialect.extras.list ?? dialect.extras.deletion ?? {}).length > 0) continue
        // A cursor is opaque: that of a running mock is another one.
        const plain = (body: object) => ({
          ...body,
          nextCursor: 'nextCursor' in body && typeof body.nextCursor,
        })
        expect(plain(JSON.parse(answer.body) as object)).toEqual(plain(shown[name]?.value as object))
        equal++
      }
    }
    if (Object.keys(dialect.extras.list ?? {}).length === 0) expect(equal).toBeGreaterThan(1)
  },
)

test.each(played)(
  'a link of an answer leads to an operation that is there (row $row)',
  async ({ dialect }) => {
    const { document, operations } = readingOf(dialect)
    const { backend } = createHarness({ dialect, seed: 'examples', keys })
    const followed = new Set<string>()
    const answers = [...operations.values()].flatMap(({ responses }) => Object.values(responses))
    for (const { links = {}, content } of answers) {
      for (const { operationId, parameters } of Object.values(links)) {
        const [shown] = Object.values(content?.['application/json']?.examples ?? {})
        const { id } = shown?.value as { id: string }
        const { status } = await ask(backend.fetch, document, { operation: operationId, id })
        expect([parameters, status < 300]).toEqual([{ id: '$response.body#/id' }, true])
        followed.add(operationId)
      }
    }
    expect([...followed].sort()).toEqual(
      ['deleteWebhook', 'retrieveEvent'].filter((id) => operations.has(id)),
    )
  },
)

const text = fc.oneof(
  fc.string({ unit: 'binary-ascii' }),
  fc.constantFrom('*', 'order.paid', 'https://a.example'),
)
const value = fc.oneof(text, fc.jsonValue(), fc.array(text, { maxLength: 3 }))
const names = [
  'type',
  'data',
  'url',
  'events',
  'description',
  'name',
  'scopes',
  'expiresAt',
  'idempotencyKey',
]
const body = fc.oneof(
  { weight: 6, arbitrary: fc.dictionary(fc.constantFrom(...names, 'other'), value, { maxKeys: 5 }) },
  fc.jsonValue(),
  text,
)
const header = fc.string({ unit: fc.constantFrom('a', 'é', ' ', '"', '0'), maxLength: 300 })

/** A request for an operation, of which nothing has to be right. */
const requestOf = (operation: string, takesBody: boolean): fc.Arbitrary<Asked> =>
  fc.record(
    {
      operation: fc.constant(operation),
      id: text.filter((id) => id !== '' && !/[/\\.%]/.test(id)),
      query: fc.record(
        { limit: fc.oneof(fc.integer().map(String), text), cursor: text },
        { requiredKeys: [] },
      ),
      key: fc.constantFrom('sk_live_mock', 'sk_test_mock', 'sk_live_scopeless', null),
      headers: fc.record({ 'Idempotency-Key': header }, { requiredKeys: [] }),
      ...(takesBody ? { body } : {}),
    },
    { requiredKeys: ['operation'], noNullPrototype: true },
  )

test.each(played.filter((_row, index) => index % sized({ test: 3, more: 5, soak: 5 }) === 0))(
  'answers to requests of which nothing has to be right fit the document (row $row)',
  async ({ dialect }) => {
    const { document, oracle, operations } = readingOf(dialect)
    const { backend } = createHarness({ dialect, seed: 'examples', keys })
    const requests = [...operations].map(([id, { requestBody }]) => requestOf(id, !!requestBody))
    const statuses = new Set<number>()
    await fc.assert(
      fc.asyncProperty(fc.oneof(...requests), async (asked) => {
        const answer = await ask(backend.fetch, document, asked)
        statuses.add(answer.status)
        expect(oracle.faultsOf(asked.operation, answer)).toEqual([])
      }),
      { numRuns: sized({ test: 100, more: 400, soak: 4_000 }), seed: 1 },
    )
    expect(statuses.size).toBeGreaterThan(3)
  },
)
