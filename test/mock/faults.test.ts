import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createBackend, FaultError, type Fault } from '@event-delivery/mock'
import { serve } from '@event-delivery/mock/node'
import { createHarness, type Harness } from '../support/backend'
import { eventually } from '../support/eventually'

const prefer = (value: string) => ({ headers: { prefer: value } })
const stored = async ({ call }: Harness) =>
  ((await call('GET', '/v1/events')).json as unknown as { data: object[] }).data.length

test('a reset rejects as fetch does, before anything happened', async () => {
  const harness = createHarness()
  const error: unknown = await harness
    .createEvent({}, prefer('fault=reset'))
    .catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(TypeError)
  expect(error).toMatchObject({ message: 'fetch failed', cause: { code: 'ECONNRESET' } })
  expect(await stored(harness)).toBe(0)
})

test('a reset after the commit keeps the event, which a repetition then gets', async () => {
  const harness = createHarness()
  const body = { idempotencyKey: 'k' }
  await expect(harness.createEvent(body, prefer('fault=reset-after-commit'))).rejects.toThrow('fetch failed')
  expect(await stored(harness)).toBe(1)
  const repeated = await harness.createEvent(body)
  expect(repeated.headers.get('idempotency-replayed')).toBe('true')
  expect(await stored(harness)).toBe(1)
})

test('a truncated body ends in an error, half way', async () => {
  const response = await createHarness().ask('GET', '/v1/events', prefer('fault=truncated'))
  expect(response.status).toBe(200)
  const reader = response.body!.getReader()
  const { value } = await reader.read()
  expect(new TextDecoder().decode(value)).toBe('{"data":[],"hasMore":f')
  await expect(reader.read()).rejects.toThrow('terminated')
})

test('a page of HTML comes in place of the answer, with a status of choice', async () => {
  const harness = createHarness()
  for (const [value, status] of [
    ['fault=html', 502],
    ['fault=html, code=200', 200],
  ] as const) {
    const response = await harness.ask('POST', '/v1/events', prefer(value))
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toMatch('text/html')
    expect(await response.text()).toMatch(/^<!doctype html>/)
  }
  expect(await stored(harness)).toBe(0)
})

test.each(['fault=rest', 'fault=', 'fault=reset, code=500', 'fault=html; example=orderPaid'])(
  'Prefer: %s is refused',
  async (value) => {
    const { createEvent } = createHarness()
    const reply = await createEvent({}, prefer(value))
    expect(reply).toMatchObject({ status: 400, json: { error: { param: 'Prefer' } } })
  },
)

test('the refusal of a wrong fault in Prefer names the nearest right one', async () => {
  const { createEvent } = createHarness()
  const reply = await createEvent({}, prefer('fault=reset-after-comit'))
  expect(reply.json.error.message).toMatch('The nearest one is reset-after-commit.')
})

test('over a socket, a reset and a truncated body break the connection', async () => {
  const backend = createBackend()
  const server = await serve(backend, { port: 0 })
  onTestFinished(async () => {
    await server.close()
    await backend.close()
  })
  const send = async (fault: string) => {
    const outgoing = httpRequest(`${server.baseUrl}/v1/events`, {
      headers: { authorization: 'Bearer sk_live_mock', prefer: `fault=${fault}` },
    })
    outgoing.end()
    return outgoing
  }
  const [error] = (await once(await send('reset'), 'error')) as [NodeJS.ErrnoException]
  expect(error.code).toBe('ECONNRESET')

  const [incoming] = (await once(await send('truncated'), 'response')) as [IncomingMessage]
  let text = ''
  incoming.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const [aborted] = (await once(incoming, 'error')) as [NodeJS.ErrnoException]
  expect(aborted.code).toBe('ECONNRESET')
  const whole = '{"data":[],"hasMore":false,"nextCursor":null}'
  expect(text).toBe(whole.slice(0, whole.length >> 1))
  expect(incoming.headers['content-length']).toBe(String(whole.length))
})

test('a fault of the control routes affects its operation as often as it says', async () => {
  const { call, control, createEvent } = createHarness()
  const fault = { kind: 'status', operation: 'createEvent', status: 503, retryAfter: 7, times: 2, seed: 1 }
  const added = await control('POST /faults', fault)
  expect(added.json).toMatchObject({ id: 'fault_1', hits: 0, probability: 1, draw: 1 })
  expect((await call('GET', '/v1/events')).status).toBe(200)
  const first = await createEvent()
  expect(first).toMatchObject({ status: 503, json: { error: { code: 'internal_error' } } })
  expect(first.headers.get('retry-after')).toBe('7')
  expect(first.headers.get('mock-fault')).toBe('fault_1; kind=status; seed=1; draw=1')
  expect((await createEvent()).headers.get('mock-fault')).toBe('fault_1; kind=status; seed=1; draw=2')
  const third = await createEvent()
  expect(third.status).toBe(201)
  expect(third.headers.get('mock-fault')).toBeNull()
  expect((await control('GET /faults')).json).toMatchObject({ data: [], spent: [{ id: 'fault_1', hits: 2 }] })
})

test('a fault is removed by its id, all at once, and by a reset', async () => {
  const { backend, control, createEvent } = createHarness()
  const add = () => backend.faults.add({ kind: 'status' })
  const { id } = add()
  expect((await control(`DELETE /faults/${id}`)).status).toBe(200)
  expect((await control(`DELETE /faults/${id}`)).status).toBe(404)
  expect((await createEvent()).status).toBe(201)
  add()
  expect((await control('DELETE /faults')).status).toBe(204)
  expect((await createEvent()).status).toBe(201)
  add()
  await backend.reset()
  expect((await createEvent()).status).toBe(201)
})

test('faults of the options are there from the start and after a reset', async () => {
  const { backend, createEvent } = createHarness({ faults: [{ kind: 'html' }] })
  expect(backend.faults.list()).toHaveLength(1)
  await backend.reset()
  expect(backend.faults.list()).toHaveLength(1)
  const misspelt = () => createBackend({ faults: [{ kind: 'htm' as 'html' }] })
  expect(misspelt).toThrow(FaultError)
  expect(misspelt).toThrow('The nearest one is html.')
  await expect(createEvent()).rejects.toThrow(SyntaxError)
})

const draws = async (fault: Partial<Fault>, requests: number) => {
  const { backend, call } = createHarness()
  backend.faults.add({ kind: 'status', ...fault })
  const affected: number[] = []
  for (let request = 1; request <= requests; request++) {
    if ((await call('GET', '/v1/webhooks')).status === 503) affected.push(request)
  }
  return affected
}

test('a seed repeats its draws, and a series can begin at any draw', async () => {
  const all = await draws({ probability: 0.3, seed: 42 }, 100)
  expect(all.length).toBeGreaterThan(15)
  expect(all.length).toBeLessThan(45)
  expect(await draws({ probability: 0.3, seed: 42 }, 100)).toEqual(all)
  expect(await draws({ probability: 0.3, seed: 43 }, 100)).not.toEqual(all)
  expect(await draws({ probability: 0.3, seed: 42, draw: all[3] }, 1)).toEqual([1])
  expect(await draws({ probability: 0.3, seed: 42, draw: 11 }, 90)).toEqual(
    all.filter((request) => request > 10).map((request) => request - 10),
  )
  expect(await draws({ probability: 0, seed: 42 }, 20)).toEqual([])
})

test('a request with a preference of its own is left alone by faults, which do not draw', async () => {
  const { backend, call } = createHarness()
  backend.faults.add({ kind: 'status', status: 500, seed: 1 })
  const reply = await call('GET', '/v1/events', prefer('code=429'))
  expect(reply.status).toBe(429)
  expect(backend.faults.list()).toMatchObject([{ draw: 1, hits: 0 }])
})

test('latency is a wait by the clock, after which the request is carried out', async () => {
  const { backend, clock, createEvent } = createHarness()
  backend.faults.add({ kind: 'latency', latency: 3_000 })
  const wait = vi.spyOn(clock, 'schedule')
  let answered = false
  const answer = createEvent().finally(() => (answered = true))
  await eventually(() => expect(wait).toHaveBeenCalled())
  await clock.advance(2_999)
  expect(answered).toBe(false)
  await clock.advance(1)
  expect((await answer).status).toBe(201)
})

test.each([
  [{}, 'kind'],
  [{ kind: 'stutus' }, 'kind', 'The nearest one is status.'],
  [{ kind: 'status', stauts: 500 }, 'stauts', 'stauts is no field of a fault. The nearest one is status.'],
  [{ kind: 'status', operation: 'createEvents' }, 'operation', 'The nearest one is createEvent.'],
  [{ kind: 'status', operation: '__proto__' }, 'operation'],
  [{ kind: 'slow', operation: 'createEvent' }, 'operation'],
  [{ kind: 'status', status: 600 }, 'status'],
  [{ kind: 'status', status: '500' }, 'status'],
  [{ kind: 'status', probability: 1.1 }, 'probability'],
  [{ kind: 'status', times: 0 }, 'times'],
  [{ kind: 'status', seed: 0.5 }, 'seed'],
  [{ kind: 'status', retryAfter: -1 }, 'retryAfter'],
  [{ kind: 'latency' }, 'latency'],
  [
    { kind: 'status', webhook: '*', latency: 5 },
    'latency',
    'of deliveries of the kind status has no latency',
  ],
  [{ kind: 'duplicate', latency: 5 }, 'latency'],
  [{ kind: 'reset', status: 500 }, 'status'],
  [{ kind: 'duplicate', retryAfter: 5 }, 'retryAfter'],
] as [object, string, string?][])('the fault %j is refused', async (body, param, message = '') => {
  const { control } = createHarness()
  const reply = await control('POST /faults', body)
  expect(reply).toMatchObject({ status: 400, json: { error: { param } } })
  expect(reply.json.error.message).toMatch(message)
})

test('a hundred faults are the most', async () => {
  const { backend, control } = createHarness()
  for (let count = 0; count < 100; count++) backend.faults.add({ kind: 'html' })
  const reply = await control('POST /faults', { kind: 'html' })
  expect(reply.status).toBe(409)
})
