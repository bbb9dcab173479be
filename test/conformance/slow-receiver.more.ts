import { expect, test } from 'vitest'
import { checks, runChecks, type Check } from '@event-delivery/conformance'
import { createTarget } from '../support/backend'
import { findings, named, outcomes } from '../support/judged'

/** Judges a service that delivers again what was not answered in time, by a suite that answers when somebody still waits or not. */
function judge(isInTime: boolean, by: readonly Check[]) {
  const target = createTarget({}, () => ({
    deliver: (send) => async (request) => {
      const { pathname, search } = new URL(request.url)
      const { method, headers } = request
      const body = new Uint8Array(await request.clone().arrayBuffer())
      await target.receiver.inbox.take({ method, path: pathname + search, headers, body }, () => isInTime)
      return send(request)
    },
  }))
  return runChecks(target, by, { mode: 'full', seed: 1 })
}

test('what is delivered again because the suite answered too late is not blamed on the service', async () => {
  const ofRepetitions = checks.filter(({ rules }) => rules.includes('DL-7'))
  expect(findings(await judge(false, ofRepetitions), 'failed', 'warned', 'errored')).toEqual([])
})

test('what is delivered again although it was answered in time is warned of', async () => {
  const report = await judge(true, named('deliver-to-every-subscriber'))
  expect(outcomes(report)).toEqual([['warned', ['DL-7']]])
})
