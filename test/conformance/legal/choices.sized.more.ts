import { checks, runChecks, type Mode } from '@event-delivery/conformance'
import { expect, test } from 'vitest'
import { createTarget } from '../../support/backend'
import { describeChoices, plain } from './choices'
import { errorResponse } from '../../support/breakage'
import { expectNoAlarm } from './judge'
import { findings, named, ofRules, outcomes } from '../../support/judged'
import { legalService } from './service'
import { tier } from '../../support/tier'
import type { Choices } from './dimensions'

/** Choices, the mode that shows them, and the check that meets them, or the rules whose checks do. */
type Row = readonly [mode: Mode, by: RegExp | string, choices: Partial<Choices>]

const bodies = /^(EV|PG|ER|GN)-/
const times = /^(EV-9|EV-3|PG-1|WH-12|WH-1)$/

/** Choices that a run of a few checks shows. */
const single: readonly Row[] = [
  ['non-disruptive', bodies, { payloadLimit: 1_024, payloadRefusal: 413 }],
  ['non-disruptive', bodies, { payloadLimit: 1_024, payloadRefusal: 400 }],
  ['non-disruptive', bodies, { payloadLimit: 4_096, payloadRefusal: 422 }],
  ['non-disruptive', /^EV-/, { typeLimit: 64 }],
  ['non-disruptive', /^PG-/, { cursors: 'of-one-use' }],
  ['non-disruptive', /^PG-/, { cursors: 'bound-to-limit' }],
  ['non-disruptive', /^PG-[68]$/, { listLate: 5_000 }],
  ['full', times, { timestamps: 'basic' }],
  ['full', times, { timestamps: 'ordinal' }],
  ['non-disruptive', /^(GN|ER)-/, { extras: 'objects-and-ids' }],
  ['non-disruptive', /^(ER-3|GN-)/, { testWebhooks: 403 }],
  ['non-disruptive', /^(ER-3|GN-)/, { testWebhooks: 400 }],
  ['non-disruptive', /^(ER-3|GN-)/, { testWebhooks: 404 }],
  ['full', /^LM-1$/, { rateLimit: 'bucket-10', retryAfter: 'fraction' }],
  ['full', /^LM-1$/, { rateLimit: 'bucket-10', retryAfter: 'with-unit' }],
  ['full', /^LM-1$/, { rateLimit: 'bucket-10', retryAfter: 'iso-date' }],
  ['full', /^LM-1$/, { rateLimit: 'bucket-10', retryAfter: 'milliseconds' }],
  ['full', /^LM-/, { rateLimit: 'bursts-of-40' }],
  ['non-disruptive', /^(EV|PG)-/, { retention: 200 }],
  ['full', /^AU-[47]$/, { accountKeys: 'several-of-each-kind' }],
  ['non-disruptive', /^PG-/, { cursors: 'odd-letters' }],
  ['full', /^(EV|DL)-/, { gateway: '504-late', firstAccident: 47 }],
  ['full', /^(EV|DL)-/, { gateway: 'cut', firstAccident: 47 }],
  ['full', /^(EV|DL)-/, { deploy: '2000', firstAccident: 71 }],
  ['full', /^(AU|EV)-/, { deploy: '2000', firstAccident: 47, plainHttp: 502 }],
  ['full', /^(EV|DL)-/, { deploy: '10000', firstAccident: 113 }],
  ['full', /^(EV|DL)-/, { deploy: '5000-retry-after-2', firstAccident: 149 }],
  ['full', /^(EV|DL)-/, { deploy: '10000-retry-after-10', firstAccident: 47 }],
  ['full', /^(DL|WD)-/, { receiverAnswers: 'some-too-late', retries: 'fast' }],
  ['full', /^DL-[12]$/, { typePatterns: 'segment' }],
  ['full', /^DL-[12]$/, { typePatterns: 'prefix' }],
  ['full', /^(DL-[12]|WH-9)$/, { typePatterns: 'refused' }],
]

/** Legal services that the suite once blamed, or could not judge, by the choices that led to it. */
const formerAlarms: readonly Row[] = [
  [
    'non-disruptive',
    /^PG-/,
    { otherEvents: 230, cursors: 'of-one-use', badCursor: 'empty-page', order: 'by-id' },
  ],
  [
    'non-disruptive',
    /^PG-/,
    {
      ...{ cursors: 'of-one-use', badCursor: 'first-page', order: 'by-id', ids: 'ulid' },
      ...{ listLate: 1_000, fullPages: 'some-short', gateway: '503-after' },
    },
  ],
  // The rate limit says to the millisecond when one more request is taken.
  ['non-disruptive', /^(LM|EV-1$)/, { rateLimit: 'bucket-10', retryAfter: 'fraction', answerLate: 50 }],
  [
    'full',
    'delivery-is-signed',
    {
      ...{ signature: 'in-body', envelope: 'event-created', deliveryEncoding: 'deflate' },
      ...{ signedBytes: 'decoded', besideSignature: 'fingerprint' },
    },
  ],
  // The headers name the type only where it is plain.
  ['full', /^DL-2$/, { envelope: 'id-and-type-in-headers' }],
  // The event is in the body where it is too long for a header.
  ['full', /^DL-2$/, { envelope: 'event-in-header' }],
  ['full', /^DL-2$/, { envelope: 'event-in-query' }],
  // The URL is signed together with the query that the service added.
  ['full', 'delivery-is-signed', { envelope: 'query', signature: 'url-hmac' }],
  // What is signed is written as others write a signature of time and body.
  ['full', 'delivery-is-signed', { signature: 'parts-hmac' }],
]

// The later tiers have all checks judge those that once were blamed, and legal.sized.more.ts has every choice among others.
for (const [mode, some, choices] of tier === 'test' ? [...single, ...formerAlarms] : formerAlarms) {
  const few = typeof some === 'string' ? named(some) : ofRules(some)
  const by = tier === 'test' ? few : checks
  test(`a legal service is not blamed in mode ${mode} for ${describeChoices({ ...plain, ...choices })}`, () =>
    expectNoAlarm({ ...plain, ...choices }, mode, by))
}

test('what a service refuses for its size is told, and a refusal of a small payload for what it holds is no choice', async () => {
  const { target } = legalService({ payloadLimit: 1_024 })
  const only = named('nasty-payloads-come-back')
  const sized = await runChecks(target, only)
  expect(sized.checks[0]?.message).toMatch(/^Refused, which is open: .*over-8-kilobytes/)
  const { fetch, ...other } = createTarget()
  const choosy = async (request: Request) =>
    (await request.clone().text()).includes('"nulls-in-a-list"') ? errorResponse(400) : fetch(request)
  expect(outcomes(await runChecks({ ...other, fetch: choosy }, only))).toEqual([['failed', ['EV-10']]])
})

test('an event that is listed later than the run waits is late, and not lost', async () => {
  const { target } = legalService({ listLate: 1_000 })
  const report = await runChecks(target, ofRules(/^PG-8$/), { samples: 5, listingTimeout: 300 })
  expect(findings(report, 'failed', 'warned', 'errored')).toEqual([])
  const first = report.checks.find(({ status }) => status === 'could-not-run')
  expect(first?.remedy).toMatch(/^--listing-timeout \d+$/)
})

test('a list is not blamed whose newest events take the place of those of a check on the way', async () => {
  const service = legalService({ ...plain, order: 'newest-first', otherEvents: 230, retention: 200 })
  let isListed = false
  let othersHaveCome = false
  const fetch = async (request: Request) => {
    const { searchParams, origin } = new URL(request.url)
    const limit = request.method === 'GET' ? searchParams.get('limit') : null
    if (limit === '100') isListed = true
    if (limit === '1' && isListed && !othersHaveCome) {
      othersHaveCome = true
      const authorization = request.headers.get('authorization')!
      const headers = { authorization, 'content-type': 'application/json' }
      const body = JSON.stringify({ type: 'others', data: {} })
      for (let count = 0; count < 200; count += 1) {
        const creation = new Request(`${origin}/v1/events`, { method: 'POST', headers, body })
        expect((await service.fetch(creation)).status).toBe(201)
      }
    }
    return service.fetch(request)
  }
  const only = named('has-more-on-the-way')
  const report = await runChecks({ ...service.target, fetch }, only, { mode: 'non-disruptive', seed: 1 })
  expect(othersHaveCome).toBe(true)
  expect(report.checks).toMatchObject([{ status: 'could-not-run' }])
  expect(report.checks[0]?.message).toMatch(/^The list keeps its newest 200 events/)
})
