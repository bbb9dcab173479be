import { expect, test } from 'vitest'
import { checks, runChecks } from '@event-delivery/conformance'
import { createTarget } from '../support/backend'

test('a service is not blamed for deliveries of events whose creations a gateway lost', async () => {
  const target = createTarget()
  const lost = new Set<string>()
  const fetch = async (request: Request) => {
    const { type } = (
      request.method === 'POST' && request.url.endsWith('/v1/events') ? await request.clone().json() : {}
    ) as { type?: unknown }
    const response = await target.fetch(request)
    if (typeof type !== 'string' || !type.includes('.kind.') || lost.has(type)) return response
    lost.add(type)
    return new Response('', { status: 503 })
  }
  const only = checks.filter(({ id }) =>
    ['deliver-every-type-to-star', 'deliver-every-kind-of-type'].includes(id),
  )
  const { checks: results } = await runChecks({ ...target, fetch }, only, { mode: 'full' })
  expect(lost.size).toBeGreaterThan(10)
  expect(results.slice(0, 2).map(({ id, status }) => [id, status])).toEqual([
    ['deliver-every-kind-of-type', 'passed'],
    ['deliver-every-type-to-star', 'passed'],
  ])
})
