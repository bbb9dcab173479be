import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answering, createHarness, type Harness, type Page } from '../support/backend'

interface Listed {
  mode: string
  idempotencyKey?: string
  event: { id: string; type: string; data: unknown }
  deliveries: object[]
  requests?: number[]
}

const page = async ({ control }: Harness, query = '') =>
  (await control<Page<Listed>>(`GET /events${query}`)).json

test('the events of both modes are listed newest first, each with its deliveries', async () => {
  const harness = createHarness({}, answering(500, 204))
  const { clock, createEvent, createWebhook, deliver } = harness
  const webhook = await createWebhook()
  const first = await deliver({ idempotencyKey: 'order-1' })
  await clock.advance(1)
  const second = await createEvent({}, { key: 'sk_test_mock' })
  const { data, nextCursor } = await page(harness)
  expect(nextCursor).toBeNull()
  expect(data).toEqual([
    { mode: 'test', deliveries: [], event: second.json },
    {
      mode: 'live',
      idempotencyKey: 'order-1',
      deliveries: [
        {
          id: expect.stringMatching(/^dlv_/) as string,
          event: first.json.id,
          webhook: webhook.id,
          url: 'https://shop.example/hooks',
          state: 'waiting',
          attempts: 1,
          due: expect.stringMatching(/^2026-11-21T03:00:0[45]/) as string,
          schedule: expect.any(Array) as unknown[],
          entries: [expect.any(Number) as number],
          last: {
            ...{ number: expect.any(Number) as number, at: '2026-11-21T03:00:00.000Z' },
            ...{ attempt: 1, outcome: 'failed', status: 500 },
          },
        },
      ],
      event: first.json,
    },
  ])
  const [{ schedule, due }] = data[1]!.deliveries as [
    { schedule: { attempt: number; at: string }[]; due: string },
  ]
  expect(schedule.map(({ attempt }) => attempt)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(schedule[0]!.at).toBe(due)
  expect(Date.parse(schedule[1]!.at) - Date.parse(due)).toBe(5 * 60_000)
  await clock.advance(10_000)
  const [, delivered] = (await page(harness)).data
  expect(delivered!.deliveries).toMatchObject([{ state: 'delivered', attempts: 2, last: { status: 204 } }])
  expect(delivered!.deliveries[0]).not.toHaveProperty('due')
})

test('a payload is repeated character by character, numbers beyond a double among it', async () => {
  const { ask, call } = createHarness()
  await call('POST', '/v1/events', { text: '{"type":"a.b","data":{"id":12345678901234567890,"f":1.0}}' })
  const response = await ask('GET', '/__mock/events', { key: null })
  expect(await response.text()).toContain('"data":{"id":12345678901234567890,"f":1.0}')
})

test('one event is shown with the requests that are about it, and an unknown one is refused', async () => {
  const { call, control, createEvent, journal } = createHarness()
  await call('GET', '/v1/events')
  const { json } = await createEvent({ idempotencyKey: 'k' })
  await createEvent({ idempotencyKey: 'k' })
  await createEvent()
  const shown = (await control<Listed>(`GET /events/${json.id}`)).json
  expect(shown).toMatchObject({ event: { id: json.id }, deliveries: [] })
  // A shared store begins its journal with a notice, so that numbers differ from store to store.
  const [first, second, ...others] = shown.requests!
  expect([second! - first!, others]).toEqual([1, []])
  const data = await journal<{ number: number; event?: string }>()
  expect(data.find(({ number }) => number === first)).toMatchObject({ event: json.id })
  expect((await control('GET /events/evt_none')).json).toEqual({
    error: { code: 'not_found', message: 'No event has this id.' },
  })
})

test('the entries of requests name their event, their webhook and their key', async () => {
  const { call, createEvent, createWebhook, journal } = createHarness()
  const { id } = await createWebhook()
  const { json } = await createEvent({ idempotencyKey: 'k' })
  await createEvent({ idempotencyKey: 'k' })
  await createEvent({}, { headers: { prefer: 'fault=reset-after-commit' } }).catch(() => {})
  await createEvent({ type: '' })
  await call('DELETE', `/v1/webhooks/${id}`)
  await call('GET', '/v1/events', { key: 'sk_live_nobody' })
  const data = await journal<Record<string, unknown>>()
  const requests = data.filter(({ kind }) => kind === 'request')
  expect(requests.map(({ event, replayed, webhook }) => ({ event, replayed, webhook }))).toEqual([
    { webhook: id },
    { event: json.id },
    { event: json.id, replayed: true },
    { event: expect.stringMatching(/^evt_/) as string },
    {},
    { webhook: id },
    {},
  ])
  expect(requests[3]!.event).not.toBe(json.id)
  const names = requests.map(({ key }) => (key as { name: string } | undefined)?.name)
  expect(names).toEqual([...Array.from({ length: 6 }, () => 'Live, full access'), undefined])
})

test('pages of events lose none and show none twice, whatever arrives in between', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ isLive: fc.boolean(), wait: fc.nat(2) }), { maxLength: 24 }),
      fc.integer({ min: 1, max: 7 }),
      fc.boolean(),
      async (arrivals, limit, goesOn) => {
        const harness = createHarness()
        const { clock, createEvent } = harness
        const arrive = async (isLive: boolean) =>
          (await createEvent({}, isLive ? {} : { key: 'sk_test_mock' })).json.id
        const ids: string[] = []
        for (const { isLive, wait } of arrivals) {
          ids.push(await arrive(isLive))
          await clock.advance(wait)
        }
        const seen: string[] = []
        let cursor: string | null = ''
        while (cursor !== null) {
          const query: string = cursor === '' ? '' : `&cursor=${cursor}`
          const { data, nextCursor } = await page(harness, `?limit=${limit}${query}`)
          expect(data.length).toBeLessThanOrEqual(limit)
          seen.push(...data.map(({ event }) => event.id))
          cursor = nextCursor
          // An event of a mode that the first page did not reach stands on a later one.
          if (goesOn && cursor !== null && !cursor.includes('begin')) await arrive(true)
        }
        expect(new Set(seen).size).toBe(seen.length)
        expect([...seen].sort()).toEqual([...ids].sort())
      },
    ),
    { numRuns: 25 },
  )
})
