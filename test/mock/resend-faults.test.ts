import { expect, test } from 'vitest'
import { createHarness } from '../support/backend'

const refused = () => new Response('closed', { status: 503 })

test('a fault strikes the attempt that is brought forward, and no delivery that is sent beside the schedule', async () => {
  const { backend, call, createWebhook, createEvent } = createHarness({}, refused)
  await createWebhook()
  await createEvent()
  await backend.waitForIdle()
  const id = backend.deliveries()[0]?.deliveryId ?? ''
  backend.faults.add({ kind: 'connection-refused', webhook: '*' })
  await call('POST', `/__mock/deliveries/${id}/resend`, { key: null, body: {} })
  await backend.waitForIdle()
  expect(backend.deliveries().at(-1)).toMatchObject({ resent: true, status: 503 })
  expect(backend.deliveries().at(-1)?.fault).toBeUndefined()
  expect(backend.faults.list()).toMatchObject([{ hits: 0, draw: 1 }])

  await call('POST', `/__mock/deliveries/${id}/attempt`, { key: null, body: {} })
  await backend.waitForIdle()
  expect(backend.deliveries().at(-1)?.fault).toContain('kind=connection-refused')
  expect(backend.deliveries().at(-1)?.status).toBeUndefined()
  expect(backend.faults.list()).toMatchObject([{ hits: 1 }])
})
