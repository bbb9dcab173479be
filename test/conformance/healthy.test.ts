import { expect, test, vi } from 'vitest'
import { checks, runChecks, type Report } from '@event-delivery/conformance'
import { createTarget, elsewhere, mockKeys, start } from '../support/backend'
import { findings, named, ofRules, outcomes } from '../support/judged'
import { webhooksOf } from './service'
import { changeErrors, together, type Fetch } from '../support/breakage'
import type { OperationId } from '../../generated/operations'

const toMend = (report: Report) => findings(report, 'failed', 'warned', 'errored', 'could-not-run')

const isWrite = ({ method }: Request) => method !== 'GET' && method !== 'HEAD'
const isLive = ({ headers }: Request) => headers.get('authorization') === `Bearer ${mockKeys.live}`

for (const { mode, writes, writesLive } of [
  { mode: 'read-only', writes: false, writesLive: false },
  { mode: 'non-disruptive', writes: true, writesLive: false },
  { mode: 'full', writes: true, writesLive: true },
] as const) {
  test(`in mode ${mode} the reference backend is conformant, nothing more is written and no webhook is left`, async () => {
    const target = createTarget()
    const sent: Request[] = []
    const fetch = (request: Request) => {
      sent.push(request.clone())
      return target.fetch(request)
    }
    const report = await runChecks({ ...target, fetch }, checks, { mode })
    expect(toMend(report)).toEqual([])
    expect(report.verdict).toBe('conformant')
    const messages = report.checks.map(({ message }) => message)
    expect(messages.filter((message) => /: ?\.|undefined|\[object/.test(message))).toEqual([])
    expect(sent.some(isWrite)).toBe(writes)
    expect(sent.some((request) => isWrite(request) && isLive(request))).toBe(writesLive)
    expect(await webhooksOf(target)).toEqual([])
  })
}

test('under a plan the reference backend is conformant, its rate limit included', async () => {
  const some = ofRules(/^(LM|PG|ER)-/)
  const report = await runChecks(createTarget({ plan: 'free' }), some, { mode: 'full', plan: 10 })
  expect(toMend(report)).toEqual([])
  expect(report.dialect.retryAfter).toBe('seconds')
})

test('an attempt that was under way when its webhook was deleted is no attempt after the deletion', async () => {
  const refused: string[] = []
  let arriveLate: () => Promise<unknown> = () => Promise.resolve()
  // Both refused webhooks are tried again at once. The one that is deleted gets it when the other one is tried for the third time.
  const deliver = (send: Fetch) => async (request: Request) => {
    const again = request.clone()
    const answer = await send(request)
    if (answer.ok) return answer
    refused.push(request.url)
    if (refused.length === 1) arriveLate = () => send(again)
    if (refused.length === 2) await send(again)
    if (refused.length === 3) await arriveLate()
    return answer
  }
  const target = createTarget({}, () => ({ deliver }))
  const report = await runChecks(target, named('no-retry-after-deletion'), { mode: 'full' })
  expect(refused[2]).toBe(refused[1])
  expect(outcomes(report)).toEqual([['passed', undefined]])
})

/**
 * Lets time pass on replaced timers until something has ended. Signatures are made on other threads, which take none of that time: after each
 * step one more task of these threads is awaited, so that they keep pace however busy the machine is.
 */
async function passTimeUntil(ended: Promise<unknown>): Promise<void> {
  let hasEnded = false
  const end = () => void (hasEnded = true)
  ended.then(end, end)
  while (!hasEnded) {
    await vi.advanceTimersByTimeAsync(20)
    await crypto.subtle.digest('SHA-256', new Uint8Array(1))
  }
}

test('deliveries that come after three seconds and name nothing of their event are blamed for nothing', async () => {
  vi.useFakeTimers({ now: start, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  const deliver =
    (send: Fetch) =>
    async ({ url }: Request) => {
      const nameless = new Request(url, { method: 'POST', body: '{"kind":"event"}' })
      return new Promise<Response>((resolve) => setTimeout(() => resolve(send(nameless)), 3_000))
    }
  const target = elsewhere(createTarget({}, () => ({ deliver })))
  const judged = runChecks(target, named('deliver-to-subscriber'), { mode: 'full' })
  await passTimeUntil(judged).finally(() => vi.useRealTimers())
  expect(outcomes(await judged)).toEqual([['passed', undefined]])
})

test.each([
  ['an attempt that a busy service had begun before the deletion', [1_000], 'passed', undefined],
  ['the second of two attempts after the deletion, however soon it comes,', [300, 600], 'failed', ['WD-5']],
])('of a service that tries again at once, %s is judged rightly', async (_, delays, status, violates) => {
  vi.useFakeTimers({ now: start, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  const deliver = (send: Fetch) => async (request: Request) => {
    for (const delay of delays) {
      const again = request.clone()
      setTimeout(() => void send(again), delay)
    }
    return send(request)
  }
  const target = elsewhere(createTarget({}, () => ({ deliver })))
  const judged = runChecks(target, named('no-retry-after-deletion'), { mode: 'full' })
  await passTimeUntil(judged).finally(() => vi.useRealTimers())
  expect(outcomes(await judged)).toEqual([[status, violates]])
})

test('a list that holds the events of others is judged as well', async () => {
  const target = createTarget()
  for (const key of ['sk_test_mock', 'sk_live_mock']) {
    for (let index = 0; index < 230; index += 1) {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ type: 'order.paid', data: { index } })
      await target.backend.fetch(
        new Request('https://events.test/v1/events', { method: 'POST', headers, body }),
      )
    }
  }
  const report = await runChecks(target, ofRules(/^(EV|PG|OQ)/), { mode: 'full' })
  expect(toMend(report)).toEqual([])
})

test('a key that has a name of its own is found by its hint, and missed without', async () => {
  const dialect = { idempotency: { in: 'body', name: 'onlyOnce' } } as const
  const only = checks.filter(({ id }) => id.startsWith('idempotency-'))
  const report = await runChecks(createTarget({ dialect }), only)
  expect(report.verdict).toBe('incomplete')
  const replay = report.checks.find(({ id }) => id === 'idempotency-replay')
  expect(replay).toMatchObject({ status: 'could-not-run', remedy: '--idempotency header:NAME or body:NAME' })
})

for (const list of ['/v1/webhooks', '/v1/hooks']) {
  test(`a webhook whose registration got no answer is found at ${list} and deleted`, async () => {
    const dialect = { operations: { listWebhooks: `GET ${list}` } }
    const target = createTarget({ dialect })
    let lost = 0
    const fetch = async (request: Request) => {
      const registers = request.method === 'POST' && request.url.endsWith('/v1/webhooks')
      const response = await target.fetch(request)
      if (!registers || response.status !== 201 || (lost += 1) > 2) return response
      throw new TypeError('The connection was reset.')
    }
    const only = named('register-webhook', 'webhook-id')
    await runChecks({ ...target, fetch }, only, { mode: 'full', dialect })
    expect(lost).toBeGreaterThan(1)
    expect(await webhooksOf(target, list)).toEqual([])
  })
}

test('an error whose param is null names no field, and that is noted', async () => {
  const nameless = (operation: OperationId) =>
    changeErrors(operation, ({ error }) => ({ error: { param: null, ...(error as object) } }))
  const target = createTarget({}, together([nameless('createEvent'), nameless('deleteWebhook')]))
  const report = await runChecks(target, ofRules(/^(ER-1|ER-2|EV-2|WD-3)$/))
  expect(findings(report, 'failed')).toEqual([])
  expect(report.checks.find(({ id }) => id === 'error-param')?.message).toContain('it counts as absent')
})

test('a cursor may hold anything after its prefix', async () => {
  const target = createTarget()
  const fetch = async (request: Request) => {
    const url = new URL(request.url)
    const cursor = url.searchParams.get('cursor')
    if (cursor !== null) url.searchParams.set('cursor', cursor.replace('cur_the next ', 'cur_'))
    const response = await target.fetch(cursor === null ? request : new Request(url, request))
    const text = await response.text()
    const { status, headers } = response
    const body = status === 204 ? null : text.replace(/"nextCursor":"cur_/, '"nextCursor":"cur_the next ')
    return new Response(body, { status, headers })
  }
  const report = await runChecks({ ...target, fetch }, ofRules(/^PG-/))
  expect(findings(report)).toEqual([])
})
