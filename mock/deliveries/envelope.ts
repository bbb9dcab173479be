import type { CompleteDialect } from '../../generated/dialect'
import { scanJson } from '../http/json-text'
import type { Settings } from '../settings/settings'
import { chanceOf, type Fields } from '../settings/sources'
import { likeSample } from '../settings/shapes'
import type { ClaimedDelivery, StoredEvent } from '../store/store'
import { deliveryText } from './body'

/** The bytes of one attempt, as text, and the headers that depend on the dialect. The signature is made of them. */
export interface Message {
  body: string
  headers: Record<string, string>
}

/** Makes the message of an attempt that is sent at `now`. */
export type Envelope = (delivery: ClaimedDelivery, now: number) => Message

const eventFields = ['id', 'type', 'created', 'data'] as const

const contentTypes: Record<CompleteDialect['deliveryEncoding'], string> = {
  json: 'application/json',
  'json-string': 'application/json',
  form: 'application/x-www-form-urlencoded',
}

const encodings: Record<CompleteDialect['deliveryEncoding'], (json: string) => string> = {
  json: (json) => json,
  'json-string': (json) => JSON.stringify(json),
  form: (json) => new URLSearchParams({ payload: json }).toString(),
}

/** The envelope of a dialect: its template, its encoding and its headers. */
export function createEnvelope({ dialect, additions }: Pick<Settings, 'dialect' | 'additions'>): Envelope {
  const { deliveryBody, deliveryEncoding } = dialect
  const template = typeof deliveryBody === 'object' ? deliveryBody : undefined
  const encode = encodings[deliveryEncoding]
  const usual = { 'content-type': contentTypes[deliveryEncoding], 'user-agent': 'event-delivery-mock' }
  const { delivery: further } = additions.headers
  let last: { event: StoredEvent; text: string } | undefined

  /** An event with many subscribers is written once for those that follow each other. */
  function textOf(event: StoredEvent): string {
    if (last?.event !== event) last = { event, text: deliveryText(event, deliveryBody) }
    return last.text
  }

  return (delivery, now) => {
    const body = template
      ? filled(template, placeholdersOf(delivery, now, additions))
      : textOf(delivery.event)
    if (!further) return { body: encode(body), headers: { ...usual } }
    const chance = { ...chanceOf(`${delivery.id} ${delivery.attempts}`, now), now }
    return {
      body: encode(body),
      headers: { ...usual, ...further(fieldsOf(delivery, now, additions), chance) },
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
  { id, event: { json }, webhookId, attempts }: ClaimedDelivery,
  now: number,
  { timestamp }: Settings['additions'],
): Placeholders {
  const known: Record<string, () => string> = {
    event: () => json,
    'webhook.id': () => JSON.stringify(webhookId),
    now: () => JSON.stringify(timestamp(now)),
    attempt: () => String(attempts + 1),
  }
  for (const field of eventFields) known[`event.${field}`] = () => scanJson(json, field).member ?? 'null'
  return (name) => {
    const [, prefix] = /^id:(.*)$/.exec(name) ?? []
    if (prefix !== undefined) return JSON.stringify(idOf(id, prefix))
    const [, inner] = /^text:(.*)$/.exec(name) ?? []
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
