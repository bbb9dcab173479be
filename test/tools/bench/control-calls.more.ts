import { expect, test } from 'vitest'
import type { Samples } from './benchmark'
import { runScript, script } from './children'
import { controlCalls } from './subjects/control-calls'

test('the mock answers each control call that the benchmark measures, and each is measured once a round', async () => {
  const calls = controlCalls.targets.map(({ of }) => of)
  const samples = await runScript<Samples>(script('control-calls', '100', ...calls))
  expect(Object.entries(samples).map(([call, rounds]) => [call, rounds.length])).toEqual(
    calls.map((call) => [call, 3]),
  )
})
