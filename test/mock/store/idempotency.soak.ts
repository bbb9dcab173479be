import { afterAll, onTestFinished, test } from 'vitest'
import { bundleProgram } from '../../support/service-process'
import { createAmidKills, startService } from './idempotency'

const program = await bundleProgram(afterAll)

test('keys make one event each over 25 kills', async () => {
  const service = await startService(program, onTestFinished, 4)
  await createAmidKills(service, 2_000, 25)
})
