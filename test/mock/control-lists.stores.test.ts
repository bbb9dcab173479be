import { expect, test } from 'vitest'
import { answering, createHarness, type Harness } from '../support/backend'

interface Listed {
  data: Record<string, unknown>[]
  hasMore: boolean
  nextCursor: string | null
}

const page = async ({ control }: Harness, path: string) => (await control<Listed>(`GET ${path}`)).json

/** All items of a list, page by page, and how long the pages were. */
async function walk(harness: Harness, path: string, limit: number, between?: () => Promise<unknown>) {
  const items: Record<string, unknown>[] = []
  const lengths: number[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const separator = path.includes('?') ? '&' : '?'
    const asked: string = cursor === '' ? '' : `&cursor=${cursor}`
    const { data, hasMore, nextCursor } = await page(harness, `${path}${separator}limit=${limit}${asked}`)
    expect(hasMore).toBe(nextCursor !== null)
    expect(data.length).toBeLessThanOrEqual(limit)
    items.push(...data)
    lengths.push(data.length)
    cursor = nextCursor
    await between?.()
  }
  return { items, lengths }
}

/** Three events, of which each has deliveries to two webhooks: one that fails, one that succeeds. */
async function delivered() {
  const harness = createHarness({ limits: { journal: 1_000 } }, ({ url }) =>
    answering(url.endsWith('bad') ? 500 : 204)({} as never, 1),
  )
  const { createWebhook, clock, deliver } = harness
  const bad = await createWebhook({ url: 'https://shop.example/bad', description: 'Broken till' })
  const good = await createWebhook({ url: 'https://shop.example/good', events: ['order.paid'] })
  const events: string[] = []
  for (const type of ['order.paid', 'order.sent', 'order.paid']) {
    events.push((await deliver({ type, data: { note: `Käse ${events.length}` } })).json.id)
    await clock.advance(60_000)
  }
  return { harness, bad, good, events }
}

test('deliveries are read from the store and the attempts of the journal, and filtered', async () => {
  const { harness, bad, good, events } = await delivered()
  const ids = async (query: string) =>
    (await page(harness, `/deliveries${query}`)).data.map(({ event, webhook }) => [event, webhook])
  const all = await page(harness, '/deliveries')
  expect(all).toMatchObject({ hasMore: false, nextCursor: null })
  expect(all.data).toHaveLength(5)
  expect(all.data.at(-1)).toMatchObject({ event: events[0], type: 'order.paid' })
  expect(await ids('?state=delivered')).toEqual([
    [events[2], good.id],
    [events[0], good.id],
  ])
  expect(await ids('?type=order.sent')).toEqual([[events[1], bad.id]])
  expect(await ids(`?webhook=${good.id}&event=${events[0]}`)).toEqual([[events[0], good.id]])
  expect(await ids('?text=K%C3%84SE%201')).toEqual([[events[1], bad.id]])
  expect(await ids('?since=2026-11-21T03:01:00Z&until=2026-11-21T03:02:00Z')).toEqual([[events[1], bad.id]])
  const one = all.data[0]!
  expect((await page(harness, `/deliveries?id=${String(one.id)}`)).data).toEqual([one])
  expect(await ids('?id=dlv_none')).toEqual([])
  // What waits is known without any journal.
  const waiting = (await page(harness, `/deliveries?state=waiting&webhook=${bad.id}`)).data
  expect(waiting).toHaveLength(3)
  expect(waiting[0]).toMatchObject({ due: expect.any(String) as string, url: 'https://shop.example/bad' })
})

test.each([1, 2, 3, 4])('pages of %i deliveries hold each once, also while events arrive', async (limit) => {
  const { harness } = await delivered()
  const all = (await page(harness, '/deliveries?limit=1000')).data.map(({ id }) => id)
  const { items } = await walk(harness, '/deliveries', limit, () => harness.createEvent())
  expect(items.map(({ id }) => id)).toEqual(all)
})

test('events are filtered by type, id, time, text, mode and the state of a delivery', async () => {
  const { harness, events } = await delivered()
  const test = (
    await harness.createEvent({ type: 'order.tested', idempotencyKey: 'Kassenbon' }, { key: 'sk_test_mock' })
  ).json.id
  const ids = async (query: string) =>
    (await page(harness, `/events${query}`)).data.map(({ event }) => (event as { id: string }).id)
  const [first, second, third] = events
  expect(await ids('')).toEqual([test, third, second, first])
  expect(await ids('?type=order.paid')).toEqual([third, first])
  expect(await ids(`?id=${second}`)).toEqual([second])
  expect(await ids(`?id=${second}&mode=test`)).toEqual([])
  expect(await ids(`?id=${second}&type=order.paid`)).toEqual([])
  expect(await ids('?text=kassenbon')).toEqual([test])
  expect(await ids('?since=2026-11-21T03:02:00Z&mode=live')).toEqual([third])
  expect(await ids('?state=delivered')).toEqual([third, first])
  expect(await ids('?state=none')).toEqual([test])
  const { items, lengths } = await walk(harness, '/events?type=order.paid', 1)
  expect(items).toHaveLength(2)
  expect(Math.max(...lengths)).toBe(1)
})

test('an event that the journal has dropped is found by its id, its text and its place in the list', async () => {
  const harness = createHarness({ limits: { journal: 5 } })
  const { json } = await harness.createEvent({ data: { note: 'needle' } })
  for (let index = 0; index < 30; index++) await harness.createEvent()
  for (const query of [`?id=${json.id}`, '?text=needle'])
    expect((await page(harness, `/events${query}`)).data).toMatchObject([{ event: { id: json.id } }])
  expect((await walk(harness, '/events', 7)).items.at(-1)).toMatchObject({ event: { id: json.id } })
  // A page tells how many events it has looked at for what it shows.
  for (const [query, scanned] of [
    ['/events?text=needle', 31],
    ['/events?limit=7', 7],
    ['/deliveries?state=abandoned', 31],
  ] as const)
    expect(await page(harness, query)).toMatchObject({ scanned })
})

test('webhooks are paged over both modes and filtered, without their secrets', async () => {
  const harness = createHarness()
  const { clock, createWebhook } = harness
  const made: string[] = []
  for (const [index, key] of ['sk_live_mock', 'sk_test_mock', 'sk_live_mock', 'sk_test_mock'].entries()) {
    const body = {
      url: `https://shop.example/${index}`,
      events: index === 3 ? ['*'] : [`type.${index}`],
      description: `Number ${index}`,
    }
    made.push((await createWebhook(body, { key })).id)
    await clock.advance(1_000)
  }
  const order = [made[2], made[0], made[3], made[1]]
  const ids = async (query: string) => (await page(harness, `/webhooks${query}`)).data.map(({ id }) => id)
  expect(await ids('')).toEqual(order)
  for (const limit of [1, 2, 3]) {
    const { items } = await walk(harness, '/webhooks', limit)
    expect(items.map(({ id }) => id)).toEqual(order)
    expect(JSON.stringify(items)).not.toContain('whsec_')
  }
  expect(await ids('?type=type.0')).toEqual([made[0], made[3]])
  expect(await ids('?mode=test')).toEqual([made[3], made[1]])
  expect(await ids('?text=number%202')).toEqual([made[2]])
  expect(await ids(`?id=${made[1]}`)).toEqual([made[1]])
  expect(await ids('?state=disabled')).toEqual([])
  expect(await ids('?until=2026-11-21T03:00:01Z')).toEqual([made[0]])
})
