import { expect, test } from 'vitest'
import { checks, runChecks, type Report } from '@event-delivery/conformance'
import {
  alterRequest,
  answerInstead,
  changeRequests,
  changeSuccesses,
  operationOf,
  type Breakage,
} from '../support/breakage'
import { createTarget } from '../support/backend'

const own = checks.filter(({ id }) => id.startsWith('random-'))

async function judge(breakage?: Breakage, seed = 1): Promise<Report['checks']> {
  const { checks: results } = await runChecks(createTarget({}, breakage), own, { seed, samples: 100 })
  return results
}

test('random requests find nothing in the reference backend, and say their seed', async () => {
  for (const seed of [1, 2, 3]) {
    const results = await judge(undefined, seed)
    expect(results.map(({ status, message }) => [status, message])).toEqual([
      ['passed', `100 random requests, seed ${seed}.`],
      ['passed', `100 random requests, seed ${seed}.`],
    ])
  }
})

const dropsNulls = changeSuccesses('createEvent', (json) => ({
  ...json,
  data: Object.fromEntries(Object.entries(json.data as object).filter(([, value]) => value !== null)),
}))

test('a fault that only some payloads meet is found and shrunk to the smallest', async () => {
  const [events] = await judge(dropsNulls)
  expect(events).toMatchObject({ status: 'failed', violates: ['EV-10'] })
  const expected = JSON.parse(events?.expected ?? '{}') as unknown
  expect(expected).toEqual({ data: { '': null, run: expect.any(String) as string } })
  expect(events?.message).toContain('--seed 1 repeats it.')
})

test('one seed makes one run', async () => {
  const bodies = async (seed: number) => {
    const sent: string[] = []
    const target = createTarget()
    const fetch = async (request: Request) => {
      if (request.method === 'POST') sent.push(await request.clone().text())
      return target.fetch(request)
    }
    await runChecks({ ...target, fetch }, own, { seed, prefix: 'same' })
    return sent
  }
  expect(await bodies(7)).toEqual(await bodies(7))
  expect(await bodies(7)).not.toEqual(await bodies(8))
})

test('an invalid request that is accepted is found', async () => {
  const breakage = changeRequests((request) =>
    operationOf(request) === 'createEvent'
      ? alterRequest(request, {
          body: (json) => ('type' in json ? { ...json, type: String(json.type) } : json),
        })
      : request,
  )
  const [, refusals] = await judge(breakage)
  expect(refusals).toMatchObject({ status: 'failed', violates: ['ER-3'] })
})

test('a fault that comes once is blamed with its own evidence', async () => {
  let count = 0
  const [events] = await judge(
    changeSuccesses('createEvent', (json) => ((count += 1) === 20 ? { ...json, data: {} } : json)),
  )
  expect(events).toMatchObject({ status: 'failed', violates: ['EV-10'], received: '{"data":{}}' })
  expect(events?.message).toContain('It did not happen again at once.')
})

test('a service that stops answering could not be judged, and is not blamed', async () => {
  let count = 0
  const stops = answerInstead(() => {
    if ((count += 1) > 10) throw new TypeError('The connection was reset.')
    return undefined
  })
  const report = await runChecks(createTarget({}, stops), own, { seed: 1 })
  expect(report.checks.map(({ status }) => status)).toEqual(['could-not-run', 'could-not-run'])
})
