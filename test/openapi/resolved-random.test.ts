import fc from 'fast-check'
import { expect, test } from 'vitest'
import { resolveDialect } from '@event-delivery/mock'
import { documentOf } from '../../mock/document/document'
import { createHarness } from '../support/backend'
import { createOracle, operationsIn } from '../support/document-oracle'
import { dialectOf, pairwiseRows } from '../support/pairwise'
import { ask, keys, type Asked } from './requests'

const rows = [
  {},
  ...pairwiseRows()
    .filter((_, row) => row % 6 === 1)
    .map(dialectOf),
]

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

test.each(rows.map((dialect, row) => ({ dialect: resolveDialect(dialect), row })))(
  'answers to requests of which nothing has to be right fit the document (dialect $row)',
  async ({ dialect }) => {
    const document = documentOf(dialect)
    const oracle = createOracle(document)
    const { backend } = createHarness({ dialect, seed: 'examples', keys })
    const requests = [...operationsIn(document)].map(([id, { requestBody }]) => requestOf(id, !!requestBody))
    const statuses = new Set<number>()
    await fc.assert(
      fc.asyncProperty(fc.oneof(...requests), async (asked) => {
        const answer = await ask(backend.fetch, document, asked)
        statuses.add(answer.status)
        expect(oracle.faultsOf(asked.operation, answer)).toEqual([])
      }),
      { numRuns: 400, seed: 1 },
    )
    expect(statuses.size).toBeGreaterThan(3)
  },
)
