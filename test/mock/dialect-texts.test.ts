import { expect, test } from 'vitest'
import type { Dialect } from '@event-delivery/mock'
import { createHarness } from '../support/backend'

/** The first delivery of an event, and the event as its creation returned it. */
async function deliveryIn(dialect: Dialect) {
  const { createWebhook, deliver, received } = createHarness({ dialect })
  await createWebhook()
  const { json: event } = await deliver({ data: { text: 'é <"&">' } })
  return { event, ...received[0]! }
}

const asText = (body: unknown) => new TextDecoder().decode(body as Uint8Array)

test.each([
  [
    '<e>{markup}</e>',
    (text: string) =>
      text
        .slice(3, -4)
        .replace(/&quot;/g, '"')
        .replace(/&lt;/g, '<')
        .replace(/&gt;/g, '>')
        .replace(/&amp;/g, '&'),
  ],
  ['a=1&b={form}', (text: string) => new URLSearchParams(text).get('b')!],
  ['--x\r\n{json}\r\n--x--', (text: string) => text.split('\r\n')[1]!],
  ['data:{base64}', (text: string) => Buffer.from(text.slice(5), 'base64').toString()],
])('the event stands in the text %s', async (template, decoded) => {
  const { body, event, headers } = await deliveryIn({ deliveryEncoding: { template } })
  expect(JSON.parse(decoded(body))).toEqual(event)
  expect(headers.get('content-type')).toBe('text/plain')
})

test('a delivery may have neither a body nor a content type', async () => {
  const { body, headers } = await deliveryIn({ deliveryEncoding: 'empty' })
  expect(asText(body)).toBe('')
  expect(headers.has('content-type')).toBe(false)
})

test('a header whose constant is null is not sent', async () => {
  const { body, event, headers } = await deliveryIn({
    headers: { delivery: { 'content-type': { constant: null }, 'x-kept': { constant: 'yes' } } },
  })
  expect(JSON.parse(asText(body))).toEqual(event)
  expect([headers.has('content-type'), headers.get('x-kept')]).toEqual([false, 'yes'])
})

test('each delivery signs an id of its own where the dialect has a prefix for it', async () => {
  const { headers, event } = await deliveryIn({
    signature: { scheme: 'standard-webhooks', idPrefix: 'dlv_' },
  })
  expect(headers.get('webhook-id')).toMatch(/^dlv_\w{20}$/)
  expect(headers.get('webhook-id')).not.toContain(event.id)
})

test('a template may hold the event in base64', async () => {
  const { body, event } = await deliveryIn({ deliveryBody: { packed: '{base64:event}' } })
  const { packed } = JSON.parse(body) as { packed: string }
  expect(JSON.parse(Buffer.from(packed, 'base64').toString())).toEqual(event)
})
