import { expect, test } from 'vitest'
import { checks, runChecks, Violation, type Context } from '@event-delivery/conformance'
import { createTarget } from '../support/backend'
import { findings, madeUp, named, outcomes } from '../support/judged'
import { answerInstead, type Fetch } from '../support/breakage'

const badGateway = () => new Response('Bad Gateway', { status: 502 })

/** The reference backend behind a gateway that fails each request whose number `fails`. */
function behindGateway(fails: (count: number) => boolean, failure: () => Promise<Response> | Response) {
  let count = 0
  const gateway = answerInstead(() => (fails((count += 1)) ? failure() : undefined))
  return { ...createTarget({}, gateway), count: () => count }
}

const list = (context: Context) => context.call('listEvents', { key: context.anyKey() })

test('a gateway that answers 502 once in 200 requests fails no check, and is warned of', async () => {
  const target = behindGateway((count) => count % 200 === 77, badGateway)
  const report = await runChecks(target, checks, { mode: 'full', seed: 1 })
  expect(findings(report)).toEqual([])
  expect(report.verdict).toBe('conformant')
  expect(report.summary.flaky).toBeGreaterThan(3)
  const steady = report.checks.find(({ id }) => id === 'answers-are-steady')
  expect(steady).toMatchObject({ status: 'warned', violates: [] })
  expect(steady?.message).toContain('answered by a server error, and rightly when they were sent again')
})

test('a server error in more than one request of 50 breaks ER-5', async () => {
  const target = behindGateway((count) => count % 10 === 7, badGateway)
  const many = madeUp(async (context) => {
    for (let count = 0; count < 60; count += 1) await list(context)
  })
  const report = await runChecks(target, [many])
  expect(report.checks.map(({ id, status, violates }) => [id, status, violates])).toEqual([
    ['probe', 'passed', undefined],
    ['answers-are-steady', 'failed', ['ER-5']],
  ])
  expect(report.summary.flaky).toBe(7)
})

test('a valid key that is refused now and then breaks AU-1, although the check is made again alone', async () => {
  const target = behindGateway(
    (count) => count === 5,
    () => new Response('{}', { status: 401 }),
  )
  const listing = (id: string) =>
    madeUp(
      async (context) => {
        const answer = await list(context)
        if (answer.status !== 200) throw new Violation('PG-1', 'The list was not answered by 200.')
      },
      { id },
    )
  const elsewhere = { ...target, advance: undefined, idle: undefined }
  const report = await runChecks(elsewhere, ['a', 'b', 'c', 'd'].map(listing))
  expect(findings(report)).toEqual([
    expect.stringMatching(/^answers-fit-the-document: failed: AU-1: .* before was answered by 401/),
  ])
})

test('the server errors of one outage are one accident, however many requests met it at once', async () => {
  const target = behindGateway((count) => count > 2 && count <= 30, badGateway)
  const many = madeUp(
    async (context) => void (await Promise.all(Array.from({ length: 40 }, () => list(context)))),
  )
  const report = await runChecks(target, [many])
  expect(report.summary.flaky).toBeGreaterThan(20)
  const steady = report.checks.find(({ id }) => id === 'answers-are-steady')
  expect(steady).toMatchObject({ status: 'warned', violates: [] })
})

test('a server error that comes again is no accident', async () => {
  const target = behindGateway((count) => count > 2, badGateway)
  const report = await runChecks(target, [
    madeUp(async (context) => void (await list(context)), { rules: ['ER-5'] }),
  ])
  expect(outcomes(report)).toEqual([['failed', ['ER-5']]])
  expect(report.summary.flaky).toBe(0)
})

test('a request that wants its first answer gets it, and so does a burst', async () => {
  const statuses: number[] = []
  const first = madeUp(async (context) => {
    const sent = { method: 'GET', path: '/v1/events', key: context.anyKey() }
    for (const more of [{ asIs: true }, { reserved: true }, {}])
      statuses.push((await context.sendUnjudged({ ...sent, ...more })).status)
  })
  await runChecks(
    behindGateway((count) => count > 2 && count < 6, badGateway),
    [first],
  )
  expect(statuses).toEqual([502, 502, 200])
})

test('a check that failed beside a flaky answer is made once more, with data of its own', async () => {
  const target = behindGateway((count) => count === 3, badGateway)
  const marks: string[] = []
  const unsure = madeUp(async (context) => {
    marks.push(context.unique('mark'))
    await list(context)
    if (marks.length === 1) throw new Violation('PG-1', 'An answer was taken for another.')
  })
  const report = await runChecks(target, [unsure])
  expect(report.checks.map(({ status }) => status)).toEqual(['passed', 'warned'])
  expect(new Set(marks).size).toBe(2)
})

test('an outcome that several checks share is not kept where an answer in it was flaky', async () => {
  const target = behindGateway((count) => count === 3, badGateway)
  let probes = 0
  const shared = (context: Context) =>
    context.once('shared', async () => {
      probes += 1
      await list(context)
    })
  await runChecks(target, [madeUp(shared), madeUp(shared), madeUp(shared)])
  expect(probes).toBe(2)
})

/** The reference backend, which answers 503 for some milliseconds of its own time from the request of this number on. */
function withOutage(from: number, milliseconds: number, headers: Record<string, string> = {}) {
  const target = createTarget()
  let count = 0
  let over = Infinity
  const fetch: Fetch = async (request) => {
    count += 1
    if (count === from) over = target.now() + milliseconds
    return count >= from && target.now() < over
      ? new Response('Deploying', { status: 503, headers })
      : target.fetch(request)
  }
  return { ...target, fetch }
}

for (const from of [5, 400]) {
  test(`a deploy of two seconds from request ${from} on breaks no rule`, async () => {
    const report = await runChecks(withOutage(from, 2_000), checks, { mode: 'full', seed: 1 })
    expect(findings(report)).toEqual([])
    expect(report.verdict).toBe('conformant')
  })
}

test('a server error is waited out for as long as it says', async () => {
  const report = await runChecks(withOutage(3, 8_000, { 'retry-after': '9' }), named('list-envelope'))
  expect(outcomes(report)[0]).toEqual(['passed', undefined])
  // The suite tries both keys before its first check. The check lists with both, sends its first request once more after the 503, and
  // lists with five limits.
  expect(report.requests).toBe(10)
})

test('an outage that ends between two answers is told from a fault', async () => {
  let refused = 0
  const deploys = answerInstead(({ method }) => {
    if (method !== 'POST' || refused === 2) return undefined
    refused += 1
    return new Response('Deploying', { status: 503 })
  })
  const report = await runChecks(createTarget({}, deploys), named('create-event'))
  expect(refused).toBe(2)
  expect(findings(report)).toEqual([])
})
