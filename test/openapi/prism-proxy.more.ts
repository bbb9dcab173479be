import { expect, onTestFinished, test } from 'vitest'
import { resolveDialect, type Dialect } from '@event-delivery/mock'
import { serve } from '@event-delivery/mock/node'
import type { OpenApiDocument } from '../../openapi/model'
import { createHarness } from '../support/backend'
import { operationsIn } from '../support/document-oracle'
import { dialectOf, pairwiseRows } from '../support/pairwise'
import { startPrism, violationsOf } from '../support/prism'
import { ask, keys, situatedRequests } from '../support/situated-requests'

// Prism takes its time to start, so that a few dialects stand for all: in-process tests play each of them.
const dialects: Dialect[] = [{}, ...[3, 17, 29].map((row) => dialectOf(pairwiseRows()[row]!))]

// Many of the requests are wrong on purpose.
const ofAnswers = ({ location }: { location: string[] }) => location[0] === 'response'

test.each(dialects.map((dialect, index) => ({ dialect, index })))(
  "Prism's proxy reads the document of the mock and finds no fault with its answers (dialect $index)",
  async ({ dialect }) => {
    const { backend } = createHarness({ dialect, seed: 'examples', keys })
    const server = await serve(backend, { port: 0 })
    onTestFinished(() => server.close())
    const response = await fetch(`${server.baseUrl}/__mock/openapi.json`)
    const document = (await response.json()) as OpenApiDocument
    const prism = await startPrism(server.baseUrl, document)
    onTestFinished(() => prism.close())
    const through = (request: Request) => {
      const { pathname, search } = new URL(request.url)
      return fetch(new Request(prism.baseUrl + pathname + search, request))
    }
    const complete = resolveDialect(dialect)
    let passed = 0
    const offered = operationsIn(document)
    for (const asked of situatedRequests(complete).filter(({ operation }) => offered.has(operation))) {
      const seen = await ask(
        async (request) => {
          const proxied = await through(request)
          const faults = violationsOf(proxied).filter(ofAnswers)
          expect(faults, `${asked.operation} ${asked.situation} ${proxied.status}`).toEqual([])
          return proxied
        },
        document,
        asked,
      )
      if (seen.status < 300) passed++
    }
    expect(passed).toBeGreaterThan(4)
  },
)
