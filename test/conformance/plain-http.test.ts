import { expect, test } from 'vitest'
import { runChecks, type LedgerRecord, type Mode } from '@event-delivery/conformance'
import { apiKeyOf, errorResponse, operationOf, type Fetch } from '../support/breakage'
import { createTarget, mockKeys } from '../support/backend'
import { named, ofRules, outcomes } from '../support/judged'
import type { OperationId } from '../../generated/operations'

const realKeys: readonly string[] = [mockKeys.live, mockKeys.test, mockKeys.expired]
const served = ['listEvents', 'createEvent', 'createWebhook', 'deleteWebhook'] as const

/** A target whose plain port answers as `inTheClear` says, and the API keys that crossed it. */
function withPlainPort(baseUrl: string, inTheClear: (request: Request, fetch: Fetch) => Promise<Response>) {
  const { fetch, ...target } = createTarget()
  const crossed: string[] = []
  return {
    ...{ ...target, baseUrl, crossed },
    fetch: (request: Request) => {
      if (!request.url.startsWith('http:')) return fetch(request)
      crossed.push(apiKeyOf(request))
      return inTheClear(request, fetch)
    },
  }
}

/** Serves one operation in the clear to whoever has a key, and refuses all others there. */
const serving = (operation: OperationId) => (request: Request, fetch: Fetch) =>
  operationOf(request) === operation ? fetch(request) : Promise.resolve(errorResponse(403, 'https_only'))

async function judge(target: ReturnType<typeof withPlainPort>, mode: Mode = 'full') {
  const results = outcomes(await runChecks(target, ofRules(/^AU-2$/), { mode }))
  return results.find(([status]) => status !== 'passed') ?? results[0]
}

/** Serves one operation in the clear to whoever has a scoped key, and refuses all others there. */
const servingScoped = (operation: OperationId) => (request: Request, fetch: Fetch) =>
  realKeys.includes(apiKeyOf(request))
    ? Promise.resolve(errorResponse(403))
    : serving(operation)(request, fetch)

test.each(
  served.flatMap((operation) => [
    [operation, 'every key', serving] as const,
    [operation, 'scoped keys', servingScoped] as const,
  ]),
)('a service on loopback that serves %s in the clear to %s breaks AU-2', async (operation, _, inTheClear) => {
  const target = withPlainPort('https://127.0.0.1:8443', inTheClear(operation))
  expect(await judge(target)).toEqual(['failed', ['AU-2']])
  expect(target.crossed).not.toContain(mockKeys.live)
  expect((await target.backend.snapshot()).webhooks).toEqual([])
})

test.each(served)(
  'a remote service that serves %s in the clear is not passed, and gets no real key there',
  async (operation) => {
    const target = withPlainPort('https://events.test', serving(operation))
    expect(await judge(target)).toEqual(['not-applicable', undefined])
    expect(target.crossed.filter((key) => realKeys.includes(key))).toEqual([])
    expect(target.crossed.length).toBeGreaterThan(0)
  },
)

test.each(served)(
  'a remote service that serves %s in the clear to any key breaks AU-2',
  async (operation) => {
    const target = withPlainPort('https://events.test', async (request) => {
      if (operationOf(request) !== operation) return errorResponse(403, 'https_only')
      return Response.json({ id: 'wh_1', deleted: true, data: [] })
    })
    expect(await judge(target)).toEqual(['failed', ['AU-2']])
    expect(target.crossed.filter((key) => realKeys.includes(key))).toEqual([])
  },
)

test('plain HTTP that is never answered fails as it should, and ends no check that follows', async () => {
  const plain = ofRules(/^AU-2$/)
  const target = withPlainPort('https://events.test', () => new Promise(() => undefined))
  const all = [...plain, ...plain, ...named('create-event', 'list-envelope')]
  const report = await runChecks(target, all, { requestTimeout: 50 })
  expect(report.checks.map(({ id, status }) => `${id}: ${status}`)).toEqual(
    report.checks.map(({ id }) => `${id}: passed`),
  )
})

const failures: readonly (readonly [string, () => Promise<Response>])[] = [
  ['a redirect', () => Promise.resolve(new Response(null, { status: 308 }))],
  ['a refused connection', () => Promise.reject(new TypeError('fetch failed'))],
]

test.each(failures)('a registration that fails over plain HTTP by %s leaves no doubt', async (_, fail) => {
  const sent: string[] = []
  const target = withPlainPort('https://127.0.0.1:8443', async (request) => {
    sent.push(await request.text())
    return fail()
  })
  const noted: LedgerRecord[] = []
  const record = (line: LedgerRecord) => void noted.push(line)
  await runChecks(target, named('plain-http-fails-for-webhooks'), { mode: 'full', record })
  const urls = noted.flatMap((line) => ('sends' in line ? [line.url] : []))
  expect(sent.length).toBeGreaterThan(0)
  expect(urls.filter((url) => sent.some((body) => body.includes(url)))).toEqual([])
})
