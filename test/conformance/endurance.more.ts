import { expect, test } from 'vitest'
import { checks, runChecks, type Target } from '@event-delivery/conformance'
import { createTarget, mockKeys } from '../support/backend'
import { answerInstead } from '../support/breakage'
import { findings, madeUp, named, ofRules } from '../support/judged'
import { webhooksOf } from './service'

test('answers that nest deeper than any stack end no run', async () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  const event = `{"id":"evt_1","type":"a","created":"2026-11-21T03:00:00Z","data":{"deep":${deep}}}`
  const target: Target = {
    baseUrl: 'https://deep.test',
    fetch: async ({ method }) =>
      new Response(method === 'GET' ? `{"data":[${event}],"hasMore":false}` : event, {
        headers: { 'content-type': 'application/json' },
      }),
    keys: mockKeys,
  }
  const report = await runChecks(target, checks, { mode: 'full', samples: 2 })
  expect(report.verdict).toBe('non-conformant')
  expect(report.summary.errored).toBe(0)
})

test('a deployment that answers at once, for ever, cannot keep a time limit from firing', async () => {
  const { baseUrl, keys } = createTarget()
  const endless = madeUp(
    async (context) => {
      for (;;) await context.call('listEvents', { key: context.anyKey() })
    },
    { timeLimit: 100 },
  )
  const fetch = async () => Response.json({ data: [], hasMore: false, nextCursor: null })
  const report = await runChecks({ baseUrl, fetch, keys }, [endless], { mode: 'read-only' })
  expect(report.checks.map(({ message }) => message)).toEqual(['The check did not end within 0.1 s.'])
})

test('an operation that hangs is not waited for again and again, and the others are judged', async () => {
  let deletions = 0
  const hanging = answerInstead(({ method, url }) => {
    if (method !== 'DELETE' || url.startsWith('http:')) return undefined
    deletions += 1
    return new Promise(() => {})
  })
  const report = await runChecks(createTarget({}, hanging), checks, { requestTimeout: 1_000, samples: 2 })
  // The checks give up after three deletions without an answer, and so does the clean-up. Up to five others are under way by then.
  expect(deletions).toBeLessThanOrEqual(2 * (3 + 5))
  expect(report.summary.failed).toBe(0)
  expect(report.summary.passed).toBeGreaterThan(80)
  expect(report.verdict).toBe('error')
})

test('connections that end by chance leave no webhook behind', async () => {
  let deletions = 0
  const flaky = answerInstead(({ method }) => {
    if (method === 'DELETE' && (deletions += 1) % 2 === 1) throw new TypeError('fetch failed')
    return undefined
  })
  const target = createTarget({}, flaky)
  const report = await runChecks(target, named('webhook-id', 'webhook-secret'))
  expect(report.verdict).toBe('conformant')
  expect(await webhooksOf(target)).toEqual([])
})

test('where nothing is delivered, the missing delivery alone is blamed, and what rests on deliveries could not run', async () => {
  const target = createTarget({ fetch: async () => new Response(null, { status: 204 }) })
  const report = await runChecks(target, ofRules(/^DL-/), { mode: 'full', deliveryTimeout: 1_000 })
  expect(report.summary.errored).toBe(0)
  for (const finding of findings(report, 'failed'))
    expect(finding).toMatch(/: failed: DL-1: No delivery came/)
})
