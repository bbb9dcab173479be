import { test } from 'vitest'
import { checks } from '@event-delivery/conformance'
import { expectFound } from '../mutants/find'
import {
  changeResponses,
  changeSuccesses,
  errorResponse,
  parseObject,
  remembering,
  withBody,
  withIdempotencyKey,
  type Breakage,
  type Mutant,
} from '../support/breakage'
import { changeIdempotencyKey, changeItem, creates, refuse, withPayload } from '../mutants/changes'

/** A text that loses its end, as in a column of so many characters. */
const cut = (most: number) => (_: string, value: unknown) =>
  typeof value === 'string' ? value.slice(0, most) : value

/** Changes answers while more than ten requests are under way. */
const overTenAtOnce = (change: (response: Response, request: Request) => Promise<Response>): Breakage =>
  remembering(() => {
    let underWay = 0
    return () => ({
      fetch: (send) => async (request) => {
        underWay += 1
        await new Promise((resolve) => setImmediate(resolve))
        const isBusy = underWay > 10
        const response = await send(request.clone())
        underWay -= 1
        return isBusy && creates(request) ? change(response, request) : response
      },
    })
  })

/** Services that break a rule in a way that only a round of many values, requests or seconds shows. */
const broken: readonly (Omit<Mutant, 'title'> & { check: string })[] = [
  {
    id: 'a listed text is cut at 255 characters',
    rule: 'EV-10',
    check: 'nasty-payloads-come-back',
    break: changeItem((event) => withPayload(event, cut(255))),
  },
  {
    id: 'a number of a retrieved payload keeps 15 digits',
    rule: 'EV-10',
    check: 'nasty-payloads-come-back',
    break: changeSuccesses('retrieveEvent', (event) =>
      withPayload(event, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(15)) : value)),
    ),
  },
  {
    id: 'a deep value of a payload is lost in a list without limit',
    rule: 'PG-8',
    check: 'nasty-payloads-come-back',
    break: changeSuccesses('listEvents', (page, { url }) =>
      url.searchParams.has('limit')
        ? page
        : (JSON.parse(JSON.stringify(page), (name, value: unknown) =>
            name === 'objects-in-21-levels' ? null : value,
          ) as unknown),
    ),
  },
  {
    id: 'a retrieved type has its accents composed',
    rule: 'EV-8',
    check: 'nasty-types-come-back',
    break: changeSuccesses('retrieveEvent', (event) => ({ ...event, type: String(event.type).normalize() })),
  },
  {
    id: 'a page without limit repeats its last item on the next one',
    rule: 'PG-6',
    check: 'pages-of-the-default-size',
    break: remembering(() => {
      let last: unknown
      return changeSuccesses('listEvents', (page, { url }) => {
        const items = page.data as unknown[]
        const isNext = url.searchParams.has('cursor') && !url.searchParams.has('limit')
        const data = isNext && last !== undefined ? [last, ...items] : items
        last = items.at(-1)
        return { ...page, data }
      })
    }),
  },
  {
    id: 'the bodies of events that come at once are mixed up',
    rule: 'EV-10',
    check: 'events-at-once-are-kept-apart',
    break: overTenAtOnce(async (response) => {
      const event = (await response.json()) as Record<string, unknown>
      return withBody(response, { ...event, data: { run: 'another' } })
    }),
  },
  {
    id: 'idempotency keys are cut at 128 characters',
    rule: 'EV-13',
    check: 'idempotency-keys-that-stores-confuse',
    break: changeIdempotencyKey((key) => key.slice(0, 128)),
  },
  {
    id: 'idempotency keys are compared as numbers',
    rule: 'EV-13',
    check: 'idempotency-keys-that-stores-confuse',
    break: changeIdempotencyKey((key) => (/^\d+(\.\d+)?$/.test(key) ? String(Number(key)) : key)),
  },
  {
    id: 'an idempotency key is forgotten after a refusal',
    rule: 'EV-5',
    check: 'idempotency-across-refusals',
    break: remembering(() => {
      const refused = new Map<string, number>()
      return () => ({
        fetch: (send) => async (request) => {
          const body = parseObject(await request.clone().text())
          const key = request.headers.get('idempotency-key') ?? String(body?.idempotencyKey)
          if (creates(request) && !body?.data) refused.set(key, (refused.get(key) ?? 0) + 1)
          const times = refused.get(key) ?? 0
          return send(times > 1 ? await withIdempotencyKey(request, (one) => `${one}-${times}`) : request)
        },
      })
    }),
  },
  {
    id: 'an idempotency key has no effect on an event of more than 8 kB',
    rule: 'EV-5',
    check: 'idempotency-of-large-events',
    break: remembering(() => {
      let turn = 0
      return () => ({
        fetch: (send) => async (request) => {
          const isLarge = (await request.clone().text()).length > 8_192
          return send(isLarge ? await withIdempotencyKey(request, (key) => `${key}-${(turn += 1)}`) : request)
        },
      })
    }),
  },
  {
    id: 'another body under a known key overwrites what is listed',
    rule: 'EV-10',
    check: 'idempotency-keeps-the-stored-event',
    break: changeItem((event) => withPayload(event, (name, value) => (name === 'version' ? 2 : value))),
  },
  {
    id: 'an idempotency key is remembered for a second and a half',
    rule: 'EV-1',
    check: 'idempotency-replay',
    break: () => ({ options: { limits: { idempotencyWindow: 1_500 } } }),
  },
  {
    id: 'each event has the time of the first',
    rule: 'EV-9',
    check: 'event-created-time',
    break: remembering(() => {
      let first: unknown
      return changeSuccesses('createEvent', (event) => ({ ...event, created: (first ??= event.created) }))
    }),
  },
  {
    id: 'a conflict of idempotency keys is no error of the interface',
    rule: 'ER-1',
    check: 'idempotency-other-body',
    break: remembering(() => {
      const bodies = new Map<string, string>()
      return () => ({
        fetch: (send) => async (request) => {
          const key = creates(request) ? request.headers.get('idempotency-key') : null
          const { data, type } = parseObject(await request.clone().text()) ?? {}
          const body = JSON.stringify([data, type])
          const known = key === null ? undefined : bodies.get(key)
          if (key !== null) bodies.set(key, known ?? body)
          return known === undefined || known === body
            ? send(request)
            : Response.json({ message: 'Conflict' }, { status: 409 })
        },
      })
    }),
  },
  {
    id: 'half a surrogate pair in a payload is answered by 500',
    rule: 'ER-5',
    check: 'no-server-error-lone-surrogates-in-data',
    break: refuse(
      (request, text) => creates(request) && /"data".*\\ud83d"/.test(text),
      () => errorResponse(500, 'internal_error'),
    ),
  },
  {
    id: 'a 429 of a creation has no Retry-After',
    rule: 'LM-1',
    check: 'over-the-limit-a-creation-is-429',
    plan: 10,
    break: () => ({
      ...changeResponses('createEvent', (response) => {
        if (response.status !== 429) return response
        const headers = new Headers(response.headers)
        headers.delete('retry-after')
        return new Response(response.body, { status: 429, headers })
      })({} as never),
      options: { plan: 'free' },
    }),
  },
  {
    id: 'a list that is read by a cursor has other payloads',
    rule: 'PG-8',
    check: 'listed-events-equal-created-ones',
    break: changeSuccesses('listEvents', (page, { url }) =>
      url.searchParams.has('cursor')
        ? { ...page, data: (page.data as object[]).map((event) => ({ ...event, data: {} })) }
        : page,
    ),
  },
]

for (const { check, ...mutant } of broken) {
  test(`${check} finds that ${mutant.id}`, async () => {
    await expectFound(
      { ...mutant, title: mutant.id },
      checks.filter(({ id }) => id === check || (mutant.rule === 'ER-1' && id === 'error-shape')),
    )
  })
}
