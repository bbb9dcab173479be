import { createInProcessReceiver, type Target } from '@event-delivery/conformance'
import { createBackend, createClock, type Backend, type BackendOptions } from '@event-delivery/mock'
import type { Breakage, Fetch } from '../mutants/breakage'

/** The keys of the reference backend. */
export const mockKeys = {
  live: 'sk_live_mock',
  test: 'sk_test_mock',
  scoped: [{ value: 'sk_live_readonly_mock', scopes: ['events:read', 'webhooks:read'] as const }],
  expired: 'sk_live_expired_mock',
}

/** The reference backend as a target in this process, whole or broken, on a clock that the suite moves. */
export function inProcess(
  options: BackendOptions = {},
  breakage: Breakage = () => ({}),
): Target & { backend: Backend; fetch: Fetch; now: () => number } {
  const { fetch: wrap, deliver, options: broken } = breakage()
  const receiver = createInProcessReceiver()
  const clock = createClock({ now: Date.UTC(2026, 10, 21, 3) })
  const outgoing: Fetch = deliver
    ? deliver((request) => receiver.fetch(request))
    : (request) => receiver.fetch(request)
  const backend = createBackend({
    clock,
    fetch: (input, init) => outgoing(new Request(input, init)),
    ...options,
    ...broken,
  })
  return {
    backend,
    baseUrl: 'https://events.test',
    fetch: wrap ? wrap((request) => backend.fetch(request)) : (request) => backend.fetch(request),
    keys: mockKeys,
    receiver,
    advance: (milliseconds) => clock.advance(milliseconds),
    now: () => clock.now(),
    idle: () => backend.waitForIdle(),
  }
}
