import { expect, test } from 'vitest'
import { runChecks } from '@event-delivery/conformance'
import { Pacer } from '../contract/wire/time'
import { createTarget } from '../support/backend'
import { findings, named } from '../support/judged'

/** Judges the rate of a plan from a machine that is busy: of its waits only each fifteenth ends, and then all of them at once. */
async function judgeBusily(permitted: number) {
  const { advance, ...target } = createTarget({ plan: `enterprise:${permitted}` })
  let [waits, owed] = [0, 0]
  const late = async (milliseconds: number) => {
    waits += 1
    owed += milliseconds
    if (waits % 15 !== 0) return
    await advance(owed)
    owed = 0
  }
  const only = named('plan-rate-is-permitted')
  return runChecks({ ...target, advance: late }, only, { mode: 'full', plan: 10 })
}

test('a plan is not blamed for a 429 that came because this machine sent too many requests at once', async () => {
  expect(findings(await judgeBusily(10))).toEqual([expect.stringContaining('sent its requests too unevenly')])
})

test('a plan that permits more than its rate passes from a busy machine, too', async () => {
  expect((await judgeBusily(20)).checks).toMatchObject([{ status: 'passed' }])
})

test('requests that are reserved together wait for the time of all of them', async () => {
  const pacer = new Pacer(1_000)
  await pacer.reserve(20, new AbortController().signal)
  expect(pacer.waited).toBeGreaterThan(15)
})
