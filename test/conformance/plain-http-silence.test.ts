import { expect, test } from 'vitest'
import { checks, runChecks } from '@event-delivery/conformance'
import { createTarget } from '../support/backend'

/** A target whose plain ports are behind a firewall that drops what comes, while HTTPS answers. */
function silentInTheClear() {
  const { fetch, ...target } = createTarget()
  return {
    ...target,
    fetch: (request: Request) =>
      request.url.startsWith('http:') ? new Promise<Response>(() => undefined) : fetch(request),
  }
}

test('plain HTTP that is never answered fails as it should, and ends no check that follows', async () => {
  const plain = checks.filter(({ rules }) => rules.includes('AU-2'))
  const after = checks.filter(({ id }) => id === 'create-event' || id === 'list-envelope')
  const target = silentInTheClear()
  const report = await runChecks(target, [...plain, ...plain, ...after], { requestTimeout: 50 })
  expect(report.checks.map(({ id, status }) => `${id}: ${status}`)).toEqual(
    report.checks.map(({ id }) => `${id}: passed`),
  )
})
