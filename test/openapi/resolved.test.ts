import { expect, test } from 'vitest'
import { documentOf } from '../../mock/document/document'
import { resolveDialect } from '@event-delivery/mock'
import type { ResponseObject } from '../../openapi/model'
import { createHarness } from '../support/backend'
import { createOracle, operationsIn } from '../support/document-oracle'
import { dialectOf, pairwiseRows } from '../support/pairwise'
import { ask, exampleValues, keys, situatedRequests } from './requests'

const rows = [{}, ...pairwiseRows().map(dialectOf)].map((dialect) => resolveDialect(dialect))

/** Whether a response is of a request that was not made before. */
const isSuccess = ([status, { content }]: [string, ResponseObject]) =>
  status < '300' && !JSON.stringify(content).includes('orderPaidAgain')

/** The body of an error without what differs from answer to answer. */
const spoken = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'error' in body ? body.error : body

test.each(rows.map((dialect, row) => ({ dialect, row })))(
  'every answer fits the document of its dialect, and refusals are those of its examples (row $row)',
  async ({ dialect }) => {
    const document = documentOf(dialect)
    const oracle = createOracle(document)
    const operations = operationsIn(document)
    const { backend } = createHarness({ dialect, seed: 'examples', keys })
    const stable = Object.keys(dialect.extras.error ?? {}).every((name) => !name.startsWith('error.'))
    let compared = 0
    for (const asked of situatedRequests(dialect)) {
      const operation = operations.get(asked.operation)
      if (!operation) continue
      const answer = await ask(backend.fetch, document, asked)
      expect(oracle.faultsOf(asked.operation, answer), JSON.stringify(asked)).toEqual([])
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

test.each(rows.map((dialect, row) => ({ dialect, row })))(
  'the requests of the examples are answered as the examples say, where the example data is (row $row)',
  async ({ dialect }) => {
    const document = documentOf(dialect)
    const oracle = createOracle(document)
    let equal = 0
    for (const [id, { parameters = [], requestBody, responses }] of operationsIn(document)) {
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
