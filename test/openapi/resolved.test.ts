import { expect, test } from 'vitest'
import { documentOf } from '../../mock/document/document'
import { resolveDialect } from '@event-delivery/mock'
import { createHarness } from '../support/backend'
import { createOracle, operationsIn } from '../support/document-oracle'
import { dialectOf, pairwiseRows } from '../support/pairwise'
import { ask, keys, situatedRequests } from './requests'

const rows = [{}, ...pairwiseRows().map(dialectOf)].map((dialect) => resolveDialect(dialect))

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
