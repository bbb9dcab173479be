import { afterAll, expect, onTestFinished, test } from 'vitest'
import { makeDatabase } from '../../support/postgres'
import { bundleProgram } from '../../support/service-process'
import { call } from './processes-client'

const program = await bundleProgram(afterAll)

test('machines whose clocks differ by two seconds let no more requests pass together than the plan has', async () => {
  const url = await makeDatabase(onTestFinished)
  const start = (clockError: number) => program.start({ url, plan: 'free', clockError }, onTestFinished)
  const processes = [await start(0), await start(2_000)]
  const begin = performance.now()
  let passed = 0
  let ended = 0
  const ask = async (index: number) => {
    // A busy machine needs longer for a hundred requests.
    while (performance.now() - begin < 3_000 || ended <= 100) {
      const { status } = await call(processes[index % 2]!, 'GET', '/v1/events?limit=1')
      if (status === 200) passed++
      ended++
    }
  }
  await Promise.all(Array.from({ length: 8 }, (_, index) => ask(index)))
  const seconds = (performance.now() - begin) / 1_000
  expect(ended).toBeGreaterThan(100)
  expect(passed).toBeLessThanOrEqual(10 * seconds + 10 + 2)
})
