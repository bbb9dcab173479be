import { expect, test } from 'vitest'
import { checks, runChecks } from '@event-delivery/conformance'
import { createTarget } from '../support/backend'
import { findings, named, ofRules } from '../support/judged'
import { answerInstead, errorResponse, operationOf, withBody, type Fetch } from '../support/breakage'

/** Checks that register webhooks. */
const ofWebhooks = ofRules(/^(WH|WD|DL|AU-[78]$|OQ)/)

/** Refuses to register more than `most` webhooks in one mode. */
function limited(fetch: Fetch, most: number, status: number): Fetch {
  const standing = new Map<string, string>()
  return async (request) => {
    const operation = operationOf(request)
    const mode = request.headers.get('authorization')?.slice(0, 'Bearer sk_live'.length) ?? ''
    const id = new URL(request.url).pathname.split('/').at(-1) ?? ''
    const response = await fetch(request)
    if (operation === 'deleteWebhook' && response.ok) standing.delete(id)
    if (operation !== 'createWebhook' || !response.ok) return response
    const made = (await response.clone().json()) as { id: string }
    if ([...standing.values()].filter((one) => one === mode).length >= most) {
      const { headers } = request
      await fetch(new Request(`${request.url}/${made.id}`, { method: 'DELETE', headers }))
      return errorResponse(status, 'invalid_request', 'Too many.')
    }
    standing.set(made.id, mode)
    return response
  }
}

test('an account of four webhooks is judged whole', async () => {
  const { fetch, ...target } = createTarget()
  const report = await runChecks({ ...target, fetch: limited(fetch, 4, 403) }, ofWebhooks, {
    mode: 'full',
  })
  expect(findings(report)).toEqual([])
  expect(report.verdict).toBe('conformant')
})

test('an account of a single webhook is blamed for nothing, and not judged whole', async () => {
  const { fetch, ...target } = createTarget()
  const report = await runChecks({ ...target, fetch: limited(fetch, 1, 422) }, ofWebhooks, { mode: 'full' })
  expect(findings(report, 'failed')).toEqual([])
  expect(report.verdict).toBe('incomplete')
  expect(report.checks.map(({ message }) => message)).toContain(
    'A webhook beside 1 others of this run was refused (422): is their number limited?',
  )
})

test('an event that is listed only just in time is not missing', async () => {
  const { baseUrl, keys, fetch } = createTarget()
  const asked = new Map<unknown, number>()
  const late: Fetch = async (request) => {
    const response = await fetch(request)
    const json = (await response.clone().json()) as { id?: unknown; data?: { id?: unknown }[] }
    if (operationOf(request) === 'createEvent') asked.set(json.id, 0)
    if (operationOf(request) !== 'listEvents' || !json.data) return response
    // An event is listed from the third time on that the list is asked for.
    for (const { id } of json.data) asked.set(id, (asked.get(id) ?? 3) + 1)
    const visible = json.data.filter(({ id }) => asked.get(id)! >= 3)
    return withBody(response, { ...json, data: visible })
  }
  const only = named('two-pages-follow-one-another')
  const report = await runChecks({ baseUrl, keys, fetch: late }, only, { listingTimeout: 60_000 })
  expect(findings(report, 'failed')).toEqual([])
})

test('what answers over plain HTTP may fail as it likes', async () => {
  const front = answerInstead(({ url }) =>
    url.startsWith('http:') ? new Response('', { status: 503 }) : undefined,
  )
  const report = await runChecks(createTarget({}, front), named('plain-http-fails'))
  expect(report.checks.map(({ id, status }) => [id, status])).toEqual([['plain-http-fails', 'passed']])
})

test('an idempotency key of an unusual name is asked for where unknown fields are refused', async () => {
  const idempotency = { in: 'body', name: 'once' } as const
  const target = createTarget({ dialect: { idempotency, unknownFields: 'reject' } })
  const report = await runChecks(target, checks, { samples: 2 })
  expect(findings(report, 'failed')).toEqual([])
  expect(report.verdict).toBe('incomplete')
  const told = await runChecks(target, checks, { samples: 2, idempotency })
  expect(told.verdict).toBe('conformant')
})

test('a list that forgets its oldest events meanwhile has left out none of the run', async () => {
  const forgotten = 3
  const events = Array.from({ length: 30 }, () => ({ type: 'earlier', data: {}, mode: 'test' as const }))
  const { fetch, ...target } = createTarget({ dialect: { listOrder: 'oldest-first' }, seed: { events } })
  // The page of the events before those of the run begins later than the list did when it was read as a whole.
  const shifted: Fetch = async (request) => {
    const url = new URL(request.url)
    const limit = Number(url.searchParams.get('limit'))
    if (operationOf(request) !== 'listEvents' || limit < events.length || limit === 100) return fetch(request)
    url.searchParams.set('limit', String(limit + forgotten))
    const response = await fetch(new Request(url, request))
    const json = (await response.json()) as { data: unknown[] }
    return withBody(response, { ...json, data: json.data.slice(forgotten) })
  }
  const report = await runChecks({ ...target, fetch: shifted }, named('pages-of-the-default-size'))
  expect(findings(report)).toEqual([])
})
