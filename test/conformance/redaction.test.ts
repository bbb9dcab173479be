import { expect, test } from 'vitest'
import { checks, runChecks, Violation, type Check } from '@event-delivery/conformance'
import { createTarget } from '../support/backend'

test('a secret is taken out before a text is cut, so that no part of it is left', async () => {
  const target = createTarget()
  const shows: Check = {
    ...(checks[0] as Check),
    async run(context) {
      throw new Violation('EV-2', 'odd', { received: `${'x'.repeat(495)}${context.liveKey().value}` })
    },
  }
  const report = await runChecks(target, [shows])
  expect(report.checks[0]?.received).toBe(`${'x'.repeat(495)}$EVEN…`)
})
