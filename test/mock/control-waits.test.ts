import { expect, test } from 'vitest'
import { verify } from '@event-delivery/sdk/webhooks'
import { answering, createHarness } from '../support/backend'

interface Entry {
  number: number
  eventId: string
  eventType: string
  outcome: string
}

test('a wait ends with the next attempt that is as asked, and goes on behind it', async () => {
  const harness = createHarness({}, answering(500, 204))
  const { clock, control, createEvent, createWebhook } = harness
  await createWebhook()
  const waiting = control<Entry>('GET /deliveries/next?type=order.paid&outcome=delivered&wait=60')
  await createEvent({ type: 'order.sent' })
  await harness.backend.waitForIdle({ timeout: 60_000 })
  const { json } = await createEvent()
  const found = await waiting
  expect(found.status).toBe(200)
  expect(found.json).toMatchObject({ eventId: json.id, eventType: 'order.paid', outcome: 'delivered' })
  // What came before is found too, unless a number says from where on.
  const first = await control<Entry>('GET /deliveries/next?wait=0')
  expect(first.json).toMatchObject({ eventType: 'order.sent', outcome: 'failed' })
  const further = control<Entry>(`GET /deliveries/next?after=${found.json.number}&wait=60`)
  await clock.advance(60_000)
  expect((await further).json).toMatchObject({ eventType: 'order.sent', outcome: 'delivered' })
})

test('a wait in vain is answered 204, also when the journal is cleared or the mock ends', async () => {
  const { backend, control, createEvent, createWebhook } = createHarness()
  await createWebhook()
  expect((await control('GET /deliveries/next?type=order.paid&wait=0')).status).toBe(204)
  await createEvent()
  await backend.waitForIdle({ timeout: 60_000 })
  const waiting = control<Entry>('GET /deliveries/next?type=later&wait=60')
  await backend.reset()
  await createWebhook()
  await createEvent({ type: 'later' })
  expect((await waiting).json).toMatchObject({ eventType: 'later' })
  const last = control('GET /deliveries/next?type=never&wait=60')
  await backend.drain()
  expect((await last).status).toBe(204)
})

test('one signed delivery goes to a URL without a webhook, and leaves no event behind', async () => {
  const { control, list, received } = createHarness()
  const secret = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz'
  const url = 'https://elsewhere.example/hooks'
  const made = await control<{ event: string; secret: string }>('POST /deliveries', {
    url,
    type: 'a.b',
    data: { n: 1 },
    secret,
  })
  expect(made.status).toBe(201)
  const { json } = await control<Entry>(`GET /deliveries/next?event=${made.json.event}&wait=60`)
  expect(json).toMatchObject({ eventType: 'a.b', outcome: 'delivered', url })
  expect(received[0]!.url).toBe(url)
  await verify(received[0]!, { secret, now: () => received[0]!.at })
  expect(JSON.parse(received[0]!.body)).toMatchObject({ type: 'a.b', data: { n: 1 } })
  expect(await list('/v1/events')).toEqual([])
  // Without a secret one is made and told.
  const other = await control<{ event: string; secret: string }>('POST /deliveries', { url })
  await control(`GET /deliveries/next?event=${other.json.event}&wait=60`)
  await verify(received[1]!, { secret: other.json.secret, now: () => received[1]!.at })
})

test('a delivery without a webhook has the digits of its payload as they were sent', async () => {
  const { backend, received } = createHarness()
  const data = '{"id":12345678901234567890}'
  const body = `{"url":"https://elsewhere.example","data":${data}}`
  const headers = { 'content-type': 'application/json' }
  await backend.fetch(new Request('http://localhost/__mock/deliveries', { method: 'POST', headers, body }))
  await backend.waitForIdle()
  expect(received[0]!.body).toContain(`"data":${data}`)
})

test('the journal is an HTTP archive of requests and deliveries, with keys and secrets hidden', async () => {
  const key = 'sk_live_0123456789abcdefghijklmn'
  const harness = createHarness({ keys: [{ key }] }, () => new Response(`{"got":"${key}"}`, { status: 202 }))
  const { control, createWebhook, deliver } = harness
  const { secret } = await createWebhook({}, { key })
  const { json } = await deliver({ data: { note: key } }, { key })
  const har = (
    await control<{ log: { version: string; entries: Record<string, never>[] } }>('GET /journal.har')
  ).json
  expect(har.log.version).toBe('1.2')
  expect(har.log.entries).toMatchObject([
    { request: { method: 'POST', url: 'http://localhost/v1/webhooks' }, response: { status: 201 } },
    { request: { method: 'POST', url: 'http://localhost/v1/events' }, response: { status: 201 } },
    { request: { method: 'POST', url: 'https://shop.example/hooks' }, response: { status: 202 }, time: 0 },
  ])
  const text = JSON.stringify(har)
  expect(text).toContain(json.id)
  expect(text).not.toContain(key)
  expect(text).not.toContain(secret)
})
