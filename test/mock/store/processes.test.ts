import { afterAll, expect, onTestFinished, test } from 'vitest'
import { makeDatabase } from '../../support/postgres'
import { bundleProgram } from '../../support/service-process'

const program = await bundleProgram(afterAll)

test('a process that is killed starts again on the data that it left', async () => {
  const url = await makeDatabase(onTestFinished)
  const t0 = performance.now()
  const service = await program.start({ url })
  console.log('start', performance.now() - t0)
  await service.kill()
  const t1 = performance.now()
  await service.start()
  console.log('again', performance.now() - t1, service.errors)
  const answer = await fetch(`${service.baseUrl}/v1/events`, { headers: { authorization: 'Bearer sk_live_mock' } })
  expect(answer.status, await answer.text()).toBe(200)
  expect(await service.stop()).toBe(0)
})
