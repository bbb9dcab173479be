import { expect, test } from 'vitest'
import { runChecks } from '@event-delivery/conformance'
import { apiKeyOf, changeRequests, withApiKey } from '../support/breakage'
import { createTarget } from '../support/backend'
import { findings, ofRules } from '../support/judged'

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
