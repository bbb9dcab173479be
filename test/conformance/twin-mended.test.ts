import { expect, test } from 'vitest'
import { checks, runChecks } from '@event-delivery/conformance'
import { headerDifferences } from '../contract/twin/compare'
import { legalService } from './legal/service'
import { sourceOf } from '../contract/probes/choices/source'
import { scoreFields } from './twin-fields'
import { scoreTwin } from './twin-score'
import type { Choices } from './legal/dimensions'

/** The dialect that a run sees, the fields that it sees wrong, and the exchanges in which the twin differs. */
async function score(choices: Partial<Choices>) {
  const { choices: all, report, comparison } = await scoreTwin(choices)
  const differing = comparison.exchanges.filter(({ differences }) => differences.length > 0)
  return { dialect: report.dialect, wrong: scoreFields(all, report.dialect).wrong, differing }
}

const signing: Partial<Choices> = {
  ...{ signature: 'several-values', deliveryEncoding: 'gzip', signedBytes: 'decoded' },
  ...{ ids: 'punctuated', envelope: 'own-id' },
}

test('a signature of the uncompressed body among several in one header is seen and played', async () => {
  const { dialect, wrong, differing } = await score(signing)
  expect(dialect.signature).toEqual({
    scheme: 'standard-webhooks',
    idPrefix: 'dlv_',
    sample: expect.stringMatching(/^v1,[\w+/]{43}= v2,bm90LXlvdXJz \{signature\}$/) as string,
  })
  expect(dialect.deliveryBody).toHaveProperty('id', '{id:dlv_}')
  expect(wrong).toEqual([])
  expect(differing).toEqual([])
})

test('an id that counts deliveries is the id of each delivery', async () => {
  const { wrong, differing } = await score({ ids: 'counter', envelope: 'own-id', order: 'by-id' })
  expect(wrong).toEqual([])
  expect(differing).toEqual([])
})

const small: Partial<Choices> = { webhookLimit: 3, duplicateUrls: 422, payloadLimit: 1_024, param: 'null' }

test('a full account hides neither what a second webhook with one URL gets nor how long a description may be', async () => {
  const { dialect, wrong } = await score(small)
  expect(dialect).toMatchObject({ duplicateUrls: 'reject', maxDescriptionLength: null })
  expect(wrong).toEqual([])
})

test('a test account that is full of webhooks of the run takes webhooks all the same', async () => {
  const { dialect } = await score({ webhookLimit: 5, data: 'anything' })
  expect(dialect.testWebhooks).toBe('accept')
})

test('a page that is empty by chance does not hide what an unknown cursor gets', async () => {
  const service = legalService({ badCursor: 'first-page', otherEvents: 7 })
  let isFirst = true
  const fetch = async (request: Request) => {
    const answer = await service.fetch(request)
    if (!request.url.includes('cursor=cur_0000000000000000') || !isFirst) return answer
    isFirst = false
    return Response.json({ data: [], hasMore: true, nextCursor: 'cur_1' })
  }
  const only = checks.filter(({ id }) => id === 'invalid-cursor')
  const { dialect } = await runChecks({ ...service.target, fetch }, only, { mode: 'read-only' })
  expect(isFirst).toBe(false)
  expect(dialect.invalidCursor).toBe('first-page')
})

test('a service that refuses parameters it does not know has a twin that does', async () => {
  const { dialect, wrong, differing } = await score({ unknownQuery: 'reject' })
  expect(dialect.unknownParameters).toBe('reject')
  expect(wrong).toEqual([])
  expect(differing).toEqual([])
})

test('a retrieved event without the headers of a new one is seen and played', async () => {
  const { dialect, differing } = await score({ headersOfNew: 'location' })
  expect(dialect.headers).toMatchObject({
    event: { location: { template: '/v1/events/{id}' } },
    retrieval: { location: { constant: null } },
  })
  expect(differing).toEqual([])
})

test('webhooks of others in the list do not hide how those of the comparison are listed', async () => {
  const { differing } = await score({ otherWebhooks: 60 })
  expect(differing).toEqual([])
})

test('ids with marks in them are alike wherever an answer repeats them', async () => {
  const { differing } = await score({ ids: 'punctuated', headersOfNew: 'etag-and-cookie' })
  expect(differing).toEqual([])
})

test('an id that a URL has with percent signs is the id', async () => {
  const { dialect, differing } = await score({ ids: 'punctuated', headersOfNew: 'location' })
  expect(dialect.headers?.webhook).toMatchObject({ location: { template: '/v1/webhooks/{id}' } })
  expect(differing).toEqual([])
})

test('times that a service writes in several forms are alike, and its other fields are still compared', async () => {
  const several: Partial<Choices> = { timestamps: 'fraction-unless-zero', otherEvents: 7, retrieve: 404 }
  const { differing } = await score(several)
  expect(differing).toEqual([])
})

test('a page is as full as that of a service to which others add meanwhile', async () => {
  const { differing } = await score({ traffic: 'others-create', otherEvents: 7, defaultPageSize: 37 })
  expect(differing).toEqual([])
})

test('a registration that met a flaky gateway is not made again', async () => {
  const service = legalService({ duplicateUrls: 422 })
  let isFirst = true
  const fetch = async (request: Request) => {
    const isMeant = isFirst && (await request.clone().text()).includes('exchange-create-webhook')
    if (!isMeant) return service.fetch(request)
    isFirst = false
    return new Response(null, { status: 503 })
  }
  const only = checks.filter(({ id }) => id === 'webhook-choices')
  const { dialect } = await runChecks({ ...service.target, fetch }, only, { mode: 'non-disruptive' })
  expect(isFirst).toBe(false)
  expect(dialect).toMatchObject({ duplicateUrls: 'reject', errors: { duplicateUrl: { status: 422 } } })
})

test('a page that is empty by chance does not make the list of the twin longer', async () => {
  const service: Partial<Choices> = {
    fullPages: 'some-empty',
    otherEvents: 7,
    retrieve: 405,
    defaultPageSize: 100,
  }
  const { differing } = await score(service)
  expect(differing).toEqual([])
})

test('half a surrogate in a type does not hide the further fields of events', () => {
  const [half, id] = ['\ud800.some.type', 'evt_1:2@3']
  const value = `/v1/events/${encodeURIComponent(id)}`
  expect(sourceOf([{ value, beside: { type: half, id } }])).toEqual({ template: '/v1/events/{id}' })
})

test('signatures are alike although one of them has no digit', () => {
  const signed = (signature: string) => new Headers({ 'webhook-signature': `v1,${signature}` })
  const live = signed('HsxhZ8S/CXcuZdVyCQs/kHn20YDau6A6qORosAfoL6I=')
  const twin = signed('ZABTfWcEADsfXZZOXMTQuKEXpjDX+RohjuUlaWpuxoM=')
  expect(headerDifferences(live, twin, () => true)).toEqual([])
})
