import { expect, test } from 'vitest'
import { runChecks } from '@event-delivery/conformance'
import { createBackend } from '@event-delivery/mock'
import { mockKeys } from '../support/backend'

test('a run leaves no timer behind', async () => {
  const backend = createBackend()
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  const before = timers()
  const keys = { live: mockKeys.live, test: mockKeys.test }
  await runChecks({ baseUrl: 'https://events.test', fetch: (request) => backend.fetch(request), keys }, [])
  expect(timers()).toBe(before)
  await backend.close()
})
