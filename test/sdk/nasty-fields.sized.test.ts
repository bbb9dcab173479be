import { scriptedFetch, signedRequest, answer } from '@event-delivery/sdk/testing'
import { unwrap } from '@event-delivery/sdk/webhooks'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sized } from '../support/tier'
import { Page } from '../../src/resources/page'
import { clientOf, input, rejection, stored, webhook } from './client'
import { secret } from './deliveries'

const runs = sized({ test: 30, more: 300, soak: 10_000 })

const nastyNames = [
  ...['__proto__', 'constructor', 'prototype', 'then', 'catch', 'finally', 'toString', 'valueOf', 'toJSON'],
  ...['hasOwnProperty', 'next', 'return', 'length', 'map', 'polluted', 'reveal', 'message', 'stack', 'name'],
]

/** JSON text of a value in which nasty names stand at any depth. Text, since an object literal takes `__proto__` for a prototype. */
const { value: nastyValue } = fc.letrec<{ value: string; fields: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('null', '1', '"text"', '[]', 'true'),
    tie('fields').map((fields) => `{${fields}}`),
  ),
  fields: fc
    .array(fc.tuple(fc.constantFrom(...nastyNames), tie('value')), { maxLength: 5 })
    .map((pairs) => pairs.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()),
}))

const nastyFields = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...nastyNames), nastyValue), {
    selector: ([name]) => name,
    maxLength: 8,
  })
  .map((pairs) => pairs.map(([name, value]) => `,${JSON.stringify(name)}:${value}`).join(''))

/** The JSON text of a record, with further fields behind its own. */
const withFields = (record: object, fields: string) => `${JSON.stringify(record).slice(0, -1)}${fields}}`

/** Fails where an object has another prototype than the one that it was made with, or where that has got a new member. */
function expectUntouched(value: unknown, prototype: object = Object.prototype) {
  expect(Object.getPrototypeOf(value)).toBe(prototype)
  expect('polluted' in {}).toBe(false)
  expect(Object.keys(Object.prototype)).toEqual([])
}

/** The own fields of a value, `__proto__` among them, in an order of their own. */
const ownFields = (value: object) =>
  Object.getOwnPropertyNames(value)
    .sort()
    .map((name) => [name, JSON.stringify(Object.getOwnPropertyDescriptor(value, name)?.value)])

test('a page keeps its prototype and its methods, whatever its fields are called', async () => {
  await fc.assert(
    fc.asyncProperty(nastyFields, nastyFields, async (ofPage, ofItem) => {
      const item = withFields(stored, ofItem)
      const first = `{"data":[${item}],"hasMore":true,"nextCursor":"cur_1"${ofPage}}`
      const last = `{"data":[],"hasMore":false${ofPage}}`
      const { client } = clientOf(scriptedFetch(answer(200, first), answer(200, last)))
      const page = await client.events.list()
      expectUntouched(page, Page.prototype)
      expectUntouched(page.data[0])
      expect(ownFields(page.data[0]!)).toEqual(ownFields(JSON.parse(item) as object))
      expect(Object.keys(page)).toEqual(['data', 'hasMore', 'nextCursor', 'next'])
      expect((await page.next())?.data).toEqual([])
    }),
    { numRuns: runs },
  )
})

test('an event, a webhook and a key keep their prototypes and every field, whatever it is called', async () => {
  const key = { id: 'key_1', name: 'a', scopes: [], expiresAt: '', created: '', key: 'sk_live_1' }
  const made = { url: 'https://a.example', events: ['*'] }
  const keyInput = { name: 'a', scopes: ['events:read' as const], expiresAt: '2030-01-01T00:00:00Z' }
  await fc.assert(
    fc.asyncProperty(nastyFields, async (fields) => {
      const parsed = (record: object) => ownFields(JSON.parse(withFields(record, fields)) as object)
      const clientFor = (record: object) =>
        clientOf(scriptedFetch(answer(201, withFields(record, fields)))).client

      const event = await clientFor(stored).events.create(input)
      expectUntouched(event)
      expect(ownFields(event)).toEqual(parsed(stored))
      const direct = await clientFor(stored).http.GET('/v1/events/{id}', {
        params: { path: { id: 'evt_1' } },
      })
      expectUntouched(direct.data)

      const created = await clientFor(webhook).webhooks.create(made)
      expect(created.secret).toBe(webhook.secret)
      expectUntouched(created.reveal())
      expect(ownFields(created.reveal())).toEqual(parsed(webhook))
      expectUntouched({ ...created })
      expectUntouched(JSON.parse(JSON.stringify(created)))
      const scoped = await clientFor(key).keys.create(keyInput)
      expectUntouched(scoped.reveal())
      expect(ownFields(scoped.reveal())).toEqual(parsed(key))
    }),
    { numRuns: runs },
  )
})

test('an error keeps its prototype and its methods, whatever the fields of the answer are called', async () => {
  await fc.assert(
    fc.asyncProperty(nastyFields, async (fields) => {
      const body = `{"error":${withFields({ code: 'invalid_request', message: 'no' }, fields.replace(/"message"/g, '"other"'))}${fields}}`
      const error = await rejection(clientOf(scriptedFetch(answer(400, body))).client.events.list())
      expect(error).toMatchObject({ name: 'InvalidRequestError', code: 'invalid_request' })
      expect(String(error)).toContain('InvalidRequestError')
      expectUntouched(JSON.parse(JSON.stringify(error)))
    }),
    { numRuns: runs },
  )
})

test('a delivery keeps the prototype of its event, whatever its fields are called', async () => {
  await fc.assert(
    fc.asyncProperty(nastyFields, async (fields) => {
      const body = withFields(stored, fields)
      expectUntouched(await unwrap(await signedRequest({ secret, body }), { secret }))
    }),
    { numRuns: runs },
  )
})
