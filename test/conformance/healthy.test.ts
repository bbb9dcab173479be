import { expect, test } from 'vitest'
import { checks, explain, runChecks, type Mode } from '@event-delivery/conformance'
import { inProcess, mockKeys } from './in-process'
import { refusals, type Fetch } from '../mutants/breakage'
import type { OperationId } from '../../generated/operations'

for (const mode of ['read-only', 'non-disruptive', 'full'] as const) {
  test(`the reference backend is conformant in mode ${mode}`, async () => {
    const report = await runChecks(inProcess(), checks, { mode })
    const bad = report.checks.filter(({ status }) =>
      ['failed', 'warned', 'errored', 'could-not-run'].includes(status),
    )
    expect(bad.map(explain)).toEqual([])
    expect(report.verdict).toBe('conformant')
  })
}

test('under a plan the reference backend is conformant, its rate limit included', async () => {
  const report = await runChecks(inProcess({ plan: 'free' }), checks, { mode: 'full', plan: 10 })
  const bad = report.checks.filter(({ status }) =>
    ['failed', 'warned', 'errored', 'could-not-run'].includes(status),
  )
  expect(bad.map(explain)).toEqual([])
  expect(report.dialect.retryAfter).toBe('seconds')
})

async function sentIn(mode: Mode): Promise<Request[]> {
  const sent: Request[] = []
  const target = inProcess()
  const fetch = (request: Request) => {
    sent.push(request.clone())
    return (target.fetch as (request: Request) => Promise<Response>)(request)
  }
  await runChecks({ ...target, fetch }, checks, { mode })
  return sent
}

test('mode read-only reads alone', async () => {
  const methods = new Set((await sentIn('read-only')).map(({ method }) => method))
  expect([...methods]).toEqual(['GET'])
})

test('mode non-disruptive writes nothing with a live key', async () => {
  const writes = (await sentIn('non-disruptive')).filter(({ method }) => method !== 'GET')
  const live = writes.filter(
    ({ headers }) => mockKeys.live === headers.get('authorization')?.replace('Bearer ', ''),
  )
  expect(live).toEqual([])
  expect(writes.length).toBeGreaterThan(100)
})

test('a run leaves no webhook behind, whatever it judged', async () => {
  const target = inProcess()
  await runChecks(target, checks, { mode: 'full' })
  const headers = { authorization: 'Bearer sk_live_mock' }
  const response = await target.backend.fetch(new Request('https://events.test/v1/webhooks', { headers }))
  expect(await response.json()).toMatchObject({ data: [] })
})

test('a list that holds the events of others is judged as well', async () => {
  const target = inProcess()
  for (const key of ['sk_test_mock', 'sk_live_mock']) {
    for (let index = 0; index < 230; index += 1) {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ type: 'order.paid', data: { index } })
      await target.backend.fetch(
        new Request('https://events.test/v1/events', { method: 'POST', headers, body }),
      )
    }
  }
  const report = await runChecks(target, checks, { mode: 'full' })
  expect(report.checks.filter(({ status }) => status === 'failed').map(explain)).toEqual([])
  expect(report.verdict).toBe('conformant')
})

test('a key that has a name of its own is found by its hint, and missed without', async () => {
  const dialect = { idempotency: { in: 'body', name: 'onlyOnce' } } as const
  const report = await runChecks(inProcess({ dialect }), checks, { mode: 'non-disruptive' })
  expect(report.verdict).toBe('incomplete')
  const [replay] = report.checks.filter(({ id }) => id === 'idempotency-replay')
  expect(replay).toMatchObject({ status: 'could-not-run', remedy: '--idempotency header:NAME or body:NAME' })
})

test('a webhook whose registration got no answer is deleted nevertheless', async () => {
  const target = inProcess()
  let lost = 0
  const fetch = async (request: Request) => {
    const registers = request.method === 'POST' && request.url.endsWith('/v1/webhooks')
    const response = await (target.fetch as (request: Request) => Promise<Response>)(request)
    if (!registers || response.status !== 201 || (lost += 1) > 2) return response
    throw new TypeError('The connection was reset.')
  }
  const only = checks.filter(({ id }) => id === 'register-webhook' || id === 'webhook-id')
  await runChecks({ ...target, fetch }, only, { mode: 'full' })
  expect(lost).toBeGreaterThan(1)
  const headers = { authorization: 'Bearer sk_live_mock' }
  const response = await target.backend.fetch(new Request('https://events.test/v1/webhooks', { headers }))
  expect(await response.json()).toMatchObject({ data: [] })
})

test('an error whose param is null names no field, and that is noted', async () => {
  const nameless = (operation: OperationId, send: Fetch) =>
    refusals(operation, ({ error }) => ({ error: { param: null, ...(error as object) } })).fetch?.(send) ??
    send
  const twice = (send: Fetch) => nameless('createEvent', nameless('deleteWebhook', send))
  const report = await runChecks(inProcess({}, { fetch: twice }), checks)
  expect(report.checks.filter(({ status }) => status === 'failed').map(explain)).toEqual([])
  expect(report.checks.find(({ id }) => id === 'error-param')?.message).toContain('it counts as absent')
})
