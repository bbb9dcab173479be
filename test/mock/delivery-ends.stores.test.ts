import { expect, test } from 'vitest'
import { answering, attempted, createHarness, never, type Receiver } from '../support/backend'
import { eventually } from '../support/eventually'

const hour = 3_600_000
const failing: Receiver = answering(500)

test('a deleted webhook gets no further delivery, its pending retries included, and others go on', async () => {
  const { call, clock, createWebhook, deliver, received } = createHarness({}, failing)
  const gone = await createWebhook({ url: 'https://gone.example' })
  await createWebhook({ url: 'https://stays.example' })
  await deliver()
  await call('DELETE', `/v1/webhooks/${gone.id}`)
  received.length = 0
  await deliver()
  await clock.advance(hour)
  expect(new Set(received.map(({ url }) => url))).toEqual(new Set(['https://stays.example']))
  expect(received).toHaveLength(7)
})

test('a secret that does not fit the scheme fails the delivery, and says so', async () => {
  const webhooks = [{ url: 'https://shop.example', events: ['*'], secret: 'whsec_!' }]
  const { backend, deliver, received } = createHarness({ seed: { webhooks } })
  await deliver()
  expect(received).toEqual([])
  const [attempt] = backend.deliveries()
  expect(attempt?.outcome).toBe('failed')
  expect(attempt?.error).toMatch(/secret/)
})

test('a delivery that was not sent when its webhook was deleted is not sent', async () => {
  const { backend, call, createEvent, createWebhook, received } = createHarness({}, () => new Response())
  const { id } = await createWebhook()
  await createEvent()
  const deleted = await call('DELETE', `/v1/webhooks/${id}`)
  const then = received.length
  expect(deleted.status).toBe(200)
  await backend.waitForIdle()
  expect(received).toHaveLength(then)
})

test('a delivery under way is abandoned when its webhook is deleted', async () => {
  const { backend, call, createEvent, createWebhook, received } = createHarness({}, never)
  const { id } = await createWebhook()
  await createEvent()
  await eventually(() => expect(received).toHaveLength(1))
  await call('DELETE', `/v1/webhooks/${id}`)
  await backend.waitForIdle()
  expect(backend.deliveries()).toMatchObject([
    { outcome: 'abandoned', error: 'the webhook was deleted', retryAt: undefined },
  ])
})

test('a delivery under way at a reset does not affect later deliveries', async () => {
  const answers: ((answer: Response) => void)[] = []
  const { backend, clock, createEvent, createWebhook, received } = createHarness(
    {},
    () => new Promise((resolve) => answers.push(resolve)),
  )
  await createWebhook({ url: 'https://before.example' })
  await createEvent()
  await eventually(() => expect(received).toHaveLength(1))
  await backend.reset()
  await createWebhook({ url: 'https://after.example' })
  await createEvent()
  await eventually(() => expect(received).toHaveLength(2))
  answers[0]?.(new Response(null, { status: 200 }))
  answers[1]?.(new Response(null, { status: 503 }))
  await backend.waitForIdle()
  expect(backend.deliveries()).toMatchObject([{ url: 'https://after.example', outcome: 'failed' }])
  void clock.advance(hour)
  await eventually(() => expect(received).toHaveLength(3))
  expect(received[2]?.url).toBe('https://after.example')
})

test('after close nothing is delivered any more', async () => {
  const { backend, clock, received } = await attempted({}, failing)
  await backend.close()
  await clock.advance(hour)
  expect(received).toHaveLength(1)
})
