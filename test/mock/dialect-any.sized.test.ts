import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSeededRandom, type Dialect } from '@event-delivery/mock'
import { dialectFields, type Source } from '../../generated/dialect'
import {
  validateEvent,
  validateEventPage,
  validateWebhookWithSecret,
} from '../../generated/response-validators'
import { situations, type Situation } from '../../generated/situations'
import { createHarness, mockKeys, type Harness } from '../support/backend'
import { sized } from '../support/tier'

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })

/** A statement on a situation, of the parts that the interface leaves open. */
function statement(situation: Situation): fc.Arbitrary<object> {
  const parts = {
    status: fc.integer({ min: 400, max: 499 }),
    code: text,
    message:
      situation === 'insecureUrl'
        ? fc.constant('Use https, not {value}.')
        : fc.oneof(text, fc.constant('{value}')),
    param: fc.oneof(text, fc.constant(null), fc.constant(false as const)),
    body: fc.constantFrom('error', 'empty', 'html', 'text', 'json'),
    contentType: fc.constant('application/problem+json'),
  }
  const open = Object.fromEntries(situations[situation].open.map((part) => [part, parts[part]]))
  if (situation === 'unknownWebhook') open.param = fc.constantFrom(null, false as const)
  return fc.record(open, { requiredKeys: [] })
}

const source: fc.Arbitrary<Source> = fc.oneof(
  fc.record({ constant: fc.jsonValue() }),
  fc.record({ kind: fc.constant('id' as const), sample: fc.oneof(text, fc.integer()) }),
  fc.record({
    kind: fc.constantFrom('timestamp', 'url', 'text', 'number', 'boolean'),
    sample: fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean()),
  }),
)
const copying = fc.oneof(source, fc.constantFrom<Source>({ copy: 'id' }, { template: '<{id}>{random:3}' }))
const names = fc.constantFrom('x-a', 'x-b', 'object', 'livemode', 'X-Request-Id')
const sources = (of: fc.Arbitrary<Source>) => fc.dictionary(names, of, { maxKeys: 3 })
const places = (more: object) =>
  fc.record(
    {
      event: sources(copying),
      webhook: sources(copying),
      deletion: sources(copying),
      list: sources(source),
      error: sources(source),
      ...more,
    },
    { requiredKeys: [] },
  )

/** Any legal dialect: a sample of each field, and statements, fields and headers of every form. */
const dialects: fc.Arbitrary<Dialect> = fc
  .record({
    samples: fc.record(
      Object.fromEntries(
        Object.entries(dialectFields).map(([field, { samples }]) => [
          field,
          fc.constantFrom(...(samples as unknown[])),
        ]),
      ),
      { requiredKeys: [] },
    ),
    errors: fc.record(
      Object.fromEntries((Object.keys(situations) as Situation[]).map((name) => [name, statement(name)])),
      { requiredKeys: [] },
    ),
    extras: places({}),
    headers: places({ every: sources(source), delivery: sources(copying) }),
  })
  .map(({ samples, ...rest }) => ({ ...samples, ...rest }))

/** Sends a request and returns the answer as text, which needs not be JSON. */
async function send({ ask }: Harness, method: string, path: string, body?: unknown, key?: string | null) {
  const answer = await ask(method, path, { body, key })
  expect(answer.status, `${method} ${path}`).toBeLessThan(500)
  return { status: answer.status, text: await answer.text() }
}

interface Refusal {
  error: { code: string; message: string; param?: string | null }
}
const json = <T>({ text: written }: { text: string }) => JSON.parse(written) as T
const event = { type: 'order.paid', data: { n: [1.5, 'é', null] } }

test('whatever a dialect states, every operation answers, and what the interface shows still holds', async () => {
  await fc.assert(
    fc.asyncProperty(dialects, fc.integer({ min: 0, max: 2 ** 32 - 1 }), async (dialect, seed) => {
      const errors: unknown[] = []
      const harness = createHarness({
        dialect,
        random: createSeededRandom(seed),
        logger: { error: (message, error) => errors.push(message, error) },
      })
      const { idempotency = { in: 'both' } } = dialect
      const name = idempotency.in === 'body' ? idempotency.name : 'idempotencyKey'
      const created = await send(harness, 'POST', '/v1/events', event)
      expect(created.status).toBe(dialect.createEventStatus ?? 201)
      expect(validateEvent(json(created)), created.text).toBe(true)
      expect(json(created)).toMatchObject(event)
      if (idempotency.in !== 'header') {
        const keyed = { ...event, [name]: 'k' }
        const first = await send(harness, 'POST', '/v1/events', keyed)
        expect(json(await send(harness, 'POST', '/v1/events', keyed))).toEqual(json(first))
      }

      const hook = { url: 'https://shop.example/hooks', events: ['*'], description: 'all' }
      const registered = await send(harness, 'POST', '/v1/webhooks', hook)
      expect(registered.status).toBe(201)
      expect(validateWebhookWithSecret(json(registered)), registered.text).toBe(true)
      expect(json(registered)).toMatchObject({ ...hook, status: 'active' })
      await send(harness, 'POST', '/v1/events', event)
      await harness.backend.waitForIdle()
      expect(harness.received).toHaveLength(1)

      for (const query of ['', '?limit=1', '?limit=0', '?limit=101', '?limit=x', '?cursor=none']) {
        const page = await send(harness, 'GET', `/v1/events${query}`)
        if (page.status === 200) expect(validateEventPage(json(page)), page.text).toBe(true)
      }
      const { listWebhooks = 'GET /v1/webhooks', createKey = 'POST /v1/keys' } = dialect.operations ?? {}
      const { secret, id } = json<{ secret: string; id: string }>(registered)
      if (listWebhooks) {
        const { text: listed } = await send(harness, 'GET', '/v1/webhooks')
        expect(listed).toContain(id)
        expect(listed).not.toContain(secret)
      }
      const scoped = { name: 'a', scopes: ['events:read'], expiresAt: '2030-01-01T00:00:00Z' }
      if (createKey) expect((await send(harness, 'POST', '/v1/keys', scoped)).status).toBe(201)

      const invalid = (field: string) => [400, { error: { code: 'invalid_request', param: field } }]
      const untyped = await send(harness, 'POST', '/v1/events', { data: {} })
      expect([untyped.status, json(untyped)]).toMatchObject(invalid('type'))
      const insecure = await send(harness, 'POST', '/v1/webhooks', { ...hook, url: 'http://a.example' })
      expect([insecure.status, json(insecure)]).toMatchObject(invalid('url'))
      expect(json<Refusal>(insecure).error.message).toMatch(/https/i)
      expect((await send(harness, 'GET', '/v1/events', undefined, null)).status).toBe(401)
      expect((await send(harness, 'GET', '/v1/events', undefined, 'sk_live_none')).status).toBe(401)
      const odd = [[], { type: '', data: 7 }, { type: 1, data: null }, { ...event, [name]: '', more: 1 }]
      for (const body of odd) await send(harness, 'POST', '/v1/events', body)
      for (const wrong of ['PATCH /v1/events', 'GET /v1/none', 'GET /v1/events/evt_none']) {
        const [method = '', path = ''] = wrong.split(' ')
        const { status } = await send(harness, method, path)
        expect(status).toBeGreaterThanOrEqual(400)
      }
      await send(harness, 'POST', '/v1/events', event, 'sk_live_readonly_mock')
      await send(harness, 'POST', '/v1/webhooks', hook, mockKeys.test)

      expect(json(await send(harness, 'DELETE', `/v1/webhooks/${id}`))).toMatchObject({ id, deleted: true })
      const again = await send(harness, 'DELETE', `/v1/webhooks/${id}`)
      expect([again.status, json(again)]).toMatchObject([404, { error: { code: 'not_found' } }])
      expect(json<Refusal>(again).error.param ?? null).toBeNull()
      await harness.backend.restore(await harness.backend.snapshot())
      expect(errors).toEqual([])
    }),
    { numRuns: sized({ test: 15, more: 60, soak: 1_000 }) },
  )
})
