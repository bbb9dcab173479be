import { expect, test } from 'vitest'
import { runChecks } from '@event-delivery/conformance'
import {
  answerInstead,
  apiKeyOf,
  changeRequests,
  errorResponse,
  operationOf,
  withApiKey,
} from '../support/breakage'
import { createTarget } from '../support/backend'
import { findings, named, ofRules } from '../support/judged'

test('an account with two pairs of keys is conformant, whichever two of them are given', async () => {
  const known: Record<string, string> = {
    sk_live_first: 'sk_live_mock',
    sk_test_first: 'sk_test_mock',
    sk_live_second: 'sk_live_mock',
    sk_test_second: 'sk_test_mock',
  }
  const pairs = changeRequests((request) => {
    const valid = known[apiKeyOf(request)]
    return valid === undefined ? request : withApiKey(request, valid)
  })
  const target = createTarget({}, pairs)
  for (const mode of ['read-only', 'non-disruptive', 'full'] as const) {
    const keys = { live: 'sk_live_first', test: 'sk_test_second' }
    const report = await runChecks({ ...target, keys }, ofRules(/^AU-4$/), { mode })
    expect(findings(report)).toEqual([])
  }
})

test('a scoped key is not blamed for an event that a full key no longer retrieves either', async () => {
  const gone = new Set<string>()
  const forgetful = answerInstead((request) => {
    const isRetrieval = operationOf(request) === 'retrieveEvent'
    if (!isRetrieval) return undefined
    if (gone.has(request.url)) return errorResponse(404)
    // The list keeps its newest events alone, and others take the place of this one as soon as it was retrieved.
    if (apiKeyOf(request) === 'sk_live_mock') gone.add(request.url)
    return undefined
  })
  const events = [{ type: 'order.paid', data: {}, mode: 'live' as const }]
  const target = createTarget({ seed: { events } }, forgetful)
  const report = await runChecks(target, named('scope-events-read'), { mode: 'full' })
  expect(gone.size).toBeGreaterThan(0)
  expect(findings(report, 'failed', 'errored', 'could-not-run')).toEqual([])
})
