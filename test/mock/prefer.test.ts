import { expect, test, vi } from 'vitest'
import { validateError } from '../../generated/response-validators'
import { examples } from '../../generated/examples'
import { createHarness } from '../support/backend'
import { eventually } from '../support/eventually'

const prefer = (value: string) => ({ headers: { prefer: value } })

test.each([
  [400, 'invalid_request'],
  [401, 'unauthorized'],
  [403, 'insufficient_scope'],
  [404, 'not_found'],
  [409, 'conflict'],
  [413, 'payload_too_large'],
  [418, 'status_418'],
  [429, 'rate_limited'],
  [500, 'internal_error'],
  [503, 'internal_error'],
  [599, 'internal_error'],
])('Prefer: code=%i provokes that status with the code %s, and stores nothing', async (status, code) => {
  const { createEvent, list } = createHarness()
  const reply = await createEvent({ idempotencyKey: 'k' }, prefer(`code=${status}`))
  expect(reply).toMatchObject({ status, json: { error: { code } } })
  expect(validateError(reply.json)).toBe(true)
  expect(reply.headers.get('preference-applied')).toBe(`code=${status}`)
  expect(await list('/v1/events')).toEqual([])
  expect((await createEvent({ idempotencyKey: 'k' })).headers.get('idempotency-replayed')).toBeNull()
})

test('a provoked 429 says when to try again, and a provoked 401 names the scheme', async () => {
  const { call } = createHarness()
  expect((await call('GET', '/v1/events', prefer('code=429'))).headers.get('retry-after')).toBe('1')
  expect((await call('GET', '/v1/events', prefer('code=401'))).headers.get('www-authenticate')).toBe('Bearer')
})

test('an example of the document is given by name', async () => {
  const { call, createEvent } = createHarness()
  const reply = await createEvent({}, prefer('example=malformedJson'))
  expect(reply).toMatchObject({ status: 400, json: examples.malformedJson })
  expect(await call('GET', '/v1/events', prefer('code=200, example=lastPage'))).toMatchObject({
    status: 200,
    json: examples.lastEventPage,
  })
  expect(await createEvent({}, prefer('code=401; example=expiredKey'))).toMatchObject({
    json: examples.expiredKey,
  })
  expect(await createEvent({}, prefer('code=202'))).toMatchObject({ status: 202, json: examples.orderPaid })
  expect(await createEvent({}, prefer('code=204'))).toMatchObject({ status: 204, json: undefined })
})

test('a wrong preference is refused, and an unknown one is ignored', async () => {
  const { createEvent } = createHarness()
  const wrong =
    'code=abc;code=99;code=600;example=none;example=__proto__;code=400, example=firstPage;delay=-1'
  for (const value of [...wrong.split(';'), 'delay=999999']) {
    expect(await createEvent({}, prefer(value)), value).toMatchObject({
      status: 400,
      json: { error: { param: 'Prefer' } },
    })
  }
  const reply = await createEvent({}, prefer('respond-async, wait=10; return=minimal'))
  expect(reply.status).toBe(201)
  expect(reply.headers.get('preference-applied')).toBeNull()
})

test('a delay is waited for, by the clock', async () => {
  const { clock, createEvent } = createHarness()
  const wait = vi.spyOn(clock, 'schedule')
  let answered = false
  const answer = createEvent({}, prefer('delay=5000')).finally(() => (answered = true))
  await eventually(() => expect(wait).toHaveBeenCalled())
  await clock.advance(4_999)
  expect(answered).toBe(false)
  await clock.advance(1)
  expect((await answer).headers.get('preference-applied')).toBe('delay=5000')
})

test('a bad key is refused all the same', async () => {
  const { createEvent } = createHarness()
  expect((await createEvent({}, { key: 'sk_live_no', ...prefer('code=503') })).status).toBe(401)
})

test('when a preference is given twice, the first one counts', async () => {
  const { call } = createHarness()
  const reply = await call('GET', '/v1/events', prefer('code=503, code=404'))
  expect([reply.status, reply.headers.get('preference-applied')]).toEqual([503, 'code=503'])
})
