import { createFakeClock, scriptedFetch } from '@event-delivery/sdk/testing'
import { expect, test } from 'vitest'
import { clientOf, created } from './client'

const bodyOf = async (data: unknown, options?: { allowLossyJson: boolean }) => {
  const fetch = scriptedFetch(created)
  const { events } = clientOf(fetch, { clock: createFakeClock() }).client
  const error: unknown = await events.create({ type: 'order.paid', data } as never, options).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(fetch.requests).toHaveLength(error ? 0 : 1)
  const body = error ? undefined : (JSON.parse(fetch.requests[0]!.body) as { data: unknown })
  return { data: body?.data, error }
}

test.each([
  ['data.a.1', { a: [1, Number.NaN] }],
  ['data.b', { a: 1, b: Infinity }],
  ['data.b.c', { b: { c: () => {} } }],
  ['data.b', { b: Symbol('x') }],
  ['data.0', [undefined]],
  ['data.a.1', { a: [1, , 2] }], // eslint-disable-line no-sparse-arrays
  ['data.at', { at: new Date(Number.NaN) }],
  ['data.m', { m: new Map([[1, 2]]) }],
])('a value that JSON would change is refused as %s, before anything is sent', async (param, data) => {
  const { error } = await bodyOf(data)
  expect(error).toMatchObject({ name: 'InvalidRequestError', param, outcome: 'not-sent' })
})

test('allowLossyJson sends what JSON makes of such values', async () => {
  const data = { a: [1, Number.NaN, undefined], b: () => {}, at: new Date(Number.NaN) }
  expect((await bodyOf(data, { allowLossyJson: true })).data).toEqual({ a: [1, null, null], at: null })
  const { client } = clientOf(scriptedFetch(created))
  const inputs = [{ type: 'a', data }]
  expect(await client.events.createAll(inputs).summary()).toMatchObject({ created: 0, failed: 1 })
  const summary = await client.events.createAll(inputs, { allowLossyJson: true }).summary()
  expect(summary).toMatchObject({ created: 1, failed: 0 })
})

test('what JSON carries as it is meant is sent', async () => {
  const at = new Date(0)
  const own = { toJSON: () => ({ own: 1 }) }
  const shared = { n: 1 }
  const data = { at, own, gone: undefined, boxed: new Number(5), twice: [shared, shared] }
  const sent = { at: at.toJSON(), own: { own: 1 }, boxed: 5, twice: [{ n: 1 }, { n: 1 }] }
  const same = { empty: {}, none: null }
  expect((await bodyOf({ ...data, ...same })).data).toEqual({ ...sent, ...same })
})

test('the work for a payload grows as its size, however deep it is', async () => {
  let reads = 0
  const nested = (depth: number): object => {
    let data: object = {}
    for (let level = 0; level < depth; level++) {
      const inner = data
      data = Object.defineProperty({}, 'a', { enumerable: true, get: () => (reads++, inner) })
    }
    return data
  }
  const includes = Array.prototype.includes
  const copies: number[] = []
  Array.prototype.includes = function (this: unknown[], ...given) {
    copies.push(this.length)
    return includes.apply(this, given)
  }
  try {
    expect((await bodyOf(nested(1000))).error).toBeUndefined()
  } finally {
    Array.prototype.includes = includes
  }
  // JSON reads each value once, and the search for losses once more.
  expect(reads).toBeLessThanOrEqual(2 * 1000)
  expect(copies.reduce((sum, length) => sum + length, 0)).toBeLessThan(10_000)
})
