// One run of the conformance suite against a backend in this process. Prints how long it took, in seconds.
import { checks, createInProcessReceiver, runChecks } from '@event-delivery/conformance'
import { createBackend, createClock } from '@event-delivery/mock'

const receiver = createInProcessReceiver()
const clock = createClock({ now: Date.now() })
const backend = createBackend({ clock, fetch: (input, init) => receiver.fetch(new Request(input, init)) })
const begun = performance.now()
const { verdict } = await runChecks(
  {
    baseUrl: 'https://events.test',
    fetch: backend.fetch,
    keys: { live: 'sk_live_mock', test: 'sk_test_mock', expired: 'sk_live_expired_mock' },
    receiver,
    now: clock.now,
    advance: (milliseconds) => clock.advance(milliseconds),
    idle: () => backend.waitForIdle(),
  },
  checks,
  { mode: 'full' },
)
if (verdict !== 'conformant') throw new Error(`The verdict was ${verdict}.`)
process.stdout.write(JSON.stringify((performance.now() - begun) / 1_000))
