import { onTestFinished, expect, test } from 'vitest'
import type { Dialect } from '@event-delivery/mock'
import { createDeliveryFetch, createForwards } from '@event-delivery/mock/node'
import { answering, createHarness } from '../support/backend'
import { serveFetch } from '../support/node-server'

/** The delivery of one event, as a real receiver on loopback gets it. */
async function deliveryIn(dialect: Dialect) {
  const received: { headers: Headers; body: string }[] = []
  const receiver = await serveFetch(
    async (request) => {
      received.push({ headers: request.headers, body: await request.text() })
      return new Response(null, { status: 204 })
    },
    { until: onTestFinished },
  )
  const url = 'https://shop.example/hooks'
  const forwards = createForwards([{ from: url, to: receiver.baseUrl }])
  const options = { dialect, forwards, fetch: createDeliveryFetch({ forwards }) }
  const { backend, createWebhook, deliver } = createHarness(options)
  const { json: webhook } = await createWebhook({ url })
  const { json: event } = await deliver({ data: { order: 1, text: 'é "' } })
  expect(received).toHaveLength(1)
  const [attempt] = backend.deliveries()
  expect(attempt!.body).toBe(received[0]!.body)
  return { webhook, event, ...received[0]! }
}

test('a template is filled in over the wire', async () => {
  const { webhook, event, body } = await deliveryIn({
    extras: { event: { object: { constant: 'event' } } },
    deliveryBody: {
      id: '{id:msg_}',
      kind: 'event.created',
      count: 7,
      none: null,
      list: ['{event.type}', { at: '{event.created}' }],
      to: '{webhook.id}',
      attempt: '{attempt}',
      sentence: '{event.id} to {webhook.id}: {event.data}',
      event: '{event}',
      payload: '{event.data}',
      packed: '{text:event}',
    },
  })
  const data = { order: 1, text: 'é "' }
  expect(JSON.parse(body)).toEqual({
    id: expect.stringMatching(/^msg_[\dA-Za-z]{20}$/) as string,
    kind: 'event.created',
    count: 7,
    none: null,
    list: ['order.paid', { at: event.created }],
    to: webhook.id,
    attempt: 1,
    sentence: `${event.id} to ${webhook.id}: ${JSON.stringify(data)}`,
    event,
    payload: data,
    packed: JSON.stringify(event),
  })
})

test.each([
  ['json', 'application/json', (body: string) => body],
  ['json-string', 'application/json', (body: string) => JSON.parse(body) as string],
  ['form', 'application/x-www-form-urlencoded', (body: string) => new URLSearchParams(body).get('payload')!],
] as const)('the body of a delivery is written as %s', async (deliveryEncoding, type, decoded) => {
  const { headers, body, event } = await deliveryIn({ deliveryEncoding })
  expect(headers.get('content-type')).toBe(type)
  expect(JSON.parse(decoded(body))).toEqual(event)
})

test('a delivery has further headers, and an unknown signature the shape of its sample', async () => {
  const { headers, event, webhook } = await deliveryIn({
    headers: {
      delivery: {
        'X-Event': { template: '{type} {id}' },
        'x-hook': { copy: 'webhook.id' },
        'x-attempt': { copy: 'attempt' },
        'user-agent': { constant: 'Hooks/1.0' },
        'content-type': { constant: 'application/cloudevents+json' },
      },
    },
    signature: {
      scheme: 'unknown',
      header: 'x-seal',
      sample: 'keyId="k1",t=1764000000,ed25519=:a9XkQ2vB7Lr0pZt5Yw8n==:',
    },
  })
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-event': `order.paid ${event.id}`,
    'x-hook': webhook.id,
    'x-attempt': '1',
    'user-agent': 'Hooks/1.0',
    'content-type': 'application/cloudevents+json',
    'x-seal': expect.stringMatching(/^keyId="k1",t=\d{10},ed25519=:[a-zA-Z\d]{20}==:$/) as string,
  })
  expect(headers.get('x-seal')).not.toContain('a9XkQ2vB7Lr0pZt5Yw8n')
})

test('an attempt after another has the same id, and a number of its own', async () => {
  const { backend, clock, createWebhook, deliver, received } = createHarness(
    {
      dialect: {
        deliveryBody: { id: '{id:d_}', attempt: '{attempt}', at: '{now}' },
        headers: { delivery: { 'x-attempt': { copy: 'attempt' } } },
        signature: { scheme: 'unknown', sample: 'abcdefgh1234' },
      },
    },
    answering(500, 204),
  )
  await createWebhook()
  await createWebhook({ url: 'https://other.example/' })
  await deliver()
  await clock.advance(60 * 60 * 1_000)
  await backend.waitForIdle()
  const sent = received.map(({ body }) => JSON.parse(body) as { id: string; attempt: number; at: string })
  expect(sent.map(({ attempt }) => attempt)).toEqual([1, 1, 2])
  expect(received.map(({ headers }) => headers.get('x-attempt'))).toEqual(['1', '1', '2'])
  expect(new Set(sent.map(({ id }) => id)).size).toBe(2)
  expect(sent[2]!.at > sent[0]!.at).toBe(true)
})
