import { createFakeClock } from '@event-delivery/sdk/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clientOf, input, inputs, stored } from './client'
import { sized } from '../support/tier'

const runs = sized({ test: 60, more: 300, soak: 100_000 })

/** How the service answers one request: it takes it, or refuses it with a `Retry-After`. */
const answer = fc.record({
  latencyMs: fc.oneof(fc.constant(0), fc.nat(400), fc.nat(2500)),
  retryAfter: fc.oneof(
    { weight: 3, arbitrary: fc.constant('none' as const) },
    { weight: 1, arbitrary: fc.constant('absent' as const) },
    { weight: 1, arbitrary: fc.constantFrom(0, 1, 30, 60) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 60_000 }).map((ms) => ms / 1000) },
  ),
  isDate: fc.boolean(),
})

const scenario = fc.record({
  answers: fc.array(answer, { minLength: 1, maxLength: 40 }),
  burst: fc.integer({ min: 0, max: 12 }),
  bulk: fc.integer({ min: 0, max: 25 }),
  concurrency: fc.constantFrom(undefined, 1, 4, 30),
  rate: fc.constantFrom(undefined, undefined, 1, 10, 100),
  bulkRate: fc.constantFrom(undefined, undefined, 2, 50),
  random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
})

// The time of the service differs from that of the client.
const theirs = Date.UTC(2031, 0, 1)

// The sums of fractions of milliseconds are not exact.
const rounding = 1e-3

test('after a refusal nothing is sent before the service wants it, and no gap is longer than that and a second', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ answers, burst, bulk, concurrency, rate, bulkRate, random }) => {
      const clock = createFakeClock({ auto: true })
      const wrong: object[] = []
      // The pace uses 98 % of a rate that the caller gives.
      const longestGap = rate || bulkRate ? 1000 / 0.98 : 1000
      let sent = 0
      let lastSentAt = clock.monotonic()
      // When the latest answer arrived: a call or a place in the bulk may have become free by it.
      let lastAnswerAt = lastSentAt
      let closedUntil = 0
      const fetch = async () => {
        const now = clock.monotonic()
        const latest = Math.max(lastSentAt, lastAnswerAt, closedUntil) + longestGap
        // A request that passes at the very moment at which a refusal arrives may have passed before it.
        const isTooEarly = now < closedUntil - rounding && now > lastAnswerAt
        if (isTooEarly || now > latest + rounding) wrong.push({ sent, now, closedUntil, latest })
        lastSentAt = now
        const { latencyMs, retryAfter, isDate } = answers[sent++] ?? {
          latencyMs: 0,
          retryAfter: 'none',
          isDate: false,
        }
        if (latencyMs) await new Promise<void>((resolve) => clock.schedule(resolve, latencyMs))
        lastAnswerAt = clock.monotonic()
        if (retryAfter === 'none') return Response.json(stored, { status: 201 })
        const headers = new Headers()
        const asked = retryAfter === 'absent' ? 0 : isDate ? Math.ceil(retryAfter) : retryAfter
        closedUntil = Math.max(closedUntil, lastAnswerAt + asked * 1000)
        if (isDate) headers.set('date', new Date(theirs).toUTCString())
        if (retryAfter !== 'absent') {
          headers.set('retry-after', isDate ? new Date(theirs + asked * 1000).toUTCString() : `${asked}`)
        }
        return new Response('{}', { status: 429, headers })
      }
      const options = { clock, rate, random: () => random, timeout: Infinity, maxRetries: 2 }
      const { events } = clientOf(fetch, options).client
      const singles = Array.from({ length: burst }, () => events.create(input))
      const summary = events.createAll(inputs(bulk), { concurrency, rate: bulkRate }).summary()
      await Promise.allSettled(singles)
      expect(await summary).toMatchObject({ created: bulk, failed: 0 })
      expect(wrong).toEqual([])
      expect(clock.pending).toBe(0)
    }),
    { numRuns: runs },
  )
})
