import { deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readingsOf } from '../contract/receiver/readings'

const event = '{"id":"evt_1","type":"order.paid","data":{"order":1042}}'
const base64 = Buffer.from(event).toString('base64')
const bodies: Record<string, string | Uint8Array> = {
  'as it is': event,
  'as a JSON string': JSON.stringify(event),
  'as the member of an object': JSON.stringify({ sent: 'now', payload: event }),
  'in base64 in an object of a list': JSON.stringify([{ sent: 'now', payload: base64 }]),
  'in base64 twice': Buffer.from(base64).toString('base64'),
  'in hex': Buffer.from(event).toString('hex'),
  compressed: gzipSync(event),
  'in base64 of what was compressed': gzipSync(event).toString('base64'),
  'in a field of a form': new URLSearchParams({ sent: 'now', payload: event }).toString(),
  'in markup': `<event>${event.replaceAll('"', '&quot;')}</event>`,
  'in markup as it is': `<event><![CDATA[${event}]]></event>`,
  'in a part of a multipart body': `--b\r\nContent-Disposition: form-data; name="e"\r\n\r\n${event}\r\n--b--`,
  'in a line of a stream': `event: order.paid\ndata: ${event}\n`,
  'in a token': `e30.${Buffer.from(event).toString('base64url')}.c2lnbmF0dXJl`,
}

test.each(Object.entries(bodies))('an event is read in a delivery that holds it %s', (_how, body) => {
  const delivery = { path: '/hooks', headers: new Headers(), body: Buffer.from(body) }
  expect(readingsOf(delivery).map(({ text }) => text)).toContain(event)
})

test.each<[string, Parameters<typeof readingsOf>[0]]>([
  [
    'a query',
    { path: `/hooks?payload=${encodeURIComponent(event)}`, headers: new Headers(), body: Buffer.of() },
  ],
  ['a header', { path: '/hooks', headers: new Headers({ 'x-event': base64 }), body: Buffer.of() }],
  [
    'a body with a content encoding',
    { path: '/hooks', headers: new Headers({ 'content-encoding': 'deflate' }), body: deflateSync(event) },
  ],
])('an event is read in %s', (_where, delivery) => {
  expect(readingsOf(delivery).map(({ text }) => text)).toContain(event)
})
