import { expect, test } from 'vitest'
import { answering, createHarness, type Harness, never } from '../support/backend'

interface Shown {
  id: string
  state: string
  attempts: number
  entries: number[]
  last?: { number?: number; attempt: number }
  history: {
    attempt?: number
    at: string
    outcome: string
    status?: number
    answer?: string
    resent?: boolean
  }[]
}

const shown = ({ list }: Harness, query = '') => list<Shown>(`/__mock/deliveries${query}`)
const fourDays = 4 * 24 * 60 * 60_000

test('each attempt is remembered with the beginning of its answer, also when the journal has dropped it', async () => {
  const secret = 'whsec_c2VjcmV0IG9mIHNvbWVib2R5'
  const answer = `${'ä'.repeat(2_030)}${secret} ${'x'.repeat(9_000)}`
  const harness = createHarness({ limits: { journal: 1 } }, () => new Response(answer, { status: 500 }))
  const { clock, createWebhook, deliver } = harness
  await createWebhook()
  const { json: event } = await deliver()
  await clock.advance(fourDays)
  await deliver()
  const [delivery] = await shown(harness, `?event=${event.id}`)
  expect(delivery).toMatchObject({
    state: 'abandoned',
    attempts: 10,
    entries: [],
    last: { attempt: 10, status: 500 },
  })
  expect(delivery!.last).not.toHaveProperty('number')
  expect(delivery!.history.map(({ attempt, outcome }) => [attempt, outcome])).toEqual(
    Array.from({ length: 10 }, (_, index) => [index + 1, index < 9 ? 'failed' : 'abandoned']),
  )
  const [{ answer: kept, ...first }] = delivery!.history as [Shown['history'][number]]
  expect(first).toEqual({
    attempt: 1,
    at: '2026-11-21T03:00:00.000Z',
    outcome: 'failed',
    status: 500,
    duration: 0,
  })
  expect(kept).toMatch(/^ä{2030}whsec_\.\.\. x*$/)
  expect(new TextEncoder().encode(kept)).toHaveLength(4_096)
  expect(await shown(harness, `?text=${'x'.repeat(20)}`)).toHaveLength(2)
})

test('a delivery is dropped with its webhook, whether it waits or is under way, and is no failed one', async () => {
  const harness = createHarness({}, ({ url }, count) =>
    (url.endsWith('hangs') ? never : answering(500))({} as never, count),
  )
  const { backend, call, control, createEvent, createWebhook, received } = harness
  const webhooks = [
    await createWebhook({ url: 'https://shop.example/hangs' }),
    await createWebhook({ url: 'https://shop.example/fails' }),
  ]
  await createEvent()
  await expect
    .poll(async () => (await shown(harness)).map(({ state }) => state).sort())
    .toEqual(['sending', 'waiting'])
  for (const { id } of webhooks) await call('DELETE', `/v1/webhooks/${id}`)
  await backend.waitForIdle()
  const found = await shown(harness, '?state=dropped')
  expect(found).toHaveLength(2)
  expect(found.map(({ attempts }) => attempts)).toEqual([1, 1])
  expect((await control('POST /deliveries/redeliver')).json).toMatchObject({ failed: 0, sent: 0 })
  expect(received).toHaveLength(2)
})

test('what failed is sent again at a pace, once where two ask at once, and what failed within a window alone', async () => {
  let status = 500
  const harness = createHarness({}, () => new Response(null, { status }))
  const { backend, clock, control, createWebhook, deliver, received } = harness
  await createWebhook()
  for (let index = 0; index < 4; index++) {
    await deliver()
    await clock.advance(fourDays)
  }
  const failed = await shown(harness)
  const since = failed[2]!.history.at(-1)!.at
  status = 204
  received.length = 0
  const begin = clock.now()
  const body = { since, rate: 2 }
  // The second one finds them waiting, or nothing that failed.
  await Promise.all([1, 2].map(() => control('POST /deliveries/redeliver', body)))
  await backend.waitForIdle()
  expect(received).toHaveLength(1)
  const waiting = await shown(harness, '?state=waiting')
  expect(waiting).toMatchObject([{ schedule: [{ attempt: 11 }] }, { schedule: [{ attempt: 11 }] }])
  await clock.advance(10_000)
  expect(received.map(({ at }) => at - begin)).toEqual([0, 500, 1_000])
  expect((await shown(harness)).map(({ state }) => state)).toEqual([
    'delivered',
    'delivered',
    'delivered',
    'abandoned',
  ])
  const until = { until: since }
  expect((await control('POST /deliveries/redeliver', until)).json).toMatchObject({ failed: 1, sent: 1 })
})

test('a replacement of all data forgets what was remembered', async () => {
  const harness = createHarness({}, answering(500))
  const { backend, createWebhook, deliver } = harness
  await createWebhook()
  await deliver()
  const snapshot = await backend.snapshot()
  await backend.restore(snapshot)
  expect((await shown(harness)).map(({ attempts, history }) => [attempts, history])).toEqual([[1, []]])
})
