import type { RequestError } from '@event-delivery/sdk'
import { hang, reset, scriptedFetch, type Step } from '@event-delivery/sdk/testing'
import { expect, test } from 'vitest'
import { numbers } from '../support/random'
import { sized } from '../support/tier'
import { clientOf, created, failing, input, inputs, withoutStacks } from './client'

const size = sized({
  test: { events: 400, seeds: 20 },
  more: { events: 1000, seeds: 1 },
  soak: { events: 20_000, seeds: 5 },
})

const retried = { maxRetries: 12, timeout: 5000 }

/** A service that fails three of ten requests by their turn, in one of three ways. Counts the requests of each event. */
function faultyService(random: () => number) {
  const faults: Step[] = [failing(503), reset(), hang()]
  const requests = new Map<string, number>()
  const fetch = scriptedFetch((request, signal) => {
    const key = request.headers.get('idempotency-key') ?? ''
    requests.set(key, (requests.get(key) ?? 0) + 1)
    const fault = random() < 0.3 ? faults[Math.floor(random() * 3)] : undefined
    return (fault ?? created)(request, signal)
  })
  return { fetch, requests }
}

test.each(['one by one', 'in bulk'])(
  `sporadic faults fail no call whose retries are left, %s: ${size.events} events with each of ${size.seeds} seeds`,
  async (way) => {
    withoutStacks()
    for (let seed = 0; seed < size.seeds; seed++) {
      const sequence = numbers(seed)
      const random = () => sequence.next().value
      const { fetch, requests } = faultyService(random)
      const { events } = clientOf(fetch, { ...retried, random }).client
      const failed: RequestError[] = []
      if (way === 'in bulk') {
        for await (const { error } of events.createAll(inputs(size.events))) if (error) failed.push(error)
      } else {
        const calls = Array.from({ length: size.events }, () => events.create(input))
        await Promise.all(
          calls.map((call) => call.catch((error: unknown) => failed.push(error as RequestError))),
        )
      }
      expect(requests.size).toBe(size.events)
      for (const { attempts } of failed) expect(attempts).toHaveLength(13)
      // By chance all 13 attempts fail in one of six million calls.
      expect(failed.length).toBeLessThanOrEqual(1)
    }
  },
)
