import { BulkError, EventDelivery, RateLimitError, type Clock } from '@event-delivery/sdk'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { faults, startFaultyService, type FaultyService } from './faulty-service'
import { sized } from '../support/tier'

const runs = sized({ test: 25, more: 150, soak: 100_000 })

/** The state that survives the process of a client. */
interface Notes {
  position: number
  failed: number[]
}

const scenario = fc.record({
  rows: fc.array(fc.array(fc.constantFrom(...faults), { maxLength: 4 }), { minLength: 1, maxLength: 6 }),
  // The step at which each process dies. The one after the last of them lives.
  deaths: fc.array(fc.nat(30), { minLength: 1, maxLength: 4 }),
  concurrency: fc.integer({ min: 1, max: 4 }),
  maxRetries: fc.nat(3),
  retryAfter: fc.constantFrom('0', '1', '20', '90'),
  random: fc.double({ min: 0, max: 1, noNaN: true }),
})

type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never

/** A process that dies at a step of its own: from then on no timer fires in it and no promise settles. */
function mortal(service: FaultyService, death: number) {
  const timers = new Set<() => void>()
  let steps = 0
  let die = () => {}
  const died = new Promise<'died'>((resolve) => {
    die = () => {
      timers.forEach((cancel) => cancel())
      resolve('died')
    }
  })
  const isDead = () => steps > death
  /** Counts a step. Never resolves where the process dies at it. */
  const step = async () => {
    if (++steps === death + 1) die()
    if (isDead()) await new Promise<never>(() => {})
  }
  const clock: Clock = {
    ...service.clock,
    schedule(callback, ms) {
      if (isDead()) return () => {}
      const cancel = service.clock.schedule(() => {
        timers.delete(cancel)
        void step().then(callback)
      }, ms)
      timers.add(cancel)
      return () => {
        timers.delete(cancel)
        cancel()
      }
    },
  }
  const fetch = async (url: string, init?: RequestInit) => {
    await step()
    // A request that was sent arrives at the service, whether or not the process lives on.
    const response = await service.faulty(url, init).catch(async (error: unknown) => {
      await step()
      throw error
    })
    await step()
    return response
  }
  return { clock, fetch, step, died }
}

/** Sends what the notes say is missing, until all is sent or the process dies. */
async function importRows(
  { rows, concurrency, maxRetries, random }: Scenario,
  notes: Notes,
  { clock, fetch, step, died }: ReturnType<typeof mortal>,
): Promise<'died' | 'done'> {
  const client = new EventDelivery({
    ...{ apiKey: 'sk_live_mock', baseUrl: 'https://mock.test', timeout: 10_000 },
    ...{ clock, fetch, random: () => random },
  })
  const send = async (numbers: number[], onPosition: (position: number, failed: number[]) => void) => {
    const failed: number[] = []
    const bulk = client.events.createAll(
      numbers.map((n) => ({ type: 'row', data: { n } })),
      {
        concurrency,
        maxRetries,
        idempotencyKey: ({ data }) => `key-${data.n}`,
        async onProgress({ position }) {
          await step()
          onPosition(position, failed)
          await step()
        },
      },
    )
    try {
      for await (const { input, error } of bulk) {
        await step()
        // The position does not cover an input whose error ends the bulk.
        if (error && !(error instanceof RateLimitError)) failed.push(input.data.n)
      }
    } catch (error) {
      // A Retry-After of 90 s ends a bulk.
      if (!(error instanceof BulkError)) throw error
    }
    return failed
  }
  const run = async () => {
    while (notes.position < rows.length || notes.failed.length > 0) {
      const again = notes.failed
      let settled = 0
      let stillFailed: number[] = []
      await send(again, (position, failed) => ([settled, stillFailed] = [position, failed]))
      const undone = [...new Set([...again.slice(settled), ...stillFailed])]
      await step()
      notes.failed = undone
      const from = notes.position
      const rest = rows.map((_, n) => n).slice(from)
      await send(rest, (position, failed) => {
        notes.position = from + position
        notes.failed = [...undone, ...failed.filter((n) => n < notes.position)]
      })
    }
    return 'done' as const
  }
  return Promise.race([run(), died])
}

test('a bulk whose process dies at any step, and its successors too, ends with one event for each input', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (given) => {
      const service = startFaultyService(given.rows, given.retryAfter)
      const notes: Notes = { position: 0, failed: [] }
      for (const death of [...given.deaths, Infinity]) {
        const end = await importRows(given, notes, mortal(service, death))
        if (end === 'done') break
      }
      const stored = await service.stored()
      expect(given.rows.map((_, n) => stored.get(n)?.length ?? 0)).toEqual(given.rows.map(() => 1))
      await service.backend.close()
    }),
    { numRuns: runs },
  )
})
