import { expect, test } from 'vitest'
import { scoreFields } from './twin-fields'
import { differingIn, scoreMock, scoreTwin } from './twin-score'
import type { Dialect } from '../../generated/dialect'
import type { Choices } from './legal/dimensions'

test('a mock with every default cannot be told from its twin', async () => {
  const { seen, total, differing } = await scoreMock({})
  expect(differing).toEqual([])
  expect(total).toBeGreaterThan(60)
  expect(seen.errors).toMatchObject({
    invalidLimit: { message: 'limit must be at least 1.' },
    nonIntegerLimit: { message: 'limit must be an integer.' },
    wrongMethod: { message: '{value} is not allowed here. Allowed: {methods}.' },
    emptyEvents: { message: 'events must not be empty.' },
    duplicateEvents: { message: 'events must not hold the same element twice.' },
    mixedEvents: { message: 'events must hold * alone, or event types without it.' },
  })
})

/** Services of which a run once saw a choice wrong, or from which their twins differed. */
const services: Readonly<Record<string, readonly [choices: Partial<Choices>, seen?: object]>> = {
  'signs the uncompressed body, among several signatures in one header': [
    {
      ...{ signature: 'several-values', deliveryEncoding: 'gzip', signedBytes: 'decoded' },
      ...{ ids: 'punctuated', envelope: 'own-id' },
    },
    {
      signature: {
        scheme: 'standard-webhooks',
        idPrefix: 'dlv_',
        sample: expect.stringMatching(/^v1,[\w+/]{43}= v2,bm90LXlvdXJz \{signature\}$/) as string,
      },
      deliveryBody: { id: '{id:dlv_}' },
    },
  ],
  'gives deliveries ids that count them': [{ ids: 'counter', envelope: 'own-id', order: 'by-id' }],
  'refuses parameters it does not know': [{ unknownQuery: 'reject' }, { unknownParameters: 'reject' }],
  'shows a retrieved event without the headers of a new one': [
    { headersOfNew: 'location' },
    {
      headers: {
        event: { location: { template: '/v1/events/{id}' } },
        retrieval: { location: { constant: null } },
      },
    },
  ],
  'lists webhooks of others': [{ otherWebhooks: 60 }],
  'has ids with marks in them, which headers repeat': [
    { ids: 'punctuated', headersOfNew: 'etag-and-cookie' },
  ],
  'has ids that a URL writes with percent signs': [
    { ids: 'punctuated', headersOfNew: 'location' },
    { headers: { webhook: { location: { template: '/v1/webhooks/{id}' } } } },
  ],
  'writes times in several forms': [{ timestamps: 'fraction-unless-zero', otherEvents: 7, retrieve: 404 }],
  'gets events of others meanwhile': [{ traffic: 'others-create', otherEvents: 7, defaultPageSize: 37 }],
  'shows a page that is empty by chance': [
    { fullPages: 'some-empty', otherEvents: 7, retrieve: 405, defaultPageSize: 100 },
  ],
}

for (const [says, [choices, seen = {}]] of Object.entries(services)) {
  test(`a service that ${says} is seen as it is, and its twin cannot be told from it`, async () => {
    const { choices: all, report, comparison } = await scoreTwin(choices)
    expect(report.dialect).toMatchObject(seen)
    expect(scoreFields(all, report.dialect).wrong).toEqual([])
    expect(differingIn(comparison)).toEqual([])
  })
}

test('a full account hides neither what a second webhook with one URL gets nor how long a description may be', async () => {
  const small = { webhookLimit: 3, duplicateUrls: 422, payloadLimit: 1_024, param: 'null' } as const
  const { choices, report } = await scoreTwin(small)
  expect(report.dialect).toMatchObject({ duplicateUrls: 'reject', maxDescriptionLength: null })
  // What a pattern means needs more webhooks beside each other than this account takes.
  expect(scoreFields(choices, report.dialect).wrong.map(({ field }) => field)).toEqual(['typePatterns'])
})

test('a test account that is full of webhooks of the run takes webhooks all the same', async () => {
  const { report } = await scoreTwin({ webhookLimit: 5, data: 'anything' })
  expect(report.dialect.testWebhooks).toBe('accept')
})

test('a mock that says much of each refusal, and sends no Allow, cannot be told from its twin', async () => {
  const errors: Dialect['errors'] = {
    invalidLimit: { message: 'No page has {value} items.' },
    nonIntegerLimit: { status: 422, message: '{value} is no number.', code: 'no_number' },
    unknownParameter: { status: 422, message: 'Who asked for {value}?', param: '{value}' },
    wrongMethod: { message: 'Cannot {value} {path}, but {methods}.' },
    invalidData: { message: 'Expected object, received {kind}' },
    duplicateEvents: { message: 'Twice: {value}' },
    mixedEvents: { status: 422, message: 'All, and some?' },
  }
  const { seen, differing } = await scoreMock({ allow: 'absent', unknownParameters: 'reject', errors })
  expect(differing).toEqual([])
  expect(seen.unknownParameters).toBe('reject')
  expect(seen.errors).toMatchObject(errors)
})
