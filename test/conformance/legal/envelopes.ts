import { createCipheriv, randomBytes } from 'node:crypto'
import type { Choices } from './dimensions'
import type { Fields } from './account'

/** The subject of a delivery: its event and its webhook. */
export interface Subject {
  /** The event as the service shows it. */
  event: Fields
  /** The delivery's own id, and a time as the service writes it. */
  id: string
  at: string
}

/** A delivery's content: a JSON value, or a text of another type, or nothing. */
export interface Content {
  json?: unknown
  text?: string
  type?: string
  headers?: Record<string, string>
  /** Parameters that are added to the URL. */
  query?: Record<string, string>
}

/** Characters of the longest event that a header holds. */
const mostInHeader = 4_000
const boundary = 'legal-service-boundary'

/** Puts an event into a delivery, in the way of the choice. */
export const envelopes: Record<Choices['envelope'], (subject: Subject) => Content> = {
  event: ({ event }) => ({ json: event }),
  'standard-webhooks': ({ event, at }) => ({ json: { type: event.type, timestamp: at, data: event.data } }),
  'event-created': ({ event }) => ({ json: { type: 'event.created', data: event } }),
  'own-id': ({ event, id, at }) => ({
    json: { id, object: 'delivery', type: 'delivery', created: at, event, attempt: { number: 1 } },
  }),
  'own-id-flat': ({ event, id, at }) => ({
    json: { id, type: event.type, created: at, data: event.data, eventId: event.id },
  }),
  'json-string': ({ event }) => ({ json: JSON.stringify(event) }),
  form: ({ event }) => ({
    text: new URLSearchParams({ source: 'events', payload: JSON.stringify(event) }).toString(),
    type: 'application/x-www-form-urlencoded',
  }),
  list: ({ event }) => ({ json: { batch: [event], count: 1 } }),
  base64: ({ event, id }) => ({
    json: { message: { messageId: id, data: Buffer.from(JSON.stringify(event)).toString('base64') } },
  }),
  xml: ({ event }) => ({
    text: `<?xml version="1.0"?><event><json>${escapeMarkup(JSON.stringify(event))}</json></event>`,
    type: 'application/xml',
  }),
  multipart: ({ event }) => ({
    text:
      `--${boundary}\r\nContent-Disposition: form-data; name="event"\r\nContent-Type: application/json\r\n\r\n` +
      `${JSON.stringify(event)}\r\n--${boundary}--\r\n`,
    type: `multipart/form-data; boundary=${boundary}`,
  }),
  thin: ({ event, at }) => ({ json: { notification: 'event', event_id: event.id, sent: at } }),
  'headers-only': ({ event, id }) => ({
    text: '',
    headers: { 'X-Event-Id': String(event.id), 'X-Delivery': id },
  }),
  // A header holds no text beyond ASCII, so that services encode it or leave it out.
  'type-in-header': ({ event }) => ({
    text: '',
    headers: {
      'X-Event-Type': Buffer.from(String(event.type))
        .toString('latin1')
        .replace(/[^!-~]/g, '?'),
    },
  }),
  'id-and-type-in-headers': ({ event }) => {
    const type = String(event.type)
    const isPlain = /^[!-~]+$/.test(type)
    return {
      text: '',
      headers: { 'X-Event-Id': String(event.id), ...(isPlain ? { 'X-Event-Type': type } : {}) },
    }
  },
  'event-in-header': ({ event }) => {
    const json = JSON.stringify(event)
    // An event that is too long for a header comes in the body.
    if (json.length > mostInHeader) return { text: json }
    return { text: '', headers: { 'X-Event': Buffer.from(json).toString('base64url') } }
  },
  query: ({ event, at }) => ({
    text: '',
    query: { type: String(event.type), at },
  }),
  'event-in-query': ({ event }) => ({
    text: '',
    query: { payload: JSON.stringify(event) },
  }),
  'base64-body': ({ event }) => ({
    text: Buffer.from(JSON.stringify(event)).toString('base64'),
    type: 'application/octet-stream',
  }),
  nothing: () => ({ text: '' }),
  encrypted: ({ event }) => ({ json: { alg: 'A256GCM', ciphertext: encrypted(JSON.stringify(event)) } }),
  'cloudevents-binary': ({ event, id, at }) => ({
    json: event.data,
    headers: {
      'Ce-Specversion': '1.0',
      'Ce-Id': id,
      'Ce-Source': '/v1/events',
      'Ce-Time': at,
      'Ce-Type': encodeURIComponent(Buffer.from(String(event.type)).toString()),
      'Ce-Subject': encodeURIComponent(String(event.id)),
    },
  }),
  'flat-form': ({ event }) => ({
    text: new URLSearchParams(flat(event)).toString(),
    type: 'application/x-www-form-urlencoded',
  }),
  'text-in-json': ({ event, id, at }) => ({
    json: { Type: 'Notification', MessageId: id, Message: JSON.stringify(event), Timestamp: at },
  }),
  'json-api': ({ event }) => {
    const { id, ...attributes } = event
    return { json: { data: { type: 'events', id, attributes }, jsonapi: { version: '1.1' } } }
  },
}

/** A text that only the owner of a key reads, which no receiver is given. */
function encrypted(text: string): string {
  const cipher = createCipheriv('aes-256-gcm', randomBytes(32), randomBytes(12))
  return Buffer.concat([cipher.update(text), cipher.final()]).toString('base64')
}

/** The values of a JSON object as the fields of a form, named by their paths. */
function flat(value: unknown, name = ''): [string, string][] {
  if (typeof value !== 'object' || value === null)
    return [[name, typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)]]
  return Object.entries(value).flatMap(([key, part]) => flat(part, name === '' ? key : `${name}[${key}]`))
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

const jsonTypes: Record<Choices['deliveryType'], string | undefined> = {
  usual: 'application/json',
  'with-charset': 'application/json; charset=utf-8',
  cloudevents: 'application/cloudevents+json',
  text: 'text/plain',
  absent: undefined,
}

/** The content type of a delivery; `undefined` where the service sends none. */
export function contentTypeOf({ json, type }: Content, { deliveryType }: Choices): string | undefined {
  return json === undefined ? type : jsonTypes[deliveryType]
}
