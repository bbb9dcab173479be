import type { CompleteDialect } from '../../generated/dialect'
import { scanJson } from '../http/request-body'
import type { Settings } from '../settings/settings'
import { chanceOf, text, type Fields } from '../settings/sources'
import { likeSample, type Chance } from '../settings/shapes'
import { timestampWriter } from '../settings/timestamp'
import type { StoredEvent } from '../store/records'
import type { ClaimedDelivery } from '../store/claims'

/** The bytes of one attempt, as text, and the headers that depend on the dialect. The signature is made of them. */
export interface Message {
  body: string
  headers: Record<string, string>
  /** Parameters that are added to the query of the URL (OQ-38). */
  query?: Record<string, string>
  /** The id that is signed, where it is not that of the event. */
  signedId?: string
}

/** Makes the message of an attempt that is sent at `now`. */
export type Envelope = (delivery: ClaimedDelivery, now: number) => Message

const eventFields = ['id', 'type', 'created', 'data'] as const

type Encoding = CompleteDialect['deliveryEncoding']
type KnownEncoding = Extract<Encoding, string>

const contentTypes: Record<KnownEncoding, string | undefined> = {
  json: 'application/json',
  'json-string': 'application/json',
  form: 'application/x-www-form-urlencoded',
  empty: undefined,
}

const encodings: Record<KnownEncoding, (json: string) => string> = {
  json: (json) => json,
  'json-string': (json) => JSON.stringify(json),
  form: (json) => new URLSearchParams({ payload: json }).toString(),
  empty: () => '',
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** The ways in which a text that a dialect states may hold the JSON of a delivery. */
const writers: Readonly<Record<string, (json: string) => string>> = {
  json: (json) => json,
  form: (json) => new URLSearchParams({ '': json }).toString().slice(1),
  markup: (json) => json.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign),
  base64: base64,
}

function base64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''))
}

const shapes: Readonly<Record<string, (length: number) => string>> = {
  hex: (length) => 'a1'.repeat(length).slice(0, length),
  random: (length) => 'aA1'.repeat(length).slice(0, length),
}

/** The text of a placeholder for a time or for chance; `undefined` for another one. */
function timeOrChance(name: string, now: number, chance: Chance): string | undefined {
  const [, kind = '', length] = /^(random|hex):(\d{1,3})$/.exec(name) ?? []
  const sample = name === 'uuid' ? '5f0c1d2e-3a4b-4c5d-8e6f-7a8b9c0d1e2f' : shapes[kind]?.(Number(length))
  if (sample !== undefined) return String(likeSample({ kind: 'id', sample }, chance))
  if (name === 'unix') return String(Math.floor(now / 1_000))
  return name === 'unix:milliseconds' ? String(now) : undefined
}

type Encode = (json: string, deliveryId: string, now: number) => string

function encoderOf(encoding: Encoding): Encode {
  if (typeof encoding === 'string') return encodings[encoding]
  return (json, deliveryId, now) => {
    const chance = chanceOf(deliveryId, now)
    return encoding.template.replace(
      /\{([\w:]+)\}/g,
      (written, name: string) => writers[name]?.(json) ?? timeOrChance(name, now, chance) ?? written,
    )
  }
}

/** The headers that a dialect wants left out, by a constant that is null. */
function leftOut({ headers }: CompleteDialect): string[] {
  return Object.entries(headers.delivery ?? {}).flatMap(([name, source]) =>
    'constant' in source && source.constant === null ? [name.toLowerCase()] : [],
  )
}

/** The envelope of a dialect: its template, its encoding and its headers. */
export function createEnvelope({ dialect, additions }: Pick<Settings, 'dialect' | 'additions'>): Envelope {
  const { deliveryBody, deliveryEncoding, signature } = dialect
  const template = typeof deliveryBody === 'object' ? deliveryBody : undefined
  const encode = encoderOf(deliveryEncoding)
  const contentType = typeof deliveryEncoding === 'string' ? contentTypes[deliveryEncoding] : 'text/plain'
  const absent = new Set([...leftOut(dialect), ...(contentType === undefined ? ['content-type'] : [])])
  const usual = Object.fromEntries(
    Object.entries({ 'content-type': contentType ?? '', 'user-agent': 'event-delivery-mock' }).filter(
      ([name]) => !absent.has(name),
    ),
  )
  const { delivery: further } = additions.headers
  const { delivery: parameters } = additions.fields
  const { idPrefix } = signature
  const write = deliveryBody === 'standard-webhooks' ? standardWriter() : undefined

  return (delivery, now) => {
    const body = template
      ? filled(template, placeholdersOf(delivery, now, additions))
      : (write?.(delivery.event) ?? delivery.event.json)
    const signedId = idPrefix === undefined ? {} : { signedId: idOf(delivery.id, idPrefix) }
    const written = encode(body, delivery.id, now)
    if (!further && !parameters) return { body: written, headers: { ...usual }, ...signedId }
    const chance = { ...chanceOf(`${delivery.id} ${delivery.attempts}`, now), now }
    const fields = fieldsOf(delivery, now, additions)
    const query = Object.entries(parameters?.(fields, chance) ?? {}).map(([name, value]) => [
      name,
      text(value),
    ])
    return {
      body: written,
      headers: { ...usual, ...further?.(fields, chance) },
      ...(query.length > 0 ? { query: Object.fromEntries(query) as Record<string, string> } : {}),
      ...signedId,
    }
  }
}

/** The fields that the headers of a delivery may copy. */
function fieldsOf(
  { event: { id, type, created }, webhookId, attempts }: ClaimedDelivery,
  now: number,
  { timestamp }: Settings['additions'],
): Fields {
  return {
    id,
    type,
    created,
    'webhook.id': webhookId,
    attempt: attempts + 1,
    now: timestamp(now),
  }
}

/** The JSON text that a placeholder stands for. `undefined` for a name that is none. */
type Placeholders = (name: string) => string | undefined

function placeholdersOf(
  { id, event: { json }, webhookId, url, attempts }: ClaimedDelivery,
  now: number,
  { timestamp }: Settings['additions'],
): Placeholders {
  const known: Record<string, () => string> = {
    event: () => json,
    'webhook.id': () => JSON.stringify(webhookId),
    'webhook.url': () => JSON.stringify(url),
    now: () => JSON.stringify(timestamp(now)),
    attempt: () => String(attempts + 1),
    'base64:event': () => JSON.stringify(base64(json)),
  }
  for (const precision of ['seconds', 'milliseconds', 'microseconds', 'nanoseconds'] as const)
    known[`now:${precision}`] = () => JSON.stringify(timestampWriter({ precision, suffix: 'Z' })(now))
  for (const field of eventFields) known[`event.${field}`] = () => scanJson(json, field).member ?? 'null'
  return (name) => {
    const [, prefix] = /^id:(.*)$/.exec(name) ?? []
    if (prefix !== undefined) return JSON.stringify(idOf(id, prefix))
    const [, inner] = /^text:(.*)$/.exec(name) ?? []
    const [written, isNumber] = [timeOrChance(inner ?? name, now, chanceOf(id, now)), name.startsWith('unix')]
    if (written !== undefined) return isNumber ? written : JSON.stringify(written)
    const json = known[inner ?? name]?.()
    return inner === undefined || json === undefined ? json : JSON.stringify(json)
  }
}

/** An id that belongs to the delivery: each of its attempts has the same. */
function idOf(deliveryId: string, prefix: string): string {
  const sample = 'q7Xa2Lm9Kd4Rt8Vb3Nc6'
  return prefix + String(likeSample({ kind: 'text', sample }, chanceOf(`${deliveryId} ${prefix}`, 0)))
}

const single = /^\{([^{}]+)\}$/
const several = /\{([^{}]+)\}/g

/** A template as JSON text, its placeholders filled in. */
function filled(template: unknown, placeholder: Placeholders): string {
  if (typeof template === 'string') {
    const whole = placeholder(single.exec(template)?.[1] ?? '')
    if (whole !== undefined) return whole
    return JSON.stringify(
      template.replace(several, (written, name: string) => {
        const json = placeholder(name)
        if (json === undefined) return written
        return json.startsWith('"') ? (JSON.parse(json) as string) : json
      }),
    )
  }
  if (Array.isArray(template)) return `[${template.map((item) => filled(item, placeholder)).join(',')}]`
  if (typeof template !== 'object' || template === null) return JSON.stringify(template)
  const members = Object.entries(template).map(
    ([name, value]) => `${JSON.stringify(name)}:${filled(value, placeholder)}`,
  )
  return `{${members.join(',')}}`
}

/**
 * OQ-13: writes the body of Standard Webhooks, in which `data` is repeated exactly as it was sent. The text of the deliveries of an event. It is kept
 * for the next delivery, which is often one of the same event.
 */
function standardWriter(): (event: StoredEvent) => string {
  let last: { event: StoredEvent; text: string } | undefined
  return (event) => {
    if (last?.event === event) return last.text
    const { json, type, created } = event
    const data = scanJson(json, 'data').member ?? 'null'
    const text = `{"type":${JSON.stringify(type)},"timestamp":"${created}","data":${data}}`
    last = { event, text }
    return text
  }
}
