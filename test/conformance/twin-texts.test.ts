import { expect, test } from 'vitest'
import { runChecks } from '@event-delivery/conformance'
import { headerDifferences } from '../contract/twin/compare'
import { legalService } from './legal/service'
import { named } from '../support/judged'
import { furtherHeaders } from '../contract/probes/choices/headers'
import { sourceOf } from '../contract/probes/choices/source'
import { templateOf } from '../contract/probes/choices/refusal'
import type { Seen } from '../contract/probes/requests/ask'

test('a value that is part of a word in a single text is no place for values', () => {
  expect(templateOf([{ value: 'ten', text: 'This was written often.' }])).toBe('This was written often.')
  expect(templateOf([{ value: 'ten', text: 'limit "ten" is bad.' }])).toBe('limit "{value}" is bad.')
})

test('a further value stands in a template only where it explains several texts', () => {
  const texts = [
    { value: '"text"', values: { kind: 'string' }, text: 'data must hold no string.' },
    { value: '42', values: { kind: 'number' }, text: 'data must hold no string.' },
  ]
  expect(templateOf(texts)).toBe('data must hold no string.')
  const telling = texts.map((one) => ({ ...one, text: `not ${one.values.kind}` }))
  expect(templateOf(telling)).toBe('not {kind}')
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
  const only = named('invalid-cursor')
  const { dialect } = await runChecks({ ...service.target, fetch }, only, { mode: 'read-only' })
  expect(isFirst).toBe(false)
  expect(dialect.invalidCursor).toBe('first-page')
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
  const only = named('webhook-choices')
  const { dialect } = await runChecks({ ...service.target, fetch }, only, { mode: 'non-disruptive' })
  expect(isFirst).toBe(false)
  expect(dialect).toMatchObject({ duplicateUrls: 'reject', errors: { duplicateUrl: { status: 422 } } })
})

test('half a surrogate in a type does not hide the further fields of events', () => {
  const [half, id] = ['\ud800.some.type', 'evt_1:2@3']
  const value = `/v1/events/${encodeURIComponent(id)}`
  expect(sourceOf([{ value, beside: { type: half, id } }])).toEqual({ template: '/v1/events/{id}' })
})

test('what a hop or a message states of itself is no further header, nor is the mark of a repetition', () => {
  const seen = ['03', '04'].map((second) => {
    const incidental = { date: `Sat, 21 Nov 2026 03:00:${second} GMT`, server: 'nginx', connection: 'close' }
    const headers = new Headers({ ...incidental, 'x-repeated': 'no', 'x-region': 'eu' })
    return { planned: { resource: 'event' }, answer: { status: 201, headers, fields: {} } } as unknown as Seen
  })
  expect(furtherHeaders(seen, ['x-repeated'])).toEqual({ event: { 'x-region': { constant: 'eu' } } })
})

// Each is one that a random signature comes to now and then.
test.each([
  ['has no digit', 'v1,', 'ZABTfWcEADsfXZZOXMTQuKEXpjDX+RohjuUlaWpuxoM='],
  ['begins as a path does', '', '/pXZsuJRPtgQAMDPH3LGyExJMdE0Ey5QDHB7KVUdJ/g='],
])('signatures are alike although one of them %s', (_, version, odd) => {
  const signed = (signature: string) => new Headers({ 'webhook-signature': version + signature })
  const twin = signed('HsxhZ8S/CXcuZdVyCQs/kHn20YDau6A6qORosAfoL6I=')
  expect(headerDifferences(signed(odd), twin, () => true)).toEqual([])
})
