import { createInProcessReceiver, type Keys, type RunOptions, type Target } from '@event-delivery/conformance'
import {
  builtInKeys,
  createBackend,
  createClock,
  type BackendOptions,
  type KeyInput,
} from '@event-delivery/mock'

// The built-in keys can read. These make every scope judged on both sides.
const writer = {
  key: 'sk_live_writeonly_mock',
  name: 'write',
  scopes: ['events:write', 'webhooks:write'],
} as const

/** All keys of the mock that the suite may be given. */
export const keyInputs: readonly KeyInput[] = [...builtInKeys, { ...writer, scopes: [...writer.scopes] }]

/** The same keys, as the suite takes them. */
export const suiteKeys: Keys = {
  live: 'sk_live_mock',
  test: 'sk_test_mock',
  scoped: [
    { value: 'sk_live_readonly_mock', scopes: ['events:read', 'webhooks:read'] },
    { value: writer.key, scopes: writer.scopes },
  ],
  expired: 'sk_live_expired_mock',
}

/** Judges everything that one run can judge. */
export const fullRun: RunOptions = { mode: 'full' }

/** A backend and a receiver in this process, on a clock that stands still until it is advanced. */
export function inProcess(options: BackendOptions = {}) {
  const receiver = createInProcessReceiver()
  const clock = createClock({ now: Date.UTC(2026, 10, 21) })
  const backend = createBackend({ keys: keyInputs, clock, fetch: receiver.fetch, ...options })
  const target: Target = {
    baseUrl: 'https://events.test',
    fetch: backend.fetch,
    keys: suiteKeys,
    receiver,
    now: clock.now,
    advance: (milliseconds) => clock.advance(milliseconds),
    idle: () => backend.waitForIdle(),
  }
  return { backend, receiver, target }
}
