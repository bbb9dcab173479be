import { expect, test } from 'vitest'
import { checks, runChecks, type Report } from '@event-delivery/conformance'
import { createTarget } from '../support/backend'
import { differencesOf } from '../contract/reports/differences'
import { findings } from '../support/judged'
import { changeResponses } from '../support/breakage'

/** The events of an account that has been used for long: 8,000, of which every 133rd holds a quarter of a megabyte. */
const events = Array.from({ length: 8_000 }, (_, index) => ({
  type: 'earlier',
  data: index % 133 === 0 ? { text: 'x'.repeat(255_000) } : { index },
  mode: 'test' as const,
}))

test('an account with many and large events of its own is judged run after run', async () => {
  const target = createTarget({ seed: { events } })
  for (const seed of [1, 2, 3]) {
    const report = await runChecks(target, checks, { mode: 'non-disruptive', seed })
    expect(findings(report)).toEqual([])
    expect(report.verdict).toBe('conformant')
    expect(report.checks.find(({ id }) => id === 'has-more-at-the-end')?.message).toMatch(
      /^The last 24 of \d{4} events/,
    )
  }
})

test('every URL that the suite registers bears the mark by which a lost registration is found', async () => {
  const target = createTarget()
  const registered: string[] = []
  const fetch = async (request: Request) => {
    const isRegistration = request.method === 'POST' && request.url.endsWith('/v1/webhooks')
    const body = isRegistration ? await request.clone().text() : ''
    const response = await target.fetch(request)
    if (isRegistration && response.ok) registered.push((JSON.parse(body) as { url: string }).url)
    return response
  }
  await runChecks({ ...target, fetch }, checks, { mode: 'full', samples: 1 })
  expect(registered.length).toBeGreaterThan(100)
  expect(registered.filter((url) => !/\/edc[a-z0-9]+\//.test(url))).toEqual([])
})

for (const body of ['<html>', 'null', '1', '[]', '{"data":{"a":1},"hasMore":false}', '{"data":[null,1]}']) {
  test(`successes that all are ${body} make no check fail itself`, async () => {
    const odd = changeResponses(undefined, (response) =>
      response.ok ? new Response(body, response) : response,
    )
    const report = await runChecks(createTarget({}, odd), checks, { mode: 'full', samples: 2 })
    expect(findings(report, 'errored')).toEqual([])
    expect(report.verdict).toBe('non-conformant')
  })
}

for (const [name, body] of [
  ['no JSON', '<html>'],
  ['nothing', ''],
  ['null', 'null'],
  ['a number', '1'],
  ['a list', '[]'],
  ['an odd page', '{"data":[null,1,"x",{}],"hasMore":true,"nextCursor":{}}'],
  ['an odd event', '{"id":{},"type":[],"created":{},"data":null}'],
] as const) {
  test(`a service that answers ${name} to everything is non-conformant, and no check fails itself`, async () => {
    const { baseUrl, keys } = createTarget()
    const fetch = async () => new Response(body, { headers: { 'content-type': 'application/json' } })
    const report = await runChecks({ baseUrl, keys, fetch }, checks, { mode: 'full', listingTimeout: 100 })
    expect(findings(report, 'errored')).toEqual([])
    expect(report.verdict).toBe('non-conformant')
  })
}

test('429s that come by the way are waited out: nothing is blamed and nothing is missed', async () => {
  const options = { mode: 'full', seed: 1, samples: 10 } as const
  const [calm, busy] = [createTarget(), createTarget()]
  let count = 0
  const fetch = async (request: Request) => {
    count += 1
    if (count % 7 > 0) return busy.fetch(request)
    const headers = { 'retry-after': count % 2 === 0 ? '1' : new Date(busy.now() + 1_000).toUTCString() }
    return Response.json({ error: { code: 'rate_limited', message: 'Slow down.' } }, { status: 429, headers })
  }
  const seen = ({ verdict, checks: results }: Report) => ({
    verdict,
    // The check that is left out judges the 429s themselves.
    results: results
      .filter(({ id }) => id !== 'every-429-has-retry-after')
      .map(({ id, status }) => [id, status]),
  })
  const report = await runChecks({ ...busy, fetch }, checks, options)
  expect(seen(report)).toEqual(seen(await runChecks(calm, checks, options)))
  expect(report.checks.find(({ id }) => id === 'every-429-has-retry-after')?.status).toBe('passed')
})

const differences = (a: Report, b: Report) =>
  differencesOf({ dialect: a.dialect, report: a }, { dialect: b.dialect, report: b })

test('two runs on one deployment are the same, whatever their seeds, ids, times and amounts of data', async () => {
  const target = createTarget()
  const some = checks.filter(({ phase, rules }) => phase === undefined && !rules.includes('PG-3'))
  const one = await runChecks(target, some, { seed: 1_234_567 })
  const other = await runChecks(target, some, { seed: 7_654_321 })
  expect(one.verdict).toBe('conformant')
  expect(differences(one, other)).toEqual([])
})
