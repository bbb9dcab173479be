import { BulkError, type Event, EventDelivery, type RequestError } from '@event-delivery/sdk'
import { createFakeClock } from '@event-delivery/sdk/testing'
import { createBackend } from '@event-delivery/mock'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const runs = Number(process.env['SOAK_CASES'] ?? 2000)

const faults = [
  'none',
  'refused',
  'reset before',
  'reset after',
  'truncated',
  'slow before',
  'slow after',
  '429',
  '408',
  '503 before',
  '500 after',
  'html before',
  'html after',
] as const
type Fault = (typeof faults)[number]

const never = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) =>
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
  )
const broken = (code: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })
const html = () =>
  new Response('<html>proxy</html>', { status: 200, headers: { 'content-type': 'text/html' } })

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
      let busy = 0
      const clock = createFakeClock({ auto: () => busy === 0 })
      const backend = createBackend({
        clock,
      })
      const serve = async (url: string, init: RequestInit = {}) => {
        busy++
        try {
          return await backend.fetch(new Request(url, { ...init, signal: null }))
        } finally {
          busy--
        }
      }
      const plans = calls.map((call) => ({ ...call, faults: [...call.faults] as Fault[] }))
      const faulty = async (url: string, init: RequestInit = {}) => {
        const { data } = JSON.parse(init.body as string) as { data: { n: number } }
        const fault = plans[data.n]?.faults.shift() ?? 'none'
        if (fault === 'refused') throw broken('ECONNREFUSED')
        if (fault === 'reset before') throw broken('ECONNRESET')
        if (fault === 'slow before') return never(init.signal)
        if (fault === '429')
          return new Response('{}', { status: 429, headers: { 'retry-after': retryAfter } })
        if (fault === '408' || fault === '503 before') return new Response('', { status: +fault.slice(0, 3) })
        if (fault === 'html before') return html()
        const response = await serve(url, init)
        if (fault === 'reset after') throw broken('ECONNRESET')
        if (fault === 'slow after') return never(init.signal)
        if (fault === '500 after') return new Response('{}', { status: 500 })
        if (fault === 'html after') return html()
        if (fault === 'truncated') return new Response((await response.text()).slice(0, 40), response)
        return response
      }
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

      const stored = async () => {
        const ids = new Map<number, string[]>()
        for await (const event of clean.events.list()) {
          const n = event.data['n'] as number
          ids.set(n, [...(ids.get(n) ?? []), event.id])
        }
        return ids
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
