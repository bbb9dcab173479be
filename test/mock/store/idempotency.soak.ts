// `npm test` has the same on the store itself, in equal-keys.test.ts. Here whole processes answer over HTTP.
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { bundleProgram } from '../../support/service-process'
import { advance, createAmidKills, createAtOnce, startService, sweepBeside } from './idempotency'
import { allEvents } from './processes-client'

const program = await bundleProgram(afterAll)

test('100 keys that come 20 times each at once to four processes make 100 events, and 100 more a day later', async () => {
  const service = await startService(program, onTestFinished)
  const first = await createAtOnce(service, 100, 20)
  expect(first.size).toBe(100)
  await advance(service, 24)
  const endSweep = sweepBeside(service)
  const second = await createAtOnce(service, 100, 20)
  await endSweep()
  expect(second.size).toBe(100)
  const ids = (await allEvents(service.processes[0]!)).map(({ id }) => id)
  expect(new Set(ids)).toEqual(new Set([...first, ...second]))
  expect(ids).toHaveLength(200)
})

test('keys that come crosswise to two processes are all answered', async () => {
  const service = await startService(program, onTestFinished, 2)
  const keys = Array.from({ length: 60 }, (_, index) => `key-${index}`)
  const answers = await Promise.all([
    ...keys.map((key) => service.create(0, key)),
    ...[...keys].reverse().map((key) => service.create(1, key)),
  ])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  expect(new Set(answers.map(({ json }) => json.id)).size).toBe(60)
})

test('2,000 keys make one event each over 25 kills', async () => {
  const service = await startService(program, onTestFinished, 4)
  await createAmidKills(service, 2_000, 25)
})
