import { BulkError, type Event, EventDelivery, type RequestError } from '@event-delivery/sdk'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { faults, startFaultyService } from './faulty-service'
import { sized } from '../support/tier'

const runs = sized({ test: 60, more: 500, soak: 100_000 })

const scenario = fc.record({
  calls: fc.array(
    fc.record({
      faults: fc.array(fc.constantFrom(...faults), { maxLength: 5 }),
      twice: fc.boolean(),
      maxRetries: fc.nat(4),
      deadline: fc.constantFrom(Infinity, Infinity, 20_000, 45_000),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  retryAfter: fc.constantFrom('0', '1', '20', '90'),
  random: fc.double({ min: 0, max: 1, noNaN: true }),
  bulk: fc.boolean(),
})

test('under any interleaving of faults, an event is stored exactly once, or reported with its key and an honest outcome', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ calls, retryAfter, random, bulk }) => {
      const plans = calls.map((call) => call.faults)
      const { clock, backend, serve, faulty, stored } = startFaultyService(plans, retryAfter)
      const options = { apiKey: 'sk_live_mock', baseUrl: 'https://mock.test', clock, timeout: 10_000 }
      const client = new EventDelivery({ ...options, fetch: faulty, random: () => random })
      const clean = new EventDelivery({ ...options, fetch: serve })

      const inputs = calls.map((_, n) => ({ type: 'case', data: { n } }))
      const outcomes: { n: number; event?: Event; error?: RequestError }[] = []
      let position = inputs.length
      if (bulk) {
        const { maxRetries = 2 } = calls[0] ?? {}
        const idempotencyKey = (_: object, n: number) => `key-${n}`
        const results = client.events.createAll(inputs, { concurrency: 2, maxRetries, idempotencyKey })
        try {
          for await (const { index: n, event, error } of results) outcomes.push({ n, event, error })
        } catch (error) {
          // A Retry-After of 90 s ends a bulk.
          if (!(error instanceof BulkError)) throw error
          position = error.position
        }
      } else {
        const one = async (n: number, idempotencyKey: string) => {
          const { maxRetries, deadline } = calls[n]!
          const { events } = client
          await events.create(inputs[n]!, { maxRetries, deadline, idempotencyKey }).then(
            (event) => outcomes.push({ n, event }),
            (error: unknown) => outcomes.push({ n, error: error as RequestError }),
          )
        }
        await Promise.all(
          calls.flatMap(({ twice }, n) => [one(n, `key-${n}`), ...(twice ? [one(n, `key-${n}`)] : [])]),
        )
      }

      const before = await stored()
      for (const { n, event, error } of outcomes) {
        const found = before.get(n) ?? []
        expect(found.length).toBeLessThanOrEqual(1)
        if (event) expect(found).toEqual([event.id])
        const others = outcomes.filter((other) => other.n === n && other.error !== error)
        if (error && error.outcome !== 'unknown' && others.length === 0) expect(found).toEqual([])
      }
      // A caller whose call failed can go on with its key, and ends up with one event.
      for (const { n, error } of outcomes) {
        if (error) await clean.events.create(inputs[n]!, { idempotencyKey: error.idempotencyKey })
      }
      // A bulk that ended early can go on at its position.
      for (const [n, input] of inputs.entries())
        if (n >= position) await clean.events.create(input, { idempotencyKey: `key-${n}` })
      const after = await stored()
      expect([...after].map(([, ids]) => ids.length)).toEqual(calls.map(() => 1))
      await backend.close()
    }),
    { numRuns: runs },
  )
}, 3_600_000)
