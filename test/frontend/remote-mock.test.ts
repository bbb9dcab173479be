import { expect, onTestFinished, test } from 'vitest'
import { createBackend, createInbox, type BackendOptions } from '@event-delivery/mock'
import { serve } from '@event-delivery/mock/node'
import { toHaveDeliveredInTime } from '../../mock/testing/page-matcher'
import { createRemoteMock, type RemoteMock } from '../../mock/testing/remote-mock'

const hook = 'https://shop.example/hooks'
const headers = { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' }

/** A mock that listens on a free port. */
async function startMock(options: BackendOptions = {}) {
  const backend = createBackend({ fetch: createInbox().fetch, ...options })
  const server = await serve(backend, { port: 0 })
  onTestFinished(async () => void (await Promise.all([backend.close(), server.close()])))
  return server
}

const post = (mock: RemoteMock, path: string, body: object) =>
  mock.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })

async function deliver(mock: RemoteMock, type: string) {
  await post(mock, '/v1/webhooks', { url: hook, events: ['*'] })
  await post(mock, '/v1/events', { type, data: {} })
}

const positive = { isNot: false, timeout: 300_000 }

test('two sessions of one mock do not see each other', async () => {
  const { baseUrl } = await startMock()
  const [first, second] = ['first', 'second'].map((session) => createRemoteMock({ baseUrl, session }))
  await deliver(first!, 'order.paid')
  await first!.waitForIdle()
  expect(await first!.deliveries()).toMatchObject([{ eventType: 'order.paid', outcome: 'delivered' }])
  expect(await second!.deliveries()).toEqual([])
  expect((await second!.snapshot()).events).toEqual([])
})

test('a fault and the clock are set over HTTP', async () => {
  const { baseUrl } = await startMock()
  const mock = createRemoteMock({ baseUrl: `${baseUrl}/` })
  await mock.addFault({ kind: 'status', status: 503, times: 1 })
  expect((await mock.fetch('/v1/events', { headers })).status).toBe(503)
  const before = Date.parse((await mock.snapshot()).now)
  await mock.advance(3_600_000)
  expect(Date.parse((await mock.snapshot()).now) - before).toBeGreaterThanOrEqual(3_600_000)
})

test('a refusal of the mock is an error that says why', async () => {
  const mock = createRemoteMock(await startMock())
  await expect(mock.addFault({ kind: 'nothing' } as never)).rejects.toThrow(
    /answered 400 to \/__mock\/faults: .*kind/,
  )
})

test('the token goes to the control routes alone', async () => {
  const controlToken = 'a-token-of-the-tests'
  const mock = createRemoteMock({ ...(await startMock({ controlToken })), controlToken })
  expect(await mock.deliveries()).toEqual([])
  expect((await mock.fetch('/v1/events', { headers })).status).toBe(200)
})

test('the matcher looks until the delivery is there, and behind not it looks once', async () => {
  const mock = createRemoteMock(await startMock())
  const met = toHaveDeliveredInTime.call(positive, mock, { type: 'order.paid', to: hook })
  await deliver(mock, 'order.paid')
  expect((await met).pass).toBe(true)
  const unwanted = await toHaveDeliveredInTime.call({ ...positive, isNot: true }, mock, {
    type: 'order.sent',
  })
  expect(unwanted.pass).toBe(false)
})

test('the matcher gives up when its time is over, and lists what was delivered instead', async () => {
  const mock = createRemoteMock(await startMock())
  await deliver(mock, 'order.paid')
  await mock.waitForIdle()
  const outcome = await toHaveDeliveredInTime.call(positive, mock, { type: 'order.sent', timeout: 0 })
  expect(outcome.pass).toBe(false)
  expect(outcome.message()).toMatch(/"order\.sent".* 0 found\. Delivered or tried:\n {2}order\.paid evt_/)
})

test('a receiver that does not answer fails the matcher behind not', async () => {
  const mock = createRemoteMock(await startMock({ fetch: () => new Promise(() => {}) }))
  await deliver(mock, 'order.paid')
  const negative = { isNot: true, timeout: 0 }
  await expect(toHaveDeliveredInTime.call(negative, mock, {})).rejects.toThrow(
    /still under way after 0 ms\. The receiver has not answered:\n {2}evt_\w+ to https:\/\/shop\.example\/hooks \(webhook wh_/,
  )
})
