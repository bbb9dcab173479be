import { checks, runChecks, type Mode } from '@event-delivery/conformance'
import { expect, test } from 'vitest'
import { expectNoAlarm } from './judge'
import { legalService } from './service'
import { plain } from './choices'
import type { Choices } from './dimensions'

/** Legal services that the suite once blamed, or could not judge, by the choices that led to it. */
const services: readonly { because: string; mode: Mode; choices: Partial<Choices> }[] = [
  {
    because: 'it answers a used cursor by an empty page',
    mode: 'non-disruptive',
    choices: { otherEvents: 230, cursors: 'of-one-use', badCursor: 'empty-page', order: 'by-id' },
  },
  {
    because: 'it answers a used cursor by the first page of a long list without order',
    mode: 'non-disruptive',
    choices: {
      ...{ cursors: 'of-one-use', badCursor: 'first-page', order: 'by-id', ids: 'ulid' },
      ...{ listLate: 1_000, fullPages: 'some-short', gateway: '503-after' },
    },
  },
  {
    because: 'its rate limit says to the millisecond when one more request is taken',
    mode: 'non-disruptive',
    choices: { rateLimit: 'bucket-10', retryAfter: 'fraction', answerLate: 50 },
  },
  {
    because: 'its deliveries are deflated and signed in their body',
    mode: 'full',
    choices: {
      ...{ signature: 'in-body', envelope: 'event-created', deliveryEncoding: 'deflate' },
      ...{ signedBytes: 'decoded', besideSignature: 'fingerprint' },
    },
  },
  {
    because: 'its deliveries have no body and name their event in headers, the type only where that is plain',
    mode: 'full',
    choices: { envelope: 'id-and-type-in-headers' },
  },
  {
    because: 'its deliveries hold the event in a header, and in the body where it is too long for one',
    mode: 'full',
    choices: { envelope: 'event-in-header' },
  },
  {
    because: 'its deliveries hold the event in the query of their URL',
    mode: 'full',
    choices: { envelope: 'event-in-query' },
  },
  {
    because: 'it signs the URL together with the query that it added',
    mode: 'full',
    choices: { envelope: 'query', signature: 'url-hmac' },
  },
  {
    because:
      'it signs method, host, path and a digest, and writes that as others write a signature of time and body',
    mode: 'full',
    choices: { signature: 'parts-hmac' },
  },
]

for (const { because, mode, choices } of services) {
  test(`a service is not blamed because ${because}`, () => expectNoAlarm({ ...plain, ...choices }, mode))
}

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
      const headers = {
        authorization: request.headers.get('authorization')!,
        'content-type': 'application/json',
      }
      const body = JSON.stringify({ type: 'others', data: {} })
      for (let count = 0; count < 200; count += 1) {
        const creation = new Request(`${origin}/v1/events`, { method: 'POST', headers, body })
        expect((await service.fetch(creation)).status).toBe(201)
      }
    }
    return service.fetch(request)
  }
  const only = checks.filter(({ id }) => id === 'has-more-on-the-way')
  const report = await runChecks({ ...service.target, fetch }, only, { mode: 'non-disruptive', seed: 1 })
  expect(othersHaveCome).toBe(true)
  expect(report.checks).toMatchObject([{ status: 'could-not-run' }])
  expect(report.checks[0]?.message).toMatch(/^The list keeps its newest 200 events/)
})
