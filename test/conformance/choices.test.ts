import { expect, test } from 'vitest'
import { checks, runChecks, type Report, type RunOptions } from '@event-delivery/conformance'
import { createTarget } from '../support/backend'
import { errorResponse, operationOf, usesTestKey, withBody, type Fetch } from '../support/breakage'
import type { BackendOptions } from '@event-delivery/mock'

/** The way in which a service answers, given the backend behind it. */
type Front = (send: Fetch, now: () => number) => Fetch

/** Has the checks of these chapters judge a service, and expects that they blame it for nothing. */
async function expectBlameless(
  front: Front,
  chapters: RegExp,
  options: RunOptions = {},
  backend: BackendOptions = {},
): Promise<Report> {
  const { fetch, ...target } = createTarget(backend)
  const own = checks.filter(({ rules }) => rules.some((rule) => chapters.test(rule)))
  const report = await runChecks({ ...target, fetch: front(fetch, target.now) }, own, {
    samples: 5,
    ...options,
  })
  const bad = ['failed', 'warned', 'errored']
  const blamed = report.checks.filter(({ status }) => bad.includes(status))
  expect(blamed.map(({ id, message, received }) => `${id}: ${message} ${received}`)).toEqual([])
  return report
}

const couldNotRun = ({ checks: results }: Report) =>
  results.filter(({ status }) => status === 'could-not-run').map(({ id, message }) => `${id}: ${message}`)

for (const [bytes, status] of [
  [1_024, 413],
  [1_024, 400],
  [4_096, 422],
] as const) {
  test(`bodies of more than ${bytes} bytes may be refused by ${status}`, async () => {
    const front: Front = (send) => async (request) =>
      (await request.clone().text()).length > bytes ? errorResponse(status) : send(request)
    const report = await expectBlameless(front, /^(EV|PG|ER|GN)-/)
    expect(couldNotRun(report)).toEqual([])
    const round = report.checks.find(({ id }) => id === 'nasty-payloads-come-back')
    expect(round?.message).toMatch(/^Refused, which is open: .*over-8-kilobytes/)
  })
}

test('a refusal of a small payload for what it holds is no choice', async () => {
  const { fetch, ...target } = createTarget()
  const front: Fetch = async (request) =>
    (await request.clone().text()).includes('"nulls-in-a-list"') ? errorResponse(400) : fetch(request)
  const own = checks.filter(({ id }) => id === 'nasty-payloads-come-back')
  const report = await runChecks({ ...target, fetch: front }, own)
  expect(report.checks[0]).toMatchObject({ status: 'failed', violates: ['EV-10'] })
})

test('types may have 64 characters at most', async () => {
  const front: Front = (send) => async (request) => {
    const { type } = (await request
      .clone()
      .json()
      .catch(() => ({}))) as { type?: unknown }
    const isLong = typeof type === 'string' && operationOf(request) === 'createEvent' && type.length > 64
    return isLong ? errorResponse(400, 'invalid_request', 'Too long.', 'type') : send(request)
  }
  expect(couldNotRun(await expectBlameless(front, /^EV-/))).toEqual([])
})

test('a cursor may be good for one use', async () => {
  const front: Front = (send) => {
    const used = new Set<string>()
    return async (request) => {
      const cursor = new URL(request.url).searchParams.get('cursor')
      if (cursor !== null && operationOf(request) === 'listEvents') {
        if (used.has(cursor)) return errorResponse(400, 'invalid_request', 'Used.', 'cursor')
        used.add(cursor)
      }
      // The backend names one page by one cursor: a part of its own makes each of them another.
      const { url, method, headers } = request
      const plain = new URL(url)
      const given = plain.searchParams.get('cursor')
      if (given?.includes('~')) plain.searchParams.set('cursor', given.replace(/~.*/, ''))
      const body = ['GET', 'HEAD'].includes(method) ? undefined : await request.clone().text()
      const response = await send(new Request(plain, { method, headers, body: body || undefined }))
      if (operationOf(request) !== 'listEvents' || !response.ok) return response
      const page = (await response.json()) as { nextCursor?: string | null }
      const nextCursor = page.nextCursor
        ? `${page.nextCursor}~${used.size}.${Math.random()}`
        : page.nextCursor
      return withBody(response, { ...page, nextCursor })
    }
  }
  expect(couldNotRun(await expectBlameless(front, /^PG-/))).toEqual([])
})

test('a cursor may be bound to the limit with which it came', async () => {
  const front: Front = (send) => {
    const limits = new Map<string, string | null>()
    return async (request) => {
      const { searchParams } = new URL(request.url)
      const [cursor, limit] = [searchParams.get('cursor'), searchParams.get('limit')]
      if (cursor !== null && limits.has(`${cursor}`) && limits.get(cursor) !== limit) {
        return errorResponse(400, 'invalid_request', 'Another limit.', 'cursor')
      }
      const response = await send(request)
      if (operationOf(request) !== 'listEvents' || !response.ok) return response
      const { nextCursor } = (await response.clone().json()) as { nextCursor?: string | null }
      if (nextCursor) limits.set(nextCursor, limit)
      return response
    }
  }
  expect(couldNotRun(await expectBlameless(front, /^PG-/))).toEqual([])
})

/** Shows an event in the list so many milliseconds after its creation, by the time of the deployment. */
const late =
  (milliseconds: number): Front =>
  (send, now) => {
    const made = new Map<unknown, number>()
    return async (request) => {
      const response = await send(request)
      if (!response.ok) return response
      const json = (await response.clone().json()) as { id?: unknown; data?: { id?: unknown }[] }
      if (operationOf(request) === 'createEvent' && !made.has(json.id)) made.set(json.id, now())
      if (operationOf(request) !== 'listEvents' || !json.data) return response
      return withBody(response, {
        ...json,
        data: json.data.filter(({ id }) => now() - (made.get(id) ?? 0) >= milliseconds),
      })
    }
  }

test('an event may be listed five seconds after its creation', async () => {
  const report = await expectBlameless(late(5_000), /^PG-[68]$/)
  expect(couldNotRun(report)).toEqual([])
})

test('an event that is listed later than the run waits is late, and not lost', async () => {
  const report = await expectBlameless(late(2_000), /^PG-8$/, { listingTimeout: 300 })
  const first = report.checks.find(({ status }) => status === 'could-not-run')
  expect(first?.remedy).toMatch(/^--listing-timeout \d+$/)
})

for (const [name, form] of [
  ['the basic format', (text: string) => text.replace(/[-:]/g, '')],
  ['a day of the year', (text: string) => text.replace(/-11-(\d\d)T/, (_, day) => `-${304 + Number(day)}T`)],
] as const) {
  test(`a timestamp may have ${name} of ISO 8601`, async () => {
    const front: Front = (send) => async (request) => {
      const response = await send(request)
      const text = await response.clone().text()
      const changed = text.replace(/"created":"([^"]+)"/g, (_, time: string) => `"created":"${form(time)}"`)
      return new Response(changed || null, { status: response.status, headers: response.headers })
    }
    await expectBlameless(front, /^(EV-9|EV-3|PG-1|WH-12|WH-1)$/, { mode: 'full' })
  })
}

test('an error may have further fields, also one that an event has', async () => {
  const front: Front = (send) => async (request) => {
    const response = await send(request)
    if (response.status < 400) return response
    const json = (await response.json()) as Record<string, unknown>
    return withBody(response, { ...json, created: '2026-11-21T03:00:00Z', data: null })
  }
  await expectBlameless(front, /^(GN|ER)-/)
})

for (const status of [400, 403, 404]) {
  test(`a test key may be refused webhooks by ${status}`, async () => {
    const front: Front = (send) => async (request) =>
      operationOf(request) === 'createWebhook' && usesTestKey(request)
        ? Response.json({ error: { code: 'not_permitted', message: 'Not in test mode.' } }, { status })
        : send(request)
    await expectBlameless(front, /^(ER-3|GN-)/, { samples: 20 })
  })
}

for (const value of ['0.350', '1s', '2026-11-21T03:00:01Z', '350']) {
  test(`Retry-After may be ${value}`, async () => {
    const front: Front = (send) => async (request) => {
      const response = await send(request)
      if (response.status !== 429) return response
      const headers = new Headers(response.headers)
      headers.set('retry-after', value)
      return new Response(response.body, { status: 429, headers })
    }
    await expectBlameless(front, /^LM-1$/, { mode: 'full', plan: 10 }, { plan: 'free' })
  })
}

test('a list may hold the last 200 events alone', async () => {
  const front: Front = (send) => {
    const made: Record<string, string[]> = {}
    return async (request) => {
      const response = await send(request)
      const mode = usesTestKey(request) ? 'test' : 'live'
      const own = (made[mode] ??= [])
      if (!response.ok) return response
      const json = (await response.clone().json()) as { id?: string; data?: { id: string }[] }
      if (operationOf(request) === 'createEvent' && json.id && !own.includes(json.id)) own.push(json.id)
      if (operationOf(request) !== 'listEvents' || !json.data) return response
      const kept = json.data.filter(({ id }) => own.slice(-200).includes(id))
      const isCut = kept.some(({ id }) => id === own.at(-200))
      return withBody(response, {
        ...json,
        data: kept,
        ...(isCut ? { hasMore: false, nextCursor: null } : {}),
      })
    }
  }
  await expectBlameless(front, /^(EV|PG)-/)
})
