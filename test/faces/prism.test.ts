import { afterAll, describe, expect, test } from 'vitest'
import { checks, register } from '@event-delivery/conformance'
import { serve } from '@event-delivery/mock/node'
import { fullRun, inProcess } from './in-process'
import { startPrismProxy, violationsOf, type PrismViolation } from './prism'

const { backend, target } = inProcess()
const server = await serve(backend, { port: 0 })
const prism = await startPrismProxy(server.baseUrl)
// Prism's own validator throws on a path that is no percent-encoding, and the request is never answered.
const judgedThroughPrism = checks.filter(({ id }) => id !== 'no-server-error-id-bad-encoding')
const exchanges: { line: string; status: number; violations: PrismViolation[] }[] = []

afterAll(async () => {
  await prism.close()
  await server.close()
})

register(
  { describe, test },
  {
    ...target,
    baseUrl: prism.baseUrl,
    async fetch(request) {
      const response = await fetch(request)
      const line = `${request.method} ${new URL(request.url).pathname}`
      exchanges.push({ line, status: response.status, violations: violationsOf(response) })
      return response
    },
  },
  { ...fullRun, checks: judgedThroughPrism },
)

test('Prism finds no fault with any answer', () => {
  expect(exchanges.length).toBeGreaterThan(100)
  const faults = exchanges.flatMap(({ line, violations }) =>
    violations
      .filter(({ location }) => location[0] !== 'request')
      .map(({ message }) => `${line}: ${message}`),
  )
  expect(faults).toEqual([])
})

test('Prism finds no fault with any request that was accepted', () => {
  const faults = exchanges
    .filter(({ status }) => status < 300)
    .flatMap(({ line, violations }) => violations.map(({ message }) => `${line}: ${message}`))
  expect(faults).toEqual([])
})
