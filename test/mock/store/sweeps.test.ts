// Replaces the timers of the platform, on which sweeps are planned.
import { Pool } from 'pg'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { createPostgresStore } from '@event-delivery/mock/postgres'
import { makeDatabase } from '../../support/postgres'
import { openEmpty } from '../../support/stored'

const url = await makeDatabase(afterAll)

test('a store that is closed while it sweeps plans no further sweep', async () => {
  const pool = new Pool({ connectionString: url })
  onTestFinished(() => pool.end())
  const queries = vi.spyOn(pool, 'query')
  const store = createPostgresStore({ pool, schema: 'swept' })
  const sweeps: (() => void)[] = []
  const { setTimeout: real } = globalThis
  const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation((work: () => void, delay = 0) => {
    if (delay >= 45_000) sweeps.push(work)
    return real(work, delay)
  })
  onTestFinished(() => timers.mockRestore())
  await openEmpty(store)
  expect(sweeps).toHaveLength(1)
  sweeps[0]!()
  await store.close()
  await Promise.allSettled(queries.mock.results.map(({ value }) => value as unknown))
  await new Promise(setImmediate)
  expect(sweeps).toHaveLength(1)
})
