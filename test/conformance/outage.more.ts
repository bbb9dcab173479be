import { expect, test } from 'vitest'
import { checks, runChecks } from '@event-delivery/conformance'
import { createTarget } from '../support/backend'
import { findings } from '../support/judged'
import type { Fetch } from '../support/breakage'

/** The reference backend, which answers 503 for some milliseconds of its own time from the request of this number on. */
function withOutage(from: number, milliseconds: number, headers: Record<string, string> = {}) {
  const target = createTarget()
  let count = 0
  let over = Infinity
  const fetch: Fetch = async (request) => {
    count += 1
    if (count === from) over = target.now() + milliseconds
    return count >= from && target.now() < over
      ? new Response('Deploying', { status: 503, headers })
      : target.fetch(request)
  }
  return { ...target, fetch }
}

for (const from of [5, 400]) {
  test(`a deploy of two seconds from request ${from} on breaks no rule`, async () => {
    const report = await runChecks(withOutage(from, 2_000), checks, { mode: 'full', seed: 1 })
    expect(findings(report)).toEqual([])
    expect(report.verdict).toBe('conformant')
  })
}

test('a server error is waited out for as long as it says', async () => {
  const list = checks.filter(({ id }) => id === 'list-envelope')
  const report = await runChecks(withOutage(3, 8_000, { 'retry-after': '9' }), list)
  expect(report.checks.map(({ id, status }) => [id, status])).toContainEqual(['list-envelope', 'passed'])
})

test('an outage that ends between two answers is told from a fault', async () => {
  const target = createTarget()
  let refused = 0
  const fetch: Fetch = async (request) => {
    if (request.method !== 'POST' || refused === 2) return target.fetch(request)
    refused += 1
    return new Response('Deploying', { status: 503 })
  }
  const creation = checks.filter(({ id }) => id === 'create-event')
  const report = await runChecks({ ...target, fetch }, creation)
  expect(refused).toBe(2)
  expect(findings(report)).toEqual([])
})
