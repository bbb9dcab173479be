import { equal } from '../../engine/equal'
import { commonPrefix, isNear } from './source'
import { formOf } from './form'
import { parseJson } from '../../wire/parse-json'
import type { Event } from '../events'

/** The things that a delivery may repeat. */
export interface Delivered {
  body: unknown
  event: Event
  webhook: { id: string }
}

/** The template by which these deliveries are made; `undefined` where there is none. */
export function templateOf(deliveries: readonly Delivered[]): unknown {
  const [first, second = first] = deliveries
  return first && second && templateAt(first.body, second.body, first, second, '')
}

/** The placeholders of the texts and values of an event. */
const placeholders: readonly (readonly [string, (delivered: Delivered) => unknown])[] = [
  ['{event}', ({ event }) => event],
  ['{event.id}', ({ event }) => event.id],
  ['{event.type}', ({ event }) => event.type],
  ['{event.created}', ({ event }) => event.created],
  ['{event.data}', ({ event }) => event.data],
  ['{webhook.id}', ({ webhook }) => webhook.id],
]

/** Whether a text is the event in base64. A service may write its JSON in another way than in its answer. */
function isEncodedEvent(text: unknown, { event }: Delivered): boolean {
  if (typeof text !== 'string' || !/^[\w+/=-]{24,}$/.test(text)) return false
  const inner = parseJson(Buffer.from(text, 'base64').toString())
  return isRecord(inner) && inner.id === event.id && equal(inner.data, event.data)
}

function templateAt(
  one: unknown,
  other: unknown,
  first: Delivered,
  second: Delivered,
  name: string,
): unknown {
  const [known] = placeholders.find(([, read]) => equal(one, read(first)) && equal(other, read(second))) ?? []
  if (known !== undefined) return known
  if (isEncodedEvent(one, first) && isEncodedEvent(other, second)) return '{base64:event}'
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length)
    return one.map((item, index) => templateAt(item, other[index], first, second, name))
  if (isRecord(one) && isRecord(other)) {
    const names = Object.keys(one).filter((field) => field in other)
    return Object.fromEntries(
      names.map((field) => [field, templateAt(one[field], other[field], first, second, field)]),
    )
  }
  if (/attempt/i.test(name) && one === 1 && other === 1) return '{attempt}'
  if (typeof one === 'string' && typeof other === 'string') return textTemplate(one, other, first, second)
  return one
}

function textTemplate(one: string, other: string, first: Delivered, second: Delivered): string {
  // A far time that does not change is a date of the service, and no time of a delivery.
  if (one === other && !isNear(one)) return one
  if (formOf(one) === 'timestamp' && formOf(other) === 'timestamp') return '{now}'
  const filled = [withPlaceholders(one, first), withPlaceholders(other, second)]
  if (filled[0] === filled[1]) return filled[0] as string
  const prefix = commonPrefix(one, other)
  return prefix === undefined ? one : `{id:${prefix}}`
}

/** A text with placeholders in the place of the ids and types in it. */
function withPlaceholders(text: string, delivered: Delivered): string {
  return placeholders.reduce((left, [placeholder, read]) => {
    const value = read(delivered)
    return typeof value === 'string' && value.length > 3 ? left.replaceAll(value, placeholder) : left
  }, text)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
